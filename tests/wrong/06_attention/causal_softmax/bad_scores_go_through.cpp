// Belief: What is wrong in the scores shows in the result soon enough.
// Truth: A NaN goes silently through every later layer. Refuse a visible NaN and a visible
//   +infinity.
// Kind: error
// Caught by: causal_softmax refuses a visible NaN or +infinity
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    const int n_visible = std::clamp(r + offset + 1, 0, scores.cols);
    float largest = -INFINITY;
    for (int t = 0; t < n_visible; ++t) largest = std::max(largest, scores(r, t));
    if (largest == -INFINITY) continue;
    float sum = 0.0f;
    for (int t = 0; t < n_visible; ++t) {
      probs(r, t) = std::exp(scores(r, t) - largest);
      sum += probs(r, t);
    }
    for (int t = 0; t < n_visible; ++t) probs(r, t) /= sum;
  }
  return probs;
}
