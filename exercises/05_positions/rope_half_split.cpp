// Exercise: rope_half_split
//           read rope_half_split.md, then make `./kit test rope_half_split` pass
#include "rope_half_split.hpp"

#include "common/check.hpp"

lm::Vector lm::rope_half_split(std::span<const float> x, int pos, const RopeTable& table) {
  const std::size_t n_planes = to_size(table.cos.cols);
  kit::require(n_planes > 0 && x.size() % (2 * n_planes) == 0, "rope_half_split: x has ", x.size(),
               " values; whole heads of ", 2 * n_planes, " are needed");
  kit::require(0 <= pos && pos < table.cos.rows, "rope_half_split: pos is ", pos,
               "; the table has ", table.cos.rows, " rows");

  // 1. the cosines and the sines of pos: one row of each table
  // 2. for each head, and in it for each plane i: a and b are channels i and i + n_planes
  // 3. the turned arrow goes to the same two channels: (a cos - b sin, a sin + b cos)
  kit::todo("rope_half_split");
}
