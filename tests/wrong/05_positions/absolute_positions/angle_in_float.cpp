// Belief: The result is float, so the angle may be float too.
// Truth: A float32 angle of 400 is rounded to 0.00003: at long range the waves are wrong. Cast
//   once, at the end.
// Kind: value
// Caught by: absolute_positions holds its angles in double
#include "absolute_positions.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::sinusoidal_position(int pos, int hidden_size) {
  kit::require(pos >= 0, "sinusoidal_position: pos is ", pos, "; it must not be negative");
  kit::require(hidden_size >= 2 && hidden_size % 2 == 0, "sinusoidal_position: hidden_size is ",
               hidden_size, "; an even number is needed, 2 or more");

  Vector row;
  for (int i = 0; i < hidden_size / 2; ++i) {
    const float exponent = -2.0f * static_cast<float>(i) / static_cast<float>(hidden_size);
    const float frequency = std::pow(10000.0f, exponent);
    const float angle = static_cast<float>(pos) * frequency;
    row.push_back(std::sin(angle));
    row.push_back(std::cos(angle));
  }
  return row;
}

lm::Vector lm::learned_position(MatrixView table, int pos) {
  kit::require(0 <= pos && pos < table.rows, "learned_position: pos is ", pos, "; the table has ",
               table.rows, " rows");
  const std::span<const float> row = table.row(pos);
  return {row.begin(), row.end()};
}
