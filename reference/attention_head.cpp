#include "reference/attention_head.hpp"

#include <algorithm>
#include <cmath>

reference::Result reference::attention_head(lm::MatrixView q, lm::MatrixView k, lm::MatrixView v,
                                            int offset) {
  Result out;
  out.terms = std::max({1, q.cols, k.rows});
  for (int r = 0; r < q.rows; ++r) {
    std::vector<double> scores, sizes;  // of the keys that query r sees
    for (int t = 0; t < k.rows && t - offset <= r; ++t) {
      double score = 0, size = 0;
      for (int i = 0; i < q.cols; ++i) {
        const double term = double{q(r, i)} * double{k(t, i)} / std::sqrt(q.cols);
        score += term;
        size += std::abs(term);
      }
      scores.push_back(score);
      sizes.push_back(size);
    }
    double sum = 0, largest = -HUGE_VAL;
    for (const double score : scores) largest = std::max(largest, score);
    for (const double score : scores) sum += std::exp(score - largest);
    std::vector<double> probs;
    double mean_size = 0;
    for (std::size_t t = 0; t < scores.size(); ++t) {
      probs.push_back(std::exp(scores[t] - largest) / sum);
      mean_size += probs[t] * sizes[t];
    }
    for (int i = 0; i < v.cols; ++i) {
      double value = 0, magnitude = 0;
      for (std::size_t t = 0; t < probs.size(); ++t) {
        const double term = probs[t] * double{v(static_cast<int>(t), i)};
        value += term;
        magnitude += std::abs(term) * (1 + sizes[t] + mean_size);
      }
      out.values.push_back(value);
      out.magnitudes.push_back(magnitude);
    }
  }
  return out;
}
