// Exercise: rope_interleaved
//           read rope_interleaved.md, then make `./kit test rope_interleaved` pass
#include "rope_interleaved.hpp"

#include "common/check.hpp"

lm::Vector lm::rope_interleaved(std::span<const float> x, int pos, const RopeTable& table) {
  const std::size_t n_planes = to_size(table.cos.cols);
  kit::require(n_planes > 0 && x.size() % (2 * n_planes) == 0, "rope_interleaved: x has ", x.size(),
               " values; whole heads of ", 2 * n_planes, " are needed");

  // 1. the table has a row for each position it knows: refuse any other pos
  //    (kit::require, "rope_interleaved: …")
  // 2. the cosines and the sines of pos: one row of each table
  // 3. for each head, and in it for each plane i: a and b are channels 2i and 2i + 1
  // 4. the turned arrow goes to the same two channels: (a cos - b sin, a sin + b cos)
  kit::todo("rope_interleaved");
}
