#include "rope_interleaved.hpp"

#include <cmath>

#include "reference/rope_interleaved.hpp"
#include "rope_frequencies.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

/// The table for heads of head_dim at positions up to last, and one more.
static lm::RopeTable table_of(int head_dim, double rope_theta, int last) {
  return lm::rope_table(lm::rope_frequencies(head_dim, rope_theta), last + 2, 1);
}

// Base 100 has the frequencies 1 and 0.1 for a head of 4.
TEST_CASE("rope_interleaved turns each plane by its own angle", "[rope_interleaved][hidden]") {
  is_close(lm::rope_interleaved(row({1, 2, 3, 4}), 2, table_of(4, 100, 2)),
           {-2.23474169, 0.07700375373, 2.14552241, 4.516274304});
  is_close(lm::rope_interleaved(row({1, 2, 3, 4}), 100, table_of(4, 500000, 100)),
           {1.875050155, 1.218272103, 2.406248275, 4.382917891});
}

// A head of 8 is not two heads of 4.
TEST_CASE("rope_interleaved begins again with each head", "[rope_interleaved][hidden]") {
  const auto x = row({1, -2, 3, 0.5, -1, 4, 2, -3});
  is_within(5e-6, lm::rope_interleaved(x, 2, table_of(4, 10000, 2)),
            {1.402448, 1.741591, 2.989401, 0.559896, -3.221043, -2.573885, 2.059596, -2.959403});
  is_within(5e-6, lm::rope_interleaved(x, 2, table_of(8, 10000, 2)),
            {1.402448, 1.741591, 2.840865, 1.086041, -1.079795, 3.979201, 2.005996, -2.995994});
}

// Known answers from outside: Meta's LLaMA (model.py, apply_rotary_emb) in float32 torch. A head of
// 8 with rope_theta 500000 at position 37, and a head of 4 with 10000 at 2000 and 2001, where
// Meta's own float32 angles are right to 5e-5.
TEST_CASE("rope_interleaved gives Meta's values", "[rope_interleaved][hidden]") {
  is_close(lm::rope_interleaved(row({-0.09375, -0.48828125, 0.236328125, -1.33398438, 1.42480469,
                                     -0.0478515625, -0.345703125, -1.04394531}),
                                37, table_of(8, 500000, 37)),
           {-0.385985166, -0.313405633, 1.35474551, -0.00546358991, 1.42535734, 0.0267340969,
            -0.343648225, -1.04462349});
  const auto table = table_of(4, 10000, 2001);
  is_within(
      5e-5,
      lm::rope_interleaved(row({-0.319335938, -0.3125, -0.799804688, -0.578125}), 2000, table),
      {0.407980382, -0.182163939, 0.201410562, -0.966100335});
  is_within(
      5e-5,
      lm::rope_interleaved(row({0.971679688, 0.231445312, -3.38769531, 1.09960938}), 2001, table),
      {-0.998091757, -0.0392586365, -2.35978103, -2.66778088});
}

TEST_CASE("rope_interleaved agrees with the reference", "[rope_interleaved][hidden]") {
  struct Heads {
    int n_heads, head_dim;
  };
  const auto heads =
      GENERATE(Heads{1, 2}, Heads{6, 4}, Heads{2, 4}, Heads{3, 10}, Heads{8, 64}, Heads{32, 128});
  const int pos = GENERATE(0, 1, 3, 2047, 4500);
  const auto x = random_row(heads.n_heads * heads.head_dim, 51);
  const auto table = table_of(heads.head_dim, 500000, pos);
  is_close(lm::rope_interleaved(x, pos, table),
           reference::rope_interleaved(x, pos, heads.head_dim, 500000));
}

// Entries of 1e4 cancel: the float32 cosine is right to 3e-8 of them.
TEST_CASE("rope_interleaved agrees with the reference on large entries",
          "[rope_interleaved][hidden]") {
  const auto x = random_row(64, 52, -1e4, 1e4);
  is_close(lm::rope_interleaved(x, 3000, table_of(16, 10000, 3000)),
           reference::rope_interleaved(x, 3000, 16, 10000), 1e4, 2);
}

