#include "reference/ffn_size.hpp"

#include <cmath>

std::int64_t reference::ffn_parameters(int hidden_size, int intermediate_size, bool gated) {
  std::int64_t sum = 0;
  const int matrices = gated ? 3 : 2;
  for (int i = 0; i < matrices; ++i) sum += std::int64_t{intermediate_size} * hidden_size;
  return sum;
}

int reference::ffn_size(int hidden_size, int multiple_of, double multiplier) {
  const double matched = std::floor(8.0 * hidden_size / 3);
  const double stretched = std::floor(multiplier * matched);
  double width = 0;
  while (width < stretched) width += multiple_of;
  return static_cast<int>(width);
}
