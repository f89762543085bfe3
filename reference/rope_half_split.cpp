#include "reference/rope_half_split.hpp"

#include <cmath>
#include <complex>

std::vector<double> reference::rope_half_split(std::span<const float> x, int pos, int head_dim,
                                               double rope_theta) {
  std::vector<double> y(x.begin(), x.end());
  const auto size = static_cast<std::size_t>(head_dim);
  for (std::size_t c = 0; c < x.size(); ++c) {
    const std::size_t in_head = c % size;
    if (in_head >= size / 2) continue;  // the second of a pair
    const std::size_t partner = c + size / 2;
    const double share = 2.0 * static_cast<double>(in_head) / head_dim;
    const double angle = pos / std::pow(rope_theta, share);
    const auto turned = std::complex<double>(x[c], x[partner]) * std::polar(1.0, angle);
    y[c] = turned.real();
    y[partner] = turned.imag();
  }
  return y;
}
