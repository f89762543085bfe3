#pragma once
#include <span>
#include <vector>

namespace reference {

/// The turns of a position that is 1 / factor of what it was.
std::vector<double> position_interpolation(std::span<const double> frequencies, double factor);

}  // namespace reference
