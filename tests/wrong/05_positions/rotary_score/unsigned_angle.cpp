// Belief: The angle between q and k is the arc cosine of their normalized product, and the distance
//   is added to it.
// Truth: The arc cosine loses on which side k lies. The angle that the distance is added to has a
//   sign.
// Kind: value
// Caught by: rotary_score tells before from after
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

  double score = 0.0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double qx = q[2 * i], qy = q[2 * i + 1], kx = k[2 * i], ky = k[2 * i + 1];
    const double lengths = std::hypot(qx, qy) * std::hypot(kx, ky);
    if (lengths == 0.0) continue;
    const double between = std::acos(std::clamp((qx * kx + qy * ky) / lengths, -1.0, 1.0));
    score += lengths * std::cos(between + distance * frequencies[i]);
  }
  return score;
}
