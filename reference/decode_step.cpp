#include "reference/decode_step.hpp"

#include <algorithm>
#include <cmath>

std::vector<double> reference::turned_key(std::span<const float> k, int pos, int head_dim,
                                          double rope_theta, lm::RopePairing pairing) {
  const bool neighbors = pairing == lm::RopePairing::interleaved;
  std::vector<double> turned(k.size());
  for (int first = 0; first < static_cast<int>(k.size()); first += head_dim) {
    for (int plane = 0; plane < head_dim / 2; ++plane) {
      const auto x = static_cast<std::size_t>(first + (neighbors ? 2 * plane : plane));
      const auto y = neighbors ? x + 1 : x + static_cast<std::size_t>(head_dim / 2);
      const double angle = pos * std::pow(rope_theta, -2.0 * plane / head_dim);
      turned[x] = std::cos(angle) * double{k[x]} - std::sin(angle) * double{k[y]};
      turned[y] = std::sin(angle) * double{k[x]} + std::cos(angle) * double{k[y]};
    }
  }
  return turned;
}

reference::Result reference::decode_step(std::span<const float> q, lm::MatrixView keys,
                                         lm::MatrixView values, int head_dim, double rope_theta,
                                         lm::RopePairing pairing) {
  const int n_tokens = keys.rows;
  const auto size = static_cast<std::size_t>(head_dim);
  const std::size_t n_heads = q.size() / size;
  const std::size_t n_kv_heads = static_cast<std::size_t>(keys.cols) / size;

  const auto query = turned_key(q, n_tokens - 1, head_dim, rope_theta, pairing);
  std::vector<std::vector<double>> key;
  for (int t = 0; t < n_tokens; ++t) {
    key.push_back(turned_key(keys.row(t), t, head_dim, rope_theta, pairing));
  }

  Result result;
  for (std::size_t head = 0; head < n_heads; ++head) {
    const std::size_t kv_head = head * n_kv_heads / n_heads;
    std::vector<double> score;
    double hardness = 0;  // how large the terms of a score are
    for (const auto& one : key) {
      double sum = 0, size_of_terms = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const double term = query[head * size + i] * one[kv_head * size + i];
        sum += term;
        size_of_terms += std::abs(term);
      }
      score.push_back(sum / std::sqrt(head_dim));
      hardness = std::max(hardness, size_of_terms / std::sqrt(head_dim));
    }
    const double largest = *std::max_element(score.begin(), score.end());
    double total = 0;
    for (const double one : score) total += std::exp(one - largest);

    for (std::size_t i = 0; i < size; ++i) {
      double gathered = 0, magnitude = 0;
      for (int t = 0; t < n_tokens; ++t) {
        const double prob = std::exp(score[static_cast<std::size_t>(t)] - largest) / total;
        const double value = values.row(t)[kv_head * size + i];
        gathered += prob * value;
        magnitude += prob * std::abs(value);
      }
      result.values.push_back(gathered);
      result.magnitudes.push_back(magnitude * (1 + hardness));  // an error of a score moves probs
    }
  }
  return result;
}
