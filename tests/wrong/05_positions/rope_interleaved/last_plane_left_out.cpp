// Belief: Indices start at 0, so the loop over the planes ends before the last one.
// Truth: The planes are 0 to n_planes - 1: i < n_planes ends after the last of them.
// Kind: value
// Caught by: rope_interleaved worked example: one head by hand; rope_interleaved worked example:
//   two heads by hand
#include "rope_interleaved.hpp"

#include "common/check.hpp"

lm::Vector lm::rope_interleaved(std::span<const float> x, int pos, const RopeTable& table) {
  const std::size_t n_planes = to_size(table.cos.cols);
  kit::require(n_planes > 0 && x.size() % (2 * n_planes) == 0, "rope_interleaved: x has ", x.size(),
               " values; whole heads of ", 2 * n_planes, " are needed");

  kit::require(0 <= pos && pos < table.cos.rows, "rope_interleaved: pos is ", pos,
               "; the table has ", table.cos.rows, " rows");

  const std::span<const float> cosines = table.cos.row(pos);
  const std::span<const float> sines = table.sin.row(pos);
  Vector y(x.begin(), x.end());
  for (std::size_t head = 0; head < x.size(); head += 2 * n_planes) {
    for (std::size_t i = 0; i < n_planes - 1; ++i) {
      const float a = x[head + 2 * i];
      const float b = x[head + 2 * i + 1];
      y[head + 2 * i] = a * cosines[i] - b * sines[i];
      y[head + 2 * i + 1] = a * sines[i] + b * cosines[i];
    }
  }
  return y;
}
