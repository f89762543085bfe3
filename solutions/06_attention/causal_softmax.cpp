// Exercise: causal_softmax      read causal_softmax.md, then make `./kit test causal_softmax` pass
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  const float never = -INFINITY;

  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    const std::span<const float> visible = scores.row(r).first(to_size(n_visible));
    if (std::ranges::all_of(visible, [&](float score) { return score == never; })) continue;

    std::ranges::copy(softmax(visible), probs.row(r).begin());
  }
  return probs;
}
