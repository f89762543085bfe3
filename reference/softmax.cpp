#include "reference/softmax.hpp"

#include <cmath>

std::vector<double> reference::softmax(std::span<const float> scores) {
  std::vector<double> probs;
  for (const double score : scores) {
    double sum = 0;  // infinite if another score is 710 larger: then 1 / sum is 0, as it should be
    for (const double other : scores) sum += std::exp(other - score);
    probs.push_back(std::isinf(score) ? 0 : 1 / sum);
  }
  return probs;
}
