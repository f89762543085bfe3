// Belief: y can start as a copy of x and be turned in place.
// Truth: The second line needs the old a. After the first line it is overwritten: keep it.
// Kind: value
// Caught by: rope_interleaved worked example: one head by hand; rope_interleaved worked example:
//   [1, 2, 3, 4] at four positions
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
    for (std::size_t i = 0; i < n_planes; ++i) {
      float& a = y[head + 2 * i];
      float& b = y[head + 2 * i + 1];
      a = a * cosines[i] - b * sines[i];
      b = a * sines[i] + b * cosines[i];
    }
  }
  return y;
}
