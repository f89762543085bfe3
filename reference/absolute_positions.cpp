#include "reference/absolute_positions.hpp"

#include <cmath>
#include <numbers>

std::vector<double> reference::sinusoidal_position(int pos, int hidden_size) {
  std::vector<double> row;
  for (int channel = 0; channel < hidden_size; ++channel) {
    const int pair = channel / 2;
    // A cosine is a sine, a quarter turn ahead; long double, for the angles are large.
    const long double wavelength =
        2 * std::numbers::pi_v<long double> *
        std::pow(10000.0L, 2.0L * pair / static_cast<long double>(hidden_size));
    const long double turns = pos / wavelength + (channel % 2 == 0 ? 0.0L : 0.25L);
    row.push_back(static_cast<double>(
        std::sin(2 * std::numbers::pi_v<long double> * (turns - std::floor(turns)))));
  }
  return row;
}
