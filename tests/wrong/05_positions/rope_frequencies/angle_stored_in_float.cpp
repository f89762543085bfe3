// Belief: pos * frequency is double, so a float may keep the result.
// Truth: Near 13107 a float moves in steps of 0.001: the angle has to stay double until the sine is
//   taken.
// Kind: value
// Caught by: rope_frequencies holds its angles in double
#include "rope_frequencies.hpp"

#include <cmath>

#include "common/check.hpp"
#include "rotate_pair.hpp"

std::vector<double> lm::rope_frequencies(int head_dim, double rope_theta) {
  kit::require(rope_theta > 0.0, "rope_frequencies: rope_theta is ", rope_theta,
               "; it must be above 0");
  kit::require(head_dim >= 2 && head_dim % 2 == 0, "rope_frequencies: head_dim is ", head_dim,
               "; an even number is needed, 2 or more");

  std::vector<double> frequencies;
  for (int i = 0; i < head_dim / 2; ++i) {
    frequencies.push_back(std::pow(rope_theta, -2.0 * i / head_dim));
  }
  return frequencies;
}

lm::RopeTable lm::rope_table(std::span<const double> frequencies, int n_positions,
                             double attention_factor) {
  kit::require(n_positions >= 0, "rope_table: n_positions is ", n_positions,
               "; it must not be negative");

  const int n_planes = static_cast<int>(frequencies.size());
  RopeTable table = {Matrix(n_positions, n_planes), Matrix(n_positions, n_planes)};
  for (int pos = 0; pos < n_positions; ++pos) {
    for (int i = 0; i < n_planes; ++i) {
      const auto angle = static_cast<float>(pos * frequencies[to_size(i)]);
      const Pair arrow = rotate_pair({attention_factor, 0.0}, angle);
      table.cos(pos, i) = static_cast<float>(arrow.x);
      table.sin(pos, i) = static_cast<float>(arrow.y);
    }
  }
  return table;
}
