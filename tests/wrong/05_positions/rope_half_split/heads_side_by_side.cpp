// Belief: Channel c of all heads lies together, so it is at c * n_heads + head.
// Truth: Head after head: channel c of a head is at head * head_dim + c.
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
  const std::size_t n_heads = x.size() / (2 * n_planes);
  for (std::size_t head = 0; head < n_heads; ++head) {
    for (std::size_t i = 0; i < n_planes; ++i) {
      const std::size_t first = i * n_heads + head;
      const std::size_t second = (n_planes + i) * n_heads + head;
      const float a = x[first];
      const float b = x[second];
      y[first] = a * cosines[i] - b * sines[i];
      y[second] = a * sines[i] + b * cosines[i];
    }
  }
  return y;
}
