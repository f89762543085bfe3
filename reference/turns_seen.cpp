#include "reference/turns_seen.hpp"

#include <cmath>

static double wavelength(double frequency) {
  return 2 * std::acos(-1.0) / frequency;
}

double reference::turns_seen(double frequency, int length) {
  return length / wavelength(frequency);
}

std::vector<int> reference::unfinished_planes(std::span<const double> frequencies, int length) {
  std::vector<int> planes;
  int plane = 0;
  for (const double frequency : frequencies) {
    if (wavelength(frequency) > length) planes.push_back(plane);
    ++plane;
  }
  return planes;
}
