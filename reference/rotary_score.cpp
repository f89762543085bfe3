#include "reference/rotary_score.hpp"

#include <cmath>

double reference::rotary_score(std::span<const float> q, int q_pos, std::span<const float> k,
                               int k_pos, std::span<const double> frequencies) {
  long double score = 0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const long double qx = q[2 * i], qy = q[2 * i + 1], kx = k[2 * i], ky = k[2 * i + 1];
    const long double q_angle =
        std::atan2(qy, qx) + q_pos * static_cast<long double>(frequencies[i]);
    const long double k_angle =
        std::atan2(ky, kx) + k_pos * static_cast<long double>(frequencies[i]);
    score += std::hypot(qx, qy) * std::hypot(kx, ky) * std::cos(q_angle - k_angle);
  }
  return static_cast<double>(score);
}

double reference::relative_score(std::span<const float> q, std::span<const float> k, int distance,
                                 std::span<const double> frequencies) {
  return rotary_score(q, distance, k, 0, frequencies);
}
