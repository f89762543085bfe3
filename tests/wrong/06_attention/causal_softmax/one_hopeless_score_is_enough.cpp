// Belief: A score of -infinity among those that a query sees leaves it without any hope.
// Truth: It takes that one key away. A row is all 0 only if every score that it sees is -infinity.
// Kind: value
// Caught by: causal_softmax gives zeros where all scores are -infinity; causal_softmax gives a
//   score of -infinity nothing
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  const auto is_never = [](float score) { return score == -INFINITY; };

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));
    if (visible.empty() || std::ranges::any_of(visible, is_never)) continue;

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
