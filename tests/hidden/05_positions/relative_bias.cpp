#include "relative_bias.hpp"

#include "reference/relative_bias.hpp"
#include "support/testing.hpp"

static std::vector<int> buckets(int first, int last, bool bidirectional, int n_buckets,
                                int max_distance) {
  std::vector<int> all;
  for (int offset = first; offset <= last; ++offset) {
    all.push_back(lm::relative_bucket(offset, bidirectional, n_buckets, max_distance));
  }
  return all;
}

// Known answers from outside: the tests of Google Research's imp (imp/max/modeling), offsets -10
// to 9.
TEST_CASE("relative_bias gives the buckets of Google's tests", "[relative_bias][hidden]") {
  equals(buckets(-10, 9, false, 4, 3),
         {3, 3, 3, 3, 3, 3, 3, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  equals(buckets(-10, 9, false, 8, 10),
         {7, 7, 7, 6, 5, 4, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  equals(buckets(-10, 9, false, 16, 9),
         {15, 15, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  equals(buckets(-10, 9, true, 4, 4), {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3});
  equals(buckets(-10, 9, true, 16, 8),
         {7, 7, 7, 7, 6, 5, 4, 3, 2, 1, 0, 9, 10, 11, 12, 13, 14, 15, 15, 15});
}

// The printed matrix of a PyTorch port of T5 (32 buckets, 128), row of query 5, keys 0 to 7.
TEST_CASE("relative_bias gives the row of a published matrix", "[relative_bias][hidden]") {
  equals(buckets(-5, 2, true, 32, 128), {5, 4, 3, 2, 1, 0, 17, 18});
}

static std::vector<int> reference_buckets(int first, int last, bool bidirectional, int n_buckets,
                                          int max_distance) {
  std::vector<int> all;
  for (int offset = first; offset <= last; ++offset) {
    all.push_back(reference::relative_bucket(offset, bidirectional, n_buckets, max_distance));
  }
  return all;
}

// Every distance to 300: borders are where mistakes live. No border here is a whole number: there
// the last bit of a logarithm decides, and right code may write the logarithms in another order.
TEST_CASE("relative_bias agrees with the reference", "[relative_bias][hidden]") {
  struct Sizes {
    int n_buckets, max_distance;
  };
  const auto [n_buckets, max_distance] = GENERATE(Sizes{32, 127}, Sizes{32, 101}, Sizes{4, 3},
                                                  Sizes{10, 50}, Sizes{12, 77}, Sizes{64, 250});
  const bool bidirectional = GENERATE(true, false);
  equals(buckets(-300, 300, bidirectional, n_buckets, max_distance),
         reference_buckets(-300, 300, bidirectional, n_buckets, max_distance));
}

TEST_CASE("relative_bias agrees with the reference on T5's decoder", "[relative_bias][hidden]") {
  equals(buckets(-300, 3, false, 32, 128), reference_buckets(-300, 3, false, 32, 128));
}

TEST_CASE("relative_bias keeps far offsets in the last bucket", "[relative_bias][hidden]") {
  for (const int distance : {128, 129, 2048, 131071, 2000000000}) {
    equals(lm::relative_bucket(-distance, false, 32, 128), 31);
    equals(lm::relative_bucket(-distance, true, 32, 128), 15);
    equals(lm::relative_bucket(distance, true, 32, 128), 31);
    equals(lm::relative_bucket(distance, false, 32, 128), 0);
  }
}

TEST_CASE("relative_bias takes the fewest buckets", "[relative_bias][hidden]") {
  equals(buckets(-3, 1, false, 2, 2), {1, 1, 1, 0, 0});
  equals(buckets(-2, 2, true, 4, 2), {1, 1, 0, 3, 3});
}

// The number of rows is the number of buckets; the last is for 128 and more whatever it is.
TEST_CASE("relative_bias finds each head's entry", "[relative_bias][hidden]") {
  const int n_buckets = GENERATE(32, 8);
  const auto table = random_matrix(n_buckets, 5, 81);
  for (const int key_pos : {2500, 2499, 2490, 2470, 2446, 2400, 2387, 2372, 0, 2501, 4000}) {
    const int bucket = reference::relative_bucket(key_pos - 2500, false, n_buckets, 128);
    for (const int head : {0, 2, 4}) {
      equals(lm::relative_bias(table, 2500, key_pos, head), table(bucket, head));
    }
  }
}

TEST_CASE("relative_bias reads a view by its stride", "[relative_bias][hidden]") {
  const auto wide = random_matrix(32, 7, 82);
  const auto view = lm::MatrixView(wide).columns(3, 2);
  equals(lm::relative_bias(view, 50, 40, 0), wide(10, 3));
  equals(lm::relative_bias(view, 50, 40, 1), wide(10, 4));
}

TEST_CASE("relative_bias leaves the table unchanged", "[relative_bias][hidden]") {
  const auto table = random_matrix(32, 3, 83);
  const auto before = table.data;
  lm::relative_bias(table, 9, 4, 1);
  unchanged(before, table.data);
}

TEST_CASE("relative_bias refuses sizes and heads out of range", "[relative_bias][hidden][errors]") {
  throws_with("relative_bucket: n_buckets is 7; an even number is needed, 2 or more",
              [] { lm::relative_bucket(-1, false, 7, 128); });
  throws_with("relative_bucket: n_buckets is 0", [] { lm::relative_bucket(-1, false, 0, 128); });
  throws_with("relative_bucket: n_buckets is 2; an even number is needed, 4 or more",
              [] { lm::relative_bucket(-1, true, 2, 128); });
  throws_with("relative_bucket: max_distance is 16",
              [] { lm::relative_bucket(-1, false, 32, 16); });
  throws_with("relative_bucket: max_distance is 8", [] { lm::relative_bucket(-1, true, 32, 8); });
  throws_with("relative_bias", [] { lm::relative_bias(lm::Matrix(32, 3), 5, 4, 3); });
  throws_with("relative_bias", [] { lm::relative_bias(lm::Matrix(32, 3), 5, 4, -1); });
}
