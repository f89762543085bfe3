// Belief: The first half of the row holds the sines, the second half the cosines.
// Truth: The paper interleaves them: sine, cosine, sine, cosine. (The first published code did not;
//   its weights expect two halves.)
// Kind: value
// Caught by: absolute_positions worked example: four positions of size 4
#include "absolute_positions.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::sinusoidal_position(int pos, int hidden_size) {
  kit::require(pos >= 0, "sinusoidal_position: pos is ", pos, "; it must not be negative");
  kit::require(hidden_size >= 2 && hidden_size % 2 == 0, "sinusoidal_position: hidden_size is ",
               hidden_size, "; an even number is needed, 2 or more");

  const int half = hidden_size / 2;
  Vector row(to_size(hidden_size));
  for (int i = 0; i < half; ++i) {
    const double frequency = std::pow(10000.0, -2.0 * i / hidden_size);
    const double angle = pos * frequency;
    row[to_size(i)] = static_cast<float>(std::sin(angle));
    row[to_size(half + i)] = static_cast<float>(std::cos(angle));
  }
  return row;
}

lm::Vector lm::learned_position(MatrixView table, int pos) {
  kit::require(0 <= pos && pos < table.rows, "learned_position: pos is ", pos, "; the table has ",
               table.rows, " rows");
  const std::span<const float> row = table.row(pos);
  return {row.begin(), row.end()};
}
