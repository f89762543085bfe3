#pragma once
// A model by hand that was told a color: token 3 is red, 4 is blue, and all others are alike.
#include "support/hand_model.hpp"

namespace kit {

/// Every token averages over all tokens so far; red counts 1, blue -1. The answer is blue only if
/// the average is below a threshold, else red: in texts of up to `reach` tokens that is always
/// right, in longer ones the fact is lost among the others, and the answer is always red.
inline lm::Model forgetful(int reach) {
  lm::Matrix embedding(8, 4), head(8, 4);
  for (int token = 0; token < 8; ++token) {
    embedding(token, 0) = token == 4 ? -1 : 1;
    embedding(token, 1) = token == 3 ? 1 : -1;
    embedding(token, 2) = embedding(token, 3) = 1;
  }
  // Channel 3 gets the average added. Red: it, plus a bonus of twice what one of `reach` tokens
  // counts. Blue: its negative.
  const float bonus = 2.0f / (static_cast<float>(reach) + 0.5f);
  head(3, 3) = 1;
  head(3, 2) = bonus - 1;
  head(4, 3) = -1;
  head(4, 2) = 1;
  auto model = hand_model(embedding, head, 1);
  lm::Matrix v(2, 4), o(4, 2);
  v(0, 0) = v(0, 1) = 0.5f;
  o(3, 0) = 1;
  set_attention(model, 0, v, o);
  return model;
}

}  // namespace kit

using kit::forgetful;
