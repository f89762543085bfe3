#include "reference/causal_softmax.hpp"

#include <algorithm>
#include <cmath>

std::vector<double> reference::causal_softmax(lm::MatrixView scores, int offset) {
  std::vector<double> probs;
  for (int r = 0; r < scores.rows; ++r) {
    const auto is_seen = [&](int t) { return t <= r + offset && !std::isinf(scores(r, t)); };
    double sum = 0, largest = -HUGE_VAL;
    for (int t = 0; t < scores.cols; ++t) {
      if (is_seen(t)) largest = std::max(largest, double{scores(r, t)});
    }
    for (int t = 0; t < scores.cols; ++t) {
      if (is_seen(t)) sum += std::exp(scores(r, t) - largest);
    }
    for (int t = 0; t < scores.cols; ++t) {
      probs.push_back(is_seen(t) ? std::exp(scores(r, t) - largest) / sum : 0);
    }
  }
  return probs;
}
