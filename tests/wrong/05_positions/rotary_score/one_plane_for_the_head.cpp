// Belief: |q||k| cos(angle + distance * frequency) is the score of the head.
// Truth: The formula holds for one plane. The head has several, each with its own lengths, angle
//   and frequency: add them up.
// Kind: value
// Caught by: rotary_score worked example: a head of two planes
#include "rotary_score.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "rotate_pair.hpp"

double lm::rotary_score(std::span<const float> q, int q_pos, std::span<const float> k, int k_pos,
                        std::span<const double> frequencies) {
  kit::require(q.size() == 2 * frequencies.size() && k.size() == q.size(), "rotary_score: q has ",
               q.size(), " values, k has ", k.size(), "; ", frequencies.size(),
               " frequencies need twice as many");

  double score = 0.0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const Pair turned_q = rotate_pair({q[2 * i], q[2 * i + 1]}, q_pos * frequencies[i]);
    const Pair turned_k = rotate_pair({k[2 * i], k[2 * i + 1]}, k_pos * frequencies[i]);
    score += turned_q.x * turned_k.x + turned_q.y * turned_k.y;
  }
  return score;
}

double lm::relative_score(std::span<const float> q, std::span<const float> k, int distance,
                          std::span<const double> frequencies) {
  kit::require(q.size() == 2 * frequencies.size() && k.size() == q.size(), "relative_score: q has ",
               q.size(), " values, k has ", k.size(), "; ", frequencies.size(),
               " frequencies need twice as many");

  double product = 0.0, q_squares = 0.0, k_squares = 0.0, side = 0.0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double qx = q[2 * i], qy = q[2 * i + 1], kx = k[2 * i], ky = k[2 * i + 1];
    product += qx * kx + qy * ky;
    side += qy * kx - qx * ky;
    q_squares += qx * qx + qy * qy;
    k_squares += kx * kx + ky * ky;
  }
  const double lengths = std::sqrt(q_squares * k_squares);
  const double cosine = std::clamp(product / std::max(lengths, 1e-300), -1.0, 1.0);
  const double between = std::copysign(std::acos(cosine), side);
  const double score = lengths * std::cos(between + distance * frequencies[0]);
  return score;
}
