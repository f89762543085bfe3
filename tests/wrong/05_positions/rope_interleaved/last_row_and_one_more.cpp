// Belief: A table of n rows knows positions 0 to n.
// Truth: 0 to n - 1: pos < rows.
// Kind: error
// Caught by: rope_interleaved refuses a position outside the table
#include "rope_interleaved.hpp"

#include "common/check.hpp"

lm::Vector lm::rope_interleaved(std::span<const float> x, int pos, const RopeTable& table) {
  const std::size_t n_planes = to_size(table.cos.cols);
  kit::require(n_planes > 0 && x.size() % (2 * n_planes) == 0, "rope_interleaved: x has ", x.size(),
               " values; whole heads of ", 2 * n_planes, " are needed");

  kit::require(0 <= pos && pos <= table.cos.rows, "rope_interleaved: pos is ", pos,
               "; the table has ", table.cos.rows, " rows");

  const std::span<const float> cosines = table.cos.row(pos);
  const std::span<const float> sines = table.sin.row(pos);
  Vector y(x.size());
  for (std::size_t head = 0; head < x.size(); head += 2 * n_planes) {
    for (std::size_t i = 0; i < n_planes; ++i) {
      const float a = x[head + 2 * i];
      const float b = x[head + 2 * i + 1];
      y[head + 2 * i] = a * cosines[i] - b * sines[i];
      y[head + 2 * i + 1] = a * sines[i] + b * cosines[i];
    }
  }
  return y;
}
