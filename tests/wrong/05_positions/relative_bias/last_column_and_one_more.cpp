// Belief: A table of n columns knows heads 0 to n.
// Truth: 0 to n - 1: head < cols.
// Kind: error
// Caught by: relative_bias refuses a head outside the table
#include "relative_bias.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

int lm::relative_bucket(int offset, bool bidirectional, int n_buckets, int max_distance) {
  const int n = bidirectional ? n_buckets / 2 : n_buckets;
  const int n_exact = n / 2;
  kit::require(n_buckets % 2 == 0 && n_exact >= 1, "relative_bucket: n_buckets is ", n_buckets,
               "; an even number is needed, ", bidirectional ? 4 : 2, " or more");
  kit::require(max_distance > n_exact, "relative_bucket: max_distance is ", max_distance,
               "; it must be above ", n_exact);

  const int first = bidirectional && offset > 0 ? n : 0;
  const double distance = bidirectional ? std::abs(1.0 * offset) : std::max(0.0, -1.0 * offset);
  if (distance < n_exact) return first + static_cast<int>(distance);

  const double share = std::log(distance / n_exact) / std::log(1.0 * max_distance / n_exact);
  return first + std::min(n_exact + static_cast<int>(share * (n - n_exact)), n - 1);
}

float lm::relative_bias(MatrixView table, int query_pos, int key_pos, int head) {
  kit::require(0 <= head && head <= table.cols, "relative_bias: head is ", head, "; the table has ",
               table.cols, " columns");
  return table(relative_bucket(key_pos - query_pos, false, table.rows, 128), head);
}
