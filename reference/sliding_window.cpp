#include "reference/sliding_window.hpp"

#include <algorithm>
#include <cmath>

#include "reference/rope_interleaved.hpp"

std::vector<int> reference::window_positions(int pos, int window) {
  std::vector<int> seen;
  for (int other = 0; other <= pos; ++other) {
    if (pos - other < window) seen.push_back(other);
  }
  return seen;
}

reference::Result reference::sliding_window(std::span<const float> q, lm::MatrixView keys,
                                            lm::MatrixView values, int window, int head_dim,
                                            double rope_theta) {
  const int pos = keys.rows - 1;
  const auto size = static_cast<std::size_t>(head_dim);
  const std::size_t group_size = q.size() / static_cast<std::size_t>(keys.cols);
  const auto query = rope_interleaved(q, pos, head_dim, rope_theta);
  const auto seen = window_positions(pos, window);

  Result result{std::vector<double>(q.size()), std::vector<double>(q.size()), 1};
  for (std::size_t head = 0; head < q.size() / size; ++head) {
    const std::size_t first = head / group_size * size;  // of its key/value head
    std::vector<double> weights;
    double hardness = 0;  // how large the terms of a score are
    for (const int t : seen) {
      const auto key = rope_interleaved(keys.row(t), t, head_dim, rope_theta);
      double score = 0, size_of_terms = 0;
      for (std::size_t i = 0; i < size; ++i) {
        score += query[head * size + i] * key[first + i] / std::sqrt(head_dim);
        size_of_terms += std::abs(query[head * size + i] * key[first + i]) / std::sqrt(head_dim);
      }
      weights.push_back(score);
      hardness = std::max(hardness, size_of_terms);
    }
    const double largest = *std::max_element(weights.begin(), weights.end());
    double total = 0;
    for (double& weight : weights) total += weight = std::exp(weight - largest);

    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < seen.size(); ++j) {
        const double term = weights[j] / total * double{values.row(seen[j])[first + i]};
        result.values[head * size + i] += term;
        result.magnitudes[head * size + i] += std::abs(term) * (1 + hardness);
      }
    }
  }
  return result;
}
