#include "ffn_size.hpp"

#include "support/testing.hpp"

// 2 * 12 * 48, 3 * 12 * 48, 3 * 12 * 32: two thirds of the width pay for the third matrix.
TEST_CASE("ffn_size worked example: counts of small networks", "[ffn_size]") {
  equals(lm::ffn_parameters(12, 48, false), 1152);
  equals(lm::ffn_parameters(12, 48, true), 1728);
  equals(lm::ffn_parameters(12, 32, true), 1152);
  equals(lm::ffn_parameters(24, 96, false), 4608);
  equals(lm::ffn_parameters(24, 64, true), 4608);
  equals(lm::ffn_parameters(24, 96, true), 6912);
}

// 2 * 4096 * 16384 for the plain network, 3 * 4096 * 11008 for LLaMA-7B's.
TEST_CASE("ffn_size worked example: counts of LLaMA-7B", "[ffn_size]") {
  equals(lm::ffn_parameters(4096, 16384, false), 134217728);
  equals(lm::ffn_parameters(4096, 11008, true), 135266304);
}

// 3 * 16384 * 53248, and an int ends at 2147483647.
TEST_CASE("ffn_size counts in 64 bits", "[ffn_size]") {
  equals(lm::ffn_parameters(16384, 53248, true), 2617245696);
}

// 4 * 4096 = 16384, two thirds are 10922 and a rest, and 43 blocks of 256 make 11008.
TEST_CASE("ffn_size worked example: blocks of 256", "[ffn_size]") {
  equals(lm::ffn_size(4096, 256, 1.0), 11008);
  std::vector<int> widths;
  for (const int hidden_size : {2048, 3072, 4096, 5120, 6656, 8192, 12, 24, 96}) {
    widths.push_back(lm::ffn_size(hidden_size, 256, 1.0));
  }
  equals(widths, {5632, 8192, 11008, 13824, 17920, 22016, 256, 256, 256});
}

// 8 * 12 / 3 = 32 is a multiple of 8 and of 32; in blocks of 5 it takes 35.
TEST_CASE("ffn_size uses the block it is given", "[ffn_size]") {
  equals(std::vector{lm::ffn_size(12, 8, 1.0), lm::ffn_size(12, 32, 1.0), lm::ffn_size(24, 8, 1.0),
                     lm::ffn_size(12, 5, 1.0)},
         {32, 32, 64, 35});
}

// 8 / 3 of each leaves 5461, 10922 and 21845; 1.3 times that is 7099.3, 14198.6 and 28398.5.
TEST_CASE("ffn_size rounds down before it rounds up", "[ffn_size]") {
  equals(std::vector{lm::ffn_size(2048, 1, 1.0), lm::ffn_size(4096, 1, 1.0)}, {5461, 10922});
  equals(std::vector{lm::ffn_size(2048, 1, 1.3), lm::ffn_size(4096, 1, 1.3),
                     lm::ffn_size(8192, 1, 1.3)},
         {7099, 14198, 28398});
}

// LLaMA-3-8B: 14198 goes up to 14 * 1024. LLaMA-2-70B: 28398 to 7 * 4096. And 2.5 * 32 is 80.
TEST_CASE("ffn_size multiplies before it rounds up", "[ffn_size]") {
  equals(lm::ffn_size(4096, 1024, 1.3), 14336);
  equals(lm::ffn_size(8192, 4096, 1.3), 28672);
  equals(lm::ffn_size(12, 8, 2.5), 80);
}

TEST_CASE("ffn_size refuses blocks of nothing", "[ffn_size][errors]") {
  throws_with("ffn_size", [] { lm::ffn_size(4096, 0, 1.0); });
}
