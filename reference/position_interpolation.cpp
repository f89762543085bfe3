#include "reference/position_interpolation.hpp"

std::vector<double> reference::position_interpolation(std::span<const double> frequencies,
                                                      double factor) {
  std::vector<double> angles_of_position_1;
  for (const double frequency : frequencies) {
    const long double squeezed_position = 1 / static_cast<long double>(factor);
    angles_of_position_1.push_back(static_cast<double>(squeezed_position * frequency));
  }
  return angles_of_position_1;
}
