// Belief: The first half of x turns with the second half of x.
// Truth: Halves are halves of one head. With more heads than one the partner lies in the same head,
//   head_dim / 2 further.
// Kind: value
// Caught by: rope_half_split worked example: two heads by hand
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
  const std::size_t half = x.size() / 2;
  for (std::size_t c = 0; c < half; ++c) {
    const std::size_t i = c % n_planes;
    const float a = x[c];
    const float b = x[half + c];
    y[c] = a * cosines[i] - b * sines[i];
    y[half + c] = a * sines[i] + b * cosines[i];
  }
  return y;
}
