// Belief: No position is negative, so only the end of the table is checked.
// Truth: An int can be: a negative one points in front of the table.
// Kind: error
// Caught by: absolute_positions refuses a position behind the table
#include "absolute_positions.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::sinusoidal_position(int pos, int hidden_size) {
  kit::require(pos >= 0, "sinusoidal_position: pos is ", pos, "; it must not be negative");
  kit::require(hidden_size >= 2 && hidden_size % 2 == 0, "sinusoidal_position: hidden_size is ",
               hidden_size, "; an even number is needed, 2 or more");

  Vector row;
  for (int i = 0; i < hidden_size / 2; ++i) {
    const double frequency = std::pow(10000.0, -2.0 * i / hidden_size);
    const double angle = pos * frequency;
    row.push_back(static_cast<float>(std::sin(angle)));
    row.push_back(static_cast<float>(std::cos(angle)));
  }
  return row;
}

lm::Vector lm::learned_position(MatrixView table, int pos) {
  kit::require(pos < table.rows, "learned_position: pos is ", pos, "; the table has ", table.rows,
               " rows");
  const std::span<const float> row = table.row(pos);
  return {row.begin(), row.end()};
}
