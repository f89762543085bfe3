#pragma once
// A vocabulary by hand, for the tests of the tokenizer.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "tokenizer.hpp"

namespace kit {

/// <unk>, <s>, </s>, the 256 bytes, then these pieces with their scores: the first has id 259.
inline lm::Tokenizer vocabulary(const std::vector<std::pair<std::string, float>>& own) {
  lm::Tokenizer tokenizer;
  tokenizer.pieces = {"<unk>", "<s>", "</s>"};
  for (unsigned byte = 0; byte < 256; ++byte) {
    char piece[16];
    std::snprintf(piece, sizeof piece, "<0x%02X>", byte);
    tokenizer.pieces.push_back(piece);
  }
  tokenizer.scores.assign(tokenizer.pieces.size(), 0.0f);
  for (const auto& [piece, score] : own) {
    tokenizer.pieces.push_back(piece);
    tokenizer.scores.push_back(score);
  }
  return tokenizer;
}

}  // namespace kit

using kit::vocabulary;
