#include "reference/causal_softmax.hpp"

#include <cmath>

std::vector<double> reference::causal_softmax(lm::MatrixView scores, int offset) {
  std::vector<double> probs;
  for (int r = 0; r < scores.rows; ++r) {
    for (int t = 0; t < scores.cols; ++t) {
      const bool hidden = t > r + offset;
      if (hidden || std::isinf(scores(r, t))) {
        probs.push_back(0);
        continue;
      }
      double sum = 0;  // at least 1, the term of t itself
      for (int u = 0; u < scores.cols && u <= r + offset; ++u) {
        sum += std::exp(double{scores(r, u)} - double{scores(r, t)});
      }
      probs.push_back(1 / sum);
    }
  }
  return probs;
}
