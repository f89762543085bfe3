#include "reference/relative_bias.hpp"

#include <cmath>

int reference::relative_bucket(int offset, bool bidirectional, int n_buckets, int max_distance) {
  const int n = bidirectional ? n_buckets / 2 : n_buckets;
  const long long distance = offset < 0      ? -static_cast<long long>(offset)
                             : bidirectional ? offset
                                             : 0;
  int bucket = 0;
  for (int k = 1; k < n; ++k) {
    long double border = k;
    if (k > n / 2) {
      const long double share = static_cast<long double>(k - n / 2) / (n - n / 2);
      border = n / 2 * std::pow(static_cast<long double>(max_distance) / (n / 2), share);
    }
    // Whole numbers among the borders belong to the bucket that they begin.
    if (static_cast<long double>(distance) >= border * (1 - 1e-12L)) bucket = k;
  }
  return bidirectional && offset > 0 ? n + bucket : bucket;
}
