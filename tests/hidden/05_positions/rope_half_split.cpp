#include "rope_half_split.hpp"

#include <cmath>

#include "reference/rope_half_split.hpp"
#include "rope_frequencies.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

/// The table for heads of head_dim at positions up to last, and one more.
static lm::RopeTable table_of(int head_dim, double rope_theta, int last) {
  return lm::rope_table(lm::rope_frequencies(head_dim, rope_theta), last + 2, 1);
}

// Base 100 has the frequencies 1 and 0.1 for a head of 4.
TEST_CASE("rope_half_split turns each plane by its own angle", "[rope_half_split][hidden]") {
  is_close(lm::rope_half_split(row({1, 2, 3, 4}), 2, table_of(4, 100, 2)),
           {-3.144039117, 1.165455833, -0.3391430828, 4.317604973});
  is_close(lm::rope_half_split(row({1, 2, 3, 4}), 100, table_of(4, 500000, 100)),
           {2.381415796, 1.41623162, 2.080590976, 4.241967468});
}

// A head of 8 is not two heads of 4.
TEST_CASE("rope_half_split begins again with each head", "[rope_half_split][hidden]") {
  const auto x = row({1, -2, 3, 0.5, -1, 4, 2, -3});
  is_within(5e-6, lm::rope_half_split(x, 2, table_of(4, 10000, 2)),
            {-3.144039, -2.009599, -0.339143, 0.459903, -1.402448, 4.059196, -1.741591, -2.919405});
  is_within(5e-6, lm::rope_half_split(x, 2, table_of(8, 10000, 2)),
            {0.493151, -2.754810, 2.959403, 0.505999, 1.325444, 3.522928, 2.059596, -2.998994});
}

// Known answers from outside: Hugging Face's apply_rotary_pos_emb (transformers 4.45) in float32
// torch. A head of 8 with rope_theta 500000 at position 37, and a head of 4 with 10000 at 2000 and
// 2001, where Hugging Face's own float32 angles are right to 5e-5.
TEST_CASE("rope_half_split gives Hugging Face's values", "[rope_half_split][hidden]") {
  is_close(lm::rope_half_split(row({1.38476562, 1.54589844, -1.51074219, 0.674804688, 0.181640625,
                                    -0.255859375, 1.23632812, -1.234375}),
                               37, table_of(8, 500000, 37)),
           {1.17681181, 0.527562499, -1.57333684, 0.677232325, -0.752119184, 1.47544706, 1.15562105,
            -1.23304474});
  const auto table = table_of(4, 10000, 2001);
  is_within(5e-5,
            lm::rope_half_split(row({-0.90625, -0.126953125, 2.0390625, 0.854492188}), 2000, table),
            {-1.56339848, -0.831911862, -1.59212136, 0.232801676});
  is_within(5e-5,
            lm::rope_half_split(row({0.896484375, -0.953125, 1.22753906, 1.17480469}), 2001, table),
            {-1.11685538, -1.45750511, -1.03110147, -0.405329615});
}

TEST_CASE("rope_half_split agrees with the reference", "[rope_half_split][hidden]") {
  struct Heads {
    int n_heads, head_dim;
  };
  const auto heads =
      GENERATE(Heads{1, 2}, Heads{6, 4}, Heads{2, 4}, Heads{3, 10}, Heads{8, 64}, Heads{32, 128});
  const int pos = GENERATE(0, 1, 3, 2047, 4500);
  const auto x = random_row(heads.n_heads * heads.head_dim, 51);
  const auto table = table_of(heads.head_dim, 500000, pos);
  is_close(lm::rope_half_split(x, pos, table),
           reference::rope_half_split(x, pos, heads.head_dim, 500000));
}

// Entries of 1e4 cancel: the float32 cosine is right to 3e-8 of them.
TEST_CASE("rope_half_split agrees with the reference on large entries",
          "[rope_half_split][hidden]") {
  const auto x = random_row(64, 52, -1e4, 1e4);
  is_close(lm::rope_half_split(x, 3000, table_of(16, 10000, 3000)),
           reference::rope_half_split(x, 3000, 16, 10000), 1e4, 2);
}

