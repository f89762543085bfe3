#include "reference/ntk_aware.hpp"

#include <cmath>

double reference::ntk_aware_base(int head_dim, double rope_theta, double factor) {
  const long double exponent = (head_dim - 2.0L) / head_dim;
  const long double slowest = -exponent * std::log(static_cast<long double>(rope_theta));
  const long double slowed = slowest - std::log(static_cast<long double>(factor));
  return static_cast<double>(std::exp(-slowed / exponent));
}

double reference::dynamic_ntk_base(int head_dim, double rope_theta, double factor, int seq_len,
                                   int original_len) {
  double beyond = (static_cast<double>(seq_len) - original_len) / original_len;
  if (beyond < 0) beyond = 0;
  return ntk_aware_base(head_dim, rope_theta, 1 + factor * beyond);
}
