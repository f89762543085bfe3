// Belief: First the probabilities of all keys, then the hidden ones are set to 0.
// Truth: What the hidden keys took is then missing: the row no longer sums to 1. Hide keys before
//   softmax.
// Kind: value
// Caught by: causal_softmax worked example: three tokens; causal_softmax shares among the keys so
//   far
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  Matrix probs(scores.rows, scores.cols);
  for (int r = 0; r < scores.rows; ++r) {
    if (scores.cols == 0) continue;
    const Vector all = softmax(scores.row(r));
    for (int t = 0; t < scores.cols && t <= r + offset; ++t) probs(r, t) = all[to_size(t)];
  }
  return probs;
}
