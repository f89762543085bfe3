// Belief: The turned pair is stored at channels 2i and 2i + 1.
// Truth: It goes back to where it came from: channels i and i + head_dim / 2.
// Kind: value
// Caught by: rope_half_split worked example: one head by hand; rope_half_split worked example: two
//   heads by hand
#include "rope_half_split.hpp"

#include "common/check.hpp"

lm::Vector lm::rope_half_split(std::span<const float> x, int pos, const RopeTable& table) {
  const std::size_t n_planes = to_size(table.cos.cols);
  kit::require(n_planes > 0 && x.size() % (2 * n_planes) == 0, "rope_half_split: x has ", x.size(),
               " values; whole heads of ", 2 * n_planes, " are needed");
  kit::require(0 <= pos && pos < table.cos.rows, "rope_half_split: pos is ", pos,
               "; the table has ", table.cos.rows, " rows");

  const std::span<const float> cosines = table.cos.row(pos);
  const std::span<const float> sines = table.sin.row(pos);
  Vector y(x.size());
  for (std::size_t head = 0; head < x.size(); head += 2 * n_planes) {
    for (std::size_t i = 0; i < n_planes; ++i) {
      const float a = x[head + i];
      const float b = x[head + n_planes + i];
      y[head + 2 * i] = a * cosines[i] - b * sines[i];
      y[head + 2 * i + 1] = a * sines[i] + b * cosines[i];
    }
  }
  return y;
}
