// Belief: The first token has position 1, so row pos + 1 of the table is its.
// Truth: The first token has position 0, and row 0 does not turn it. Scores alone cannot show the
//   difference: only distances matter to them.
// Kind: value
// Caught by: rope_half_split worked example: one head by hand; rope_half_split leaves position 0 as
//   it is
#include "rope_half_split.hpp"

#include "common/check.hpp"

lm::Vector lm::rope_half_split(std::span<const float> x, int pos, const RopeTable& table) {
  const std::size_t n_planes = to_size(table.cos.cols);
  kit::require(n_planes > 0 && x.size() % (2 * n_planes) == 0, "rope_half_split: x has ", x.size(),
               " values; whole heads of ", 2 * n_planes, " are needed");
  kit::require(0 <= pos && pos + 1 < table.cos.rows, "rope_half_split: pos is ", pos,
               "; the table has ", table.cos.rows, " rows");

  const std::span<const float> cosines = table.cos.row(pos + 1);
  const std::span<const float> sines = table.sin.row(pos + 1);
  Vector y(x.size());
  for (std::size_t head = 0; head < x.size(); head += 2 * n_planes) {
    for (std::size_t i = 0; i < n_planes; ++i) {
      const float a = x[head + i];
      const float b = x[head + n_planes + i];
      y[head + i] = a * cosines[i] - b * sines[i];
      y[head + n_planes + i] = a * sines[i] + b * cosines[i];
    }
  }
  return y;
}
