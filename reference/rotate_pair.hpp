#pragma once
#include <span>
#include <vector>

namespace reference {

/// The arrow {x, y}, turned: the complex product (x + iy)·e^(i·angle).
std::vector<double> rotate_pair(std::span<const double> pair, double angle);

/// Turned by right angles; picks one of four cases.
std::vector<double> quarter_turns(std::span<const double> pair, int turns);

}  // namespace reference
