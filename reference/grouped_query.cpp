#include "reference/grouped_query.hpp"

#include <algorithm>
#include <cmath>

int reference::kv_head_of(int head, int n_heads, int n_kv_heads) {
  int kv_head = 0;
  for (int before = n_heads / n_kv_heads; before <= head; before += n_heads / n_kv_heads) ++kv_head;
  return kv_head;
}

reference::Result reference::grouped_query(std::span<const float> q, lm::MatrixView keys,
                                           lm::MatrixView values, int n_heads, int n_kv_heads) {
  Result out;
  const int head_dim = static_cast<int>(q.size()) / n_heads;
  out.terms = std::max(head_dim, keys.rows);
  for (int head = 0; head < n_heads; ++head) {
    const int column = kv_head_of(head, n_heads, n_kv_heads) * head_dim;
    std::vector<double> scores, sizes;
    for (int t = 0; t < keys.rows; ++t) {
      double score = 0, size = 0;
      for (int i = 0; i < head_dim; ++i) {
        const double term = double{q[static_cast<std::size_t>(head * head_dim + i)]} *
                            double{keys(t, column + i)} / std::sqrt(head_dim);
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
    for (int i = 0; i < head_dim; ++i) {
      double value = 0, magnitude = 0;
      for (std::size_t t = 0; t < probs.size(); ++t) {
        const double term = probs[t] * double{values(static_cast<int>(t), column + i)};
        value += term;
        magnitude += std::abs(term) * (1 + sizes[t] + mean_size);
      }
      out.values.push_back(value);
      out.magnitudes.push_back(magnitude);
    }
  }
  return out;
}
