#include "ntk_aware.hpp"

#include "planes.hpp"
#include "reference/ntk_aware.hpp"
#include "reference/rope_frequencies.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static std::vector<double> begin(int head_dim, double rope_theta) {
  auto frequencies = reference::rope_frequencies(head_dim, rope_theta);
  frequencies.resize(4);
  return frequencies;
}

// 100 * 3^2 = 900; a head of 6: 64 * 4^(6/4) = 64 * 8; a head of 8 with base 1: 8^(8/6) = 16.
TEST_CASE("ntk_aware with other heads and bases", "[ntk_aware][hidden]") {
  is_close(lm::ntk_aware_base(4, 100, 3), 900.0);
  is_close(lm::ntk_aware_base(6, 64, 4), 512.0);
  is_close(lm::ntk_aware_base(8, 1, 8), 16.0);
  is_close(lm::ntk_aware_base(80, 500000, 1), 500000.0);
  is_close(lm::ntk_aware_base(4, 0.5, 2), 2.0);
}

// 3 * 15 / 10 - 2 = 2.5 and 3 * 40 / 10 - 2 = 10; trained on one token, 4 * 3 - 3 = 9.
TEST_CASE("ntk_aware follows other texts", "[ntk_aware][hidden]") {
  is_close(lm::dynamic_ntk_base(4, 100, 3, 15, 10), 625.0);
  is_close(lm::dynamic_ntk_base(4, 100, 3, 40, 10), 10000.0);
  is_close(lm::dynamic_ntk_base(4, 100, 4, 3, 1), 8100.0);
  is_close(lm::dynamic_ntk_base(4, 100, 1, 30, 10), 900.0);  // factor 1: the length alone
  is_close(lm::dynamic_ntk_base(4, 100, 4, 0, 1), 100.0);
  is_close(lm::dynamic_ntk_base(4, 100, 4, 1, 1), 100.0);
}

// A head of 8: the line is 0 at half the length, and below 0 under it; with the power 8/6 that
// would be a base of 0, or NaN.
TEST_CASE("ntk_aware has no formula below the trained length", "[ntk_aware][hidden]") {
  is_close(lm::dynamic_ntk_base(8, 10000, 2, 4, 8), 10000.0);
  is_close(lm::dynamic_ntk_base(8, 10000, 2, 2, 8), 10000.0);
  is_close(lm::dynamic_ntk_base(128, 500000, 8, 2048, 2048), 500000.0);
  is_close(lm::dynamic_ntk_base(128, 500000, 8, 100, 2048), 500000.0);
}

// Known answers from outside: the first frequencies that Hugging Face (transformers 4.45, float32)
// and the YaRN authors' code (jquesnelle/yarn) make of the new base.
TEST_CASE("ntk_aware gives Hugging Face's values", "[ntk_aware][hidden]") {
  planes::are_close(1e-6, begin(16, lm::ntk_aware_base(16, 10000, 2)),
                    {1, 0.286414951, 0.0820335299, 0.0234956332});
  planes::are_close(1e-6, begin(64, lm::ntk_aware_base(64, 10000, 4)),
                    {1, 0.717098296, 0.514230013, 0.368753493});
  planes::are_close(1e-6, begin(128, lm::ntk_aware_base(128, 500000, 16)),
                    {1, 0.779543877, 0.607688665, 0.473719984});
}

TEST_CASE("ntk_aware gives Hugging Face's values by length", "[ntk_aware][hidden]") {
  planes::are_close(1e-6, begin(16, lm::dynamic_ntk_base(16, 10000, 2, 4096, 2048)),
                    {1, 0.270296127, 0.0730599985, 0.0197478328});
  planes::are_close(1e-6, begin(64, lm::dynamic_ntk_base(64, 10000, 4, 2049, 2048)),
                    {1, 0.749846995, 0.562270522, 0.421616852});
  planes::are_close(1e-6, begin(128, lm::dynamic_ntk_base(128, 500000, 8, 16384, 2048)),
                    {1, 0.763981044, 0.58366698, 0.445910484});
}

TEST_CASE("ntk_aware agrees with the reference", "[ntk_aware][hidden]") {
  const int head_dim = GENERATE(4, 6, 64, 80, 128, 256);
  const double rope_theta = GENERATE(10000.0, 500000.0, 1.5);
  const double factor = GENERATE(1.0, 1.1, 8.0, 1000.0);
  planes::are_close(1e-12, {lm::ntk_aware_base(head_dim, rope_theta, factor)},
                    {reference::ntk_aware_base(head_dim, rope_theta, factor)});
  std::vector<double> got, want;
  for (const int seq_len : {0, 1, 511, 512, 513, 1000, 1999999999}) {
    got.push_back(lm::dynamic_ntk_base(head_dim, rope_theta, factor, seq_len, 512));
    want.push_back(reference::dynamic_ntk_base(head_dim, rope_theta, factor, seq_len, 512));
  }
  planes::are_close(1e-12, got, want);
}

// The promise: the slowest plane is slower by exactly factor.
TEST_CASE("ntk_aware slows the slowest plane by factor", "[ntk_aware][hidden]") {
  const int head_dim = GENERATE(4, 10, 128);
  const double factor = GENERATE(2.0, 5.5);
  const double base = lm::ntk_aware_base(head_dim, 10000, factor);
  const double before = reference::rope_frequencies(head_dim, 10000).back();
  const double after = reference::rope_frequencies(head_dim, base).back();
  is_within(1e-10, before / after, factor);
}

TEST_CASE("ntk_aware refuses numbers out of range", "[ntk_aware][hidden][errors]") {
  throws_with("ntk_aware_base", [] { lm::ntk_aware_base(2, 10000, 1); });
  throws_with("ntk_aware_base", [] { lm::ntk_aware_base(0, 10000, 4); });
  throws_with("ntk_aware_base", [] { lm::ntk_aware_base(-4, 10000, 4); });
  throws_with("ntk_aware_base", [] { lm::ntk_aware_base(127, 10000, 4); });
  throws_with("ntk_aware_base: rope_theta is 0", [] { lm::ntk_aware_base(4, 0, 4); });
  throws_with("factor 0.99", [] { lm::ntk_aware_base(4, 10000, 0.99); });
  throws_with("ntk_aware_base", [] { lm::dynamic_ntk_base(2, 10000, 4, 16, 8); });
  throws_with("dynamic_ntk_base: seq_len is -1", [] { lm::dynamic_ntk_base(4, 10000, 2, -1, 8); });
  throws_with("original_len 0", [] { lm::dynamic_ntk_base(4, 10000, 2, 8, 0); });
  throws_with("dynamic_ntk_base: factor is 0.5",
              [] { lm::dynamic_ntk_base(4, 10000, 0.5, 16, 8); });
}

// Hugging Face computes frequencies in float32.
TEST_CASE("ntk_aware agrees with the conformance data", "[ntk_aware][conformance]") {
  for (const auto& golden : kit::golden_cases("inv_freq")) {
    const bool dynamic = golden.word("type") == "dynamic";
    if (golden.word("type") != "ntk" && !dynamic) continue;
    const int head_dim = golden.integer("head_dim");
    const double rope_theta = golden.number("theta"), factor = golden.number("factor");
    const double base =
        dynamic ? lm::dynamic_ntk_base(head_dim, rope_theta, factor, golden.integer("seq_len"),
                                       golden.integer("max_position_embeddings"))
                : lm::ntk_aware_base(head_dim, rope_theta, factor);
    planes::are_close(1e-6, reference::rope_frequencies(head_dim, base),
                      golden.tensor("inv_freq").values);
  }
}
