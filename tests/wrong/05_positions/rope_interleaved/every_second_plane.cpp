// Belief: A plane is two channels, so i goes up by 2.
// Truth: i counts planes; the 2 stands in the channels already, 2i and 2i + 1.
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
    for (std::size_t i = 0; i < n_planes; i += 2) {
      const float a = x[head + 2 * i];
      const float b = x[head + 2 * i + 1];
      y[head + 2 * i] = a * cosines[i] - b * sines[i];
      y[head + 2 * i + 1] = a * sines[i] + b * cosines[i];
    }
  }
  return y;
}