TEST_CASE("rope_interleaved keeps the length of each head", "[rope_interleaved][hidden]") {
  const int head_dim = 6, n_heads = 3;
  const auto x = random_row(n_heads * head_dim, 53);
  const auto y = lm::rope_interleaved(x, 2222, table_of(head_dim, 10000, 2222));
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
TEST_CASE("rope_interleaved adds up turns", "[rope_interleaved][hidden]") {
  const auto table = table_of(8, 10000, 7);
  const auto x = random_row(16, 54);
  const auto once = lm::rope_interleaved(x, 7, table);
  const auto twice = lm::rope_interleaved(lm::rope_interleaved(x, 3, table), 4, table);
  is_close(once, reference::rope_interleaved(x, 7, 8, 10000));
  is_close(twice, reference::rope_interleaved(x, 7, 8, 10000));
}

// YaRN stretches the table, and with it every entry.
TEST_CASE("rope_interleaved takes a stretched table as it is", "[rope_interleaved][hidden]") {
  const auto table = lm::rope_table(lm::rope_frequencies(4, 10000), 6, 2.5);
  const auto x = random_row(8, 55);
  auto want = reference::rope_interleaved(x, 5, 4, 10000);
  for (double& entry : want) entry *= 2.5;
  is_close(lm::rope_interleaved(x, 5, table), want);
}

TEST_CASE("rope_interleaved of no head is empty", "[rope_interleaved][hidden]") {
  equals(lm::rope_interleaved({}, 1, table_of(4, 10000, 1)).size(), 0);
}

TEST_CASE("rope_interleaved leaves its inputs unchanged", "[rope_interleaved][hidden]") {
  const auto x = random_row(8, 56);
  const auto table = table_of(4, 10000, 3);
  const auto x_before = x, cos_before = table.cos.data, sin_before = table.sin.data;
  lm::rope_interleaved(x, 3, table);
  unchanged(x_before, x);
  unchanged(cos_before, table.cos.data);
  unchanged(sin_before, table.sin.data);
}

TEST_CASE("rope_interleaved refuses sizes and positions that do not fit",
          "[rope_interleaved][hidden][errors]") {
  const auto table = table_of(4, 10000, 2);  // positions 0 to 3
  throws_with("rope_interleaved: x has 6 values; whole heads of 4", [&] {
    lm::rope_interleaved(row({1, 2, 3, 4, 5, 6}), 1, table);
  });
  throws_with("rope_interleaved: x has 2 values", [&] {
    lm::rope_interleaved(row({1, 2}), 1, table);
  });
  throws_with("rope_interleaved", [&] { lm::rope_interleaved(row({1, 2, 3, 4}), 4, table); });
  throws_with("rope_interleaved", [&] { lm::rope_interleaved(row({1, 2, 3, 4}), -1, table); });
  throws_with("rope_interleaved", [] { lm::rope_interleaved(row({1, 2}), 0, lm::RopeTable{}); });
}

// Meta's model in float32. Its angles are float32: 1e-5, and 5e-5 at position 2000.
TEST_CASE("rope_interleaved agrees with the conformance data", "[rope_interleaved][conformance]") {
  for (const auto& golden : kit::golden_cases("rope_interleaved")) {
    const int start = golden.integer("start_pos");
    for (const char* const name : {"q", "k"}) {
      const auto in = golden.tensor(name), out = golden.tensor(name + std::string("_out"));
      const int n_positions = in.shape[1], head_dim = in.shape[3];  // (batch, pos, head, dim)
      const auto size = static_cast<std::size_t>(in.shape[2] * head_dim);
      const auto table = table_of(head_dim, golden.number("theta"), start + n_positions);
      const auto x = in.floats();
      for (std::size_t at = 0; at < x.size(); at += size) {
        const int pos = start + static_cast<int>(at / size) % n_positions;
        const auto first = out.values.begin() + static_cast<std::ptrdiff_t>(at);
        is_within(pos < 2000 ? 1e-5 : 5e-5,
                  lm::rope_interleaved(std::span(x).subspan(at, size), pos, table),
                  std::vector<double>(first, first + static_cast<std::ptrdiff_t>(size)));
      }
    }
  }
}
