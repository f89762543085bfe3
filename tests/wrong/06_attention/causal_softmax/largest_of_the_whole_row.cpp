// Belief: The largest score of the row is taken away, wherever it stands.
// Truth: The largest visible one: if a hidden score is 100 larger, all exponentials are 0, and 0 /
//   0 is NaN.
// Kind: value
// Caught by: causal_softmax never looks at a hidden score; causal_softmax lets a hidden score be
//   NaN
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    float largest = -INFINITY;
    for (const float score : scores.row(r)) largest = std::max(largest, score);
    bool hope = false;
    for (int t = 0; t < n_visible; ++t) {
      kit::require(scores(r, t) < INFINITY, "causal_softmax: a visible score is ", scores(r, t));
      hope = hope || scores(r, t) > -INFINITY;
    }
    if (!hope) continue;
    float sum = 0.0f;
    for (int t = 0; t < n_visible; ++t) {
      probs(r, t) = std::exp(scores(r, t) - largest);
      sum += probs(r, t);
    }
    for (int t = 0; t < n_visible; ++t) probs(r, t) /= sum;
  }
  return probs;
}
