#include "ffn_size.hpp"

#include <limits>

#include "reference/ffn_size.hpp"
#include "support/testing.hpp"

// Known answers from outside: the published intermediate_size of each model, from its hidden_size
// and, in Meta's params.json, multiple_of and ffn_dim_multiplier.
TEST_CASE("ffn_size gives the widths of Meta's models", "[ffn_size][hidden]") {
  equals(lm::ffn_size(4096, 256, 1.0), 11008);    // LLaMA-1-7B, LLaMA-2-7B
  equals(lm::ffn_size(5120, 256, 1.0), 13824);    // 13B
  equals(lm::ffn_size(6656, 256, 1.0), 17920);    // LLaMA-1-30B
  equals(lm::ffn_size(8192, 256, 1.0), 22016);    // LLaMA-1-65B
  equals(lm::ffn_size(8192, 4096, 1.3), 28672);   // LLaMA-2-70B, LLaMA-3-70B
  equals(lm::ffn_size(4096, 1024, 1.3), 14336);   // LLaMA-3-8B
  equals(lm::ffn_size(2048, 256, 1.5), 8192);     // LLaMA-3.2-1B
  equals(lm::ffn_size(3072, 256, 1.0), 8192);     // LLaMA-3.2-3B
  equals(lm::ffn_size(16384, 4096, 1.2), 53248);  // LLaMA-3.1-405B
  equals(lm::ffn_size(2048, 256, 1.0), 5632);     // TinyLlama-1.1B
  equals(lm::ffn_size(288, 32, 1.0), 768);        // stories15M of llama2.c
}

// 1.4 * 2730 is 3821.9999999999995 in double, and "rounded down" means just that: no helping hand.
TEST_CASE("ffn_size rounds the stretched width down as it is", "[ffn_size][hidden]") {
  equals(lm::ffn_size(1024, 1, 1.4), 3821);
}

// LLaMA-2-7B has 6738415616 weights. Embedding and head take 2 * 32000 * 4096, the norms 65 * 4096,
// attention 32 * 4 * 4096²; the rest are 32 feed-forward networks.
TEST_CASE("ffn_size completes the count of LLaMA-2-7B", "[ffn_size][hidden]") {
  const std::int64_t others =
      std::int64_t{2} * 32000 * 4096 + 65 * 4096 + std::int64_t{32} * 4 * 4096 * 4096;
  equals(others + 32 * lm::ffn_parameters(4096, 11008, true), 6738415616);
}

// LLaMA-3-8B: 8030261248 in all, 4096 x 1024 for keys and for values.
TEST_CASE("ffn_size completes the count of LLaMA-3-8B", "[ffn_size][hidden]") {
  const std::int64_t attention = std::int64_t{2} * 4096 * 4096 + std::int64_t{2} * 4096 * 1024;
  const std::int64_t others = std::int64_t{2} * 128256 * 4096 + 65 * 4096 + 32 * attention;
  equals(others + 32 * lm::ffn_parameters(4096, 14336, true), 8030261248);
}

TEST_CASE("ffn_size counts to the last weight, beyond 32 bits, too", "[ffn_size][hidden]") {
  equals(lm::ffn_parameters(16384, 65536, false), 2147483648);
  equals(lm::ffn_parameters(65536, 65536, true), 12884901888);
  equals(lm::ffn_parameters(100000, 400000, false), 80000000000);
  equals(lm::ffn_parameters(5001, 5003, true), 75060009);
  equals(lm::ffn_parameters(1, 1, false), 2);
  equals(lm::ffn_parameters(1, 1, true), 3);
  equals(lm::ffn_parameters(7, 5, true), 105);
}

// Two thirds of 4d pay for the third matrix, to the weight, wherever 3 divides 8d.
TEST_CASE("ffn_size matches the plain network's cost", "[ffn_size][hidden]") {
  for (const int hidden_size : {3, 12, 24, 96, 288, 768, 3072, 12288}) {
    equals(lm::ffn_parameters(hidden_size, lm::ffn_size(hidden_size, 1, 1.0), true),
           lm::ffn_parameters(hidden_size, 4 * hidden_size, false));
  }
}

TEST_CASE("ffn_size is a multiple, and the first that is wide enough", "[ffn_size][hidden]") {
  for (const int multiple_of : {2, 3, 100, 128, 256, 1000}) {
    for (const int hidden_size : {1, 2, 63, 288, 1000, 4097}) {
      const int bare = lm::ffn_size(hidden_size, 1, 1.0);
      const int width = lm::ffn_size(hidden_size, multiple_of, 1.0);
      equals(width % multiple_of, 0);
      equals(width >= bare && width - bare < multiple_of, true);
      equals(bare, 8 * hidden_size / 3);
    }
  }
}

TEST_CASE("ffn_size agrees with the reference", "[ffn_size][hidden]") {
  const double multiplier = GENERATE(0.25, 0.9, 1.0, 1.1, 1.3, 2.5, 4.0);
  std::vector<int> got, want;
  for (const int multiple_of : {1, 7, 32, 48, 256, 1024}) {
    for (const int hidden_size : {1, 2, 3, 64, 255, 288, 768, 1279, 5120, 7168, 40000}) {
      got.push_back(lm::ffn_size(hidden_size, multiple_of, multiplier));
      want.push_back(reference::ffn_size(hidden_size, multiple_of, multiplier));
      equals(lm::ffn_parameters(hidden_size, multiple_of, multiplier > 1),
             reference::ffn_parameters(hidden_size, multiple_of, multiplier > 1));
    }
  }
  equals(got, want);
}

TEST_CASE("ffn_size refuses what is no size", "[ffn_size][hidden][errors]") {
  throws_with("ffn_parameters", [] { lm::ffn_parameters(0, 11008, true); });
  throws_with("ffn_parameters", [] { lm::ffn_parameters(4096, 0, false); });
  throws_with("ffn_parameters", [] { lm::ffn_parameters(-4096, -11008, true); });
  throws_with("ffn_size: hidden_size is 0", [] { lm::ffn_size(0, 256, 1.0); });
  throws_with("ffn_size: multiplier", [] { lm::ffn_size(4096, 256, 0.0); });
  throws_with("ffn_size: multiplier", [] { lm::ffn_size(4096, 256, -1.3); });
  throws_with("ffn_size: multiplier",
              [] { lm::ffn_size(4096, 256, std::numeric_limits<double>::quiet_NaN()); });
  throws_with("ffn_size", [] { lm::ffn_size(4096, 0, 1.0); });
  throws_with("ffn_size", [] { lm::ffn_size(4096, -256, 1.0); });
}
