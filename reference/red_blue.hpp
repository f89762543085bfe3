#pragma once
#include <vector>

#include "common/weights.hpp"

namespace reference {

/// Whether the largest logit behind the one prompt is red's, and behind the other one blue's.
bool right_pair(const lm::Model& model, const std::vector<int>& red_prompt,
                const std::vector<int>& blue_prompt, int red, int blue);

/// How many tokens of filler stand between a fact and the question.
int n_filler(int distance, int n_after_fact, int n_question);

}  // namespace reference
