#pragma once
#include <span>
#include <vector>

namespace reference {

/// length / wavelength, where one turn takes 2 pi / frequency positions.
double turns_seen(double frequency, int length);

/// Planes whose wavelength is longer than the text.
std::vector<int> unfinished_planes(std::span<const double> frequencies, int length);

}  // namespace reference
