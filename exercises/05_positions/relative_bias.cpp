// Exercise: relative_bias       read relative_bias.md, then make `./kit test relative_bias` pass
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

  // 1. where this side's buckets begin: at n for a key after the query if bidirectional, else at 0
  // 2. the distance: |offset| if bidirectional; else how far the key is before the query, or 0
  // 3. below n_exact each distance has a bucket of its own
  // 4. from there on by logarithm, in double and rounded down; never beyond the n-th bucket
  kit::todo("relative_bucket");
}

float lm::relative_bias(MatrixView table, int query_pos, int key_pos, int head) {
  // 1. the table has a column for each head: refuse any other head
  //    (kit::require, "relative_bias: …")
  // 2. the bucket of key position - query position in a decoder; max_distance is 128
  // 3. that row, this head's column
  kit::todo("relative_bias");
}