TEST_CASE("rope_half_split keeps the length of each head", "[rope_half_split][hidden]") {
  const int head_dim = 6, n_heads = 3;
  const auto x = random_row(n_heads * head_dim, 53);
  const auto y = lm::rope_half_split(x, 2222, table_of(head_dim, 10000, 2222));
  equals(y.size(), x.size());
  for (std::size_t head = 0; head < 3; ++head) {
    double before = 0, after = 0;
    for (std::size_t c = 6 * head; c < 6 * head + 6; ++c) {
      before += double{x[c]} * double{x[c]};
      after += c < y.size() ? double{y[c]} * double{y[c]} : 0;
    }
    is_close(std::sqrt(after), std::sqrt(before));
  }
}

// Turned by 3 positions and then by 4 is turned by 7.
TEST_CASE("rope_half_split adds up turns", "[rope_half_split][hidden]") {
  const auto table = table_of(8, 10000, 7);
  const auto x = random_row(16, 54);
  const auto once = lm::rope_half_split(x, 7, table);
  const auto twice = lm::rope_half_split(lm::rope_half_split(x, 3, table), 4, table);
  is_close(once, reference::rope_half_split(x, 7, 8, 10000));
  is_close(twice, reference::rope_half_split(x, 7, 8, 10000));
}

// YaRN stretches the table, and with it every entry.
TEST_CASE("rope_half_split takes a stretched table as it is", "[rope_half_split][hidden]") {
  const auto table = lm::rope_table(lm::rope_frequencies(4, 10000), 6, 2.5);
  const auto x = random_row(8, 55);
  auto want = reference::rope_half_split(x, 5, 4, 10000);
  for (double& entry : want) entry *= 2.5;
  is_close(lm::rope_half_split(x, 5, table), want);
}

TEST_CASE("rope_half_split of no head is empty", "[rope_half_split][hidden]") {
  equals(lm::rope_half_split({}, 1, table_of(4, 10000, 1)).size(), 0);
}

TEST_CASE("rope_half_split leaves its inputs unchanged", "[rope_half_split][hidden]") {
  const auto x = random_row(8, 56);
  const auto table = table_of(4, 10000, 3);
  const auto x_before = x, cos_before = table.cos.data, sin_before = table.sin.data;
  lm::rope_half_split(x, 3, table);
  unchanged(x_before, x);
  unchanged(cos_before, table.cos.data);
  unchanged(sin_before, table.sin.data);
}

TEST_CASE("rope_half_split refuses sizes and positions that do not fit",
          "[rope_half_split][hidden][errors]") {
  const auto table = table_of(4, 10000, 2);  // positions 0 to 3
  throws_with("rope_half_split: x has 6 values; whole heads of 4", [&] {
    lm::rope_half_split(row({1, 2, 3, 4, 5, 6}), 1, table);
  });
  throws_with("rope_half_split: x has 2 values", [&] {
    lm::rope_half_split(row({1, 2}), 1, table);
  });
  throws_with("rope_half_split: pos is 4; the table has 4 rows", [&] {
    lm::rope_half_split(row({1, 2, 3, 4}), 4, table);
  });
  throws_with("rope_half_split: pos is -1", [&] {
    lm::rope_half_split(row({1, 2, 3, 4}), -1, table);
  });
  throws_with("rope_half_split", [] { lm::rope_half_split(row({1, 2}), 0, lm::RopeTable{}); });
}

// Hugging Face's model in float32. Its angles are float32: 1e-5, and 5e-5 at position 2000.
TEST_CASE("rope_half_split agrees with the conformance data", "[rope_half_split][conformance]") {
  for (const auto& golden : kit::golden_cases("rope_half_split")) {
    const int start = golden.integer("start_pos");
    for (const char* const name : {"q", "k"}) {
      const auto in = golden.tensor(name), out = golden.tensor(name + std::string("_out"));
      const int batch = in.shape[0], n_heads = in.shape[1];  // (batch, head, pos, dim)
      const int n_positions = in.shape[2], head_dim = in.shape[3];
      const auto table = table_of(head_dim, golden.number("theta"), start + n_positions);
      for (int b = 0; b < batch; ++b) {
        for (int i = 0; i < n_positions; ++i) {
          std::vector<double> x, want;  // all heads of one token, side by side
          for (int head = 0; head < n_heads; ++head) {
            const int at = (b * n_heads + head) * n_positions + i;
            for (const double entry : in.row(at)) x.push_back(entry);
            for (const double entry : out.row(at)) want.push_back(entry);
          }
          is_within(start < 2000 ? 1e-5 : 5e-5,
                    lm::rope_half_split(lm::Vector(x.begin(), x.end()), start + i, table), want);
        }
      }
    }
  }
}
