#include "relative_bias.hpp"

#include "support/testing.hpp"

static std::vector<int> buckets(std::initializer_list<int> offsets, bool bidirectional,
                                int n_buckets, int max_distance) {
  std::vector<int> all;
  for (const int offset : offsets) {
    all.push_back(lm::relative_bucket(offset, bidirectional, n_buckets, max_distance));
  }
  return all;
}

// A decoder with 8 buckets up to 16. Distances 0 to 3 have a bucket each. From 4 on a bucket ends
// where the distance has grown by the root of 2: at 5.7, 8, 11.3 and 16.
TEST_CASE("relative_bias worked example: eight buckets by hand", "[relative_bias]") {
  equals(buckets({0, -1, -2, -3}, false, 8, 16), {0, 1, 2, 3});
  equals(buckets({-4, -5, -6, -7, -9, -11, -12, -15}, false, 8, 16), {4, 4, 5, 5, 6, 6, 7, 7});
  equals(buckets({-16, -17, -500}, false, 8, 16), {7, 7, 7});
}

// An encoder looks both ways: 4 of the 8 buckets are for keys after the query, numbers 4 to 7.
// Distances 0 and 1 have a bucket each; the border between the other two is at 2·(16/2)^(1/2)
// = 5.7.
TEST_CASE("relative_bias worked example: four buckets each way", "[relative_bias]") {
  equals(buckets({0, -1, -2, -5, -6, -500}, true, 8, 16), {0, 1, 2, 2, 3, 3});
  equals(buckets({1, 2, 5, 6, 500}, true, 8, 16), {5, 6, 6, 7, 7});
}

// In a decoder a later key counts as distance 0; the mask hides it anyway.
TEST_CASE("relative_bias knows no later keys in a decoder", "[relative_bias]") {
  equals(buckets({1, 5, 500}, false, 8, 16), {0, 0, 0});
}

// T5: 32 buckets, 128.
TEST_CASE("relative_bias worked example: the buckets of T5", "[relative_bias]") {
  equals(buckets({-15, -16, -18, -19, -20, -21, -64, -112, -113, -1000}, false, 32, 128),
         {15, 16, 16, 17, 17, 18, 26, 30, 31, 31});
  equals(buckets({-7, -8, -11, -12, -90, -91, 7, 11, 12, 90, 91}, true, 32, 128),
         {7, 8, 8, 9, 14, 15, 23, 24, 25, 30, 31});
}

// A table whose row b holds 100 + b and 200 + b: the bias says which bucket was looked up.
TEST_CASE("relative_bias looks up the bucket of key minus query", "[relative_bias]") {
  lm::Matrix table(32, 2);
  for (int b = 0; b < 32; ++b) {
    table(b, 0) = 100.0f + static_cast<float>(b);
    table(b, 1) = 200.0f + static_cast<float>(b);
  }
  const auto bias = [&](int q, int k, int head) { return lm::relative_bias(table, q, k, head); };
  is_close(row({bias(7, 4, 0), bias(7, 4, 1)}), {103, 203});
  is_close(row({bias(2080, 2000, 0), bias(9000, 0, 1)}), {128, 231});
  is_close(row({bias(4, 7, 0), bias(4, 4, 1)}), {100, 200});
}

TEST_CASE("relative_bias refuses a head outside the table", "[relative_bias][errors]") {
  throws_with("relative_bias", [] { lm::relative_bias(lm::Matrix(32, 3), 5, 4, 3); });
}
