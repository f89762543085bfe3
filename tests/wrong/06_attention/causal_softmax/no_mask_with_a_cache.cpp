// Belief: With a cache there is nothing to hide: what is cached is the past.
// Truth: That holds for one query. Several queries behind a cache must not see each other's future.
// Kind: value
// Caught by: causal_softmax worked example: 2 queries, 5 keys; causal_softmax takes the offset as
//   it is given
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  const auto is_never = [](float score) { return score == -INFINITY; };

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = offset > 0 ? scores.cols : std::clamp(r + offset + 1, 0, scores.cols);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));
    if (std::ranges::all_of(visible, is_never)) continue;

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
