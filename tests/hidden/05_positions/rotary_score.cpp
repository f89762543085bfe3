#include "rotary_score.hpp"

#include <cmath>
#include <numeric>

#include "reference/rotary_score.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static std::vector<double> frequencies_of(int n_planes, double step) {
  std::vector<double> frequencies;
  for (int i = 0; i < n_planes; ++i) frequencies.push_back(i == 0 ? 1 : frequencies.back() * step);
  return frequencies;
}

// With other numbers: q = (2, 0) and k = (0, 3), a sixth of a circle for each position.
TEST_CASE("rotary_score of (2, 0) and (0, 3) by sixths", "[rotary_score][hidden]") {
  const std::vector<double> sixth = {1.0471975511965976};
  const auto q = row({2, 0}), k = row({0, 3});
  is_close(lm::rotary_score(q, 0, k, 0, sixth), 0.0);
  is_close(lm::rotary_score(q, 1, k, 0, sixth), 5.1961524227);
  is_close(lm::rotary_score(q, 4, k, 5, sixth), -5.1961524227);
  is_close(lm::relative_score(q, k, 2, sixth), 5.1961524227);
  is_close(lm::relative_score(q, k, -2, sixth), -5.1961524227);
}

// A zero in one plane must not hide the others, and a plane without length has no angle.
TEST_CASE("rotary_score takes pairs of zeros", "[rotary_score][hidden]") {
  const std::vector<double> f = {1, 0.1, 0.01};
  const auto q = row({0, 0, 1, 2, 0, -1}), k = row({3, 1, 0, 0, 2, 2});
  is_close(lm::rotary_score(q, 4, k, 1, f), -2.0 * 0.9995500337 - 2.0 * -0.0299955002);
  is_close(lm::relative_score(q, k, 3, f), -2.0 * 0.9995500337 - 2.0 * -0.0299955002);
}

// Known answers from outside: products of what Meta's LLaMA (apply_rotary_emb, float32 torch) made
// of these queries and keys. Head of 8, rope_theta 500000.
TEST_CASE("rotary_score gives the products of Meta's rows", "[rotary_score][hidden]") {
  const auto f = std::vector<double>{1, 0.0376060309, 0.00141421356, 5.31829589e-05};
  const auto q37 = row({-0.09375, -0.48828125, 0.236328125, -1.33398438, 1.42480469, -0.0478515625,
                        -0.345703125, -1.04394531});
  const auto k37 = row({-1.49023438, 1.75976562, 1.26171875, 0.87890625, -1.26855469, -0.272460938,
                        -1.50878906, 0.71484375});
  const auto k41 = row({-0.159179688, -1.43554688, 1.48730469, -0.833984375, 1.8671875, -1.35253906,
                        1.21289062, 2.87988281});
  const auto q41 = row({-0.475585938, -0.404296875, 0.458007812, -0.9296875, 0.481445312,
                        0.340820312, 1.00585938, -0.552734375});
  // Their angles are float32: 2e-6 off at most, times the lengths of q and k.
  is_within(2e-5, lm::rotary_score(q37, 37, k37, 37, f), -3.6128881681);
  is_within(2e-5, lm::rotary_score(q37, 37, k41, 41, f), 0.0644516510);
  is_within(2e-5, lm::rotary_score(q41, 41, k37, 37, f), -1.5239386972);
  is_within(2e-5, lm::relative_score(q41, k37, 4, f), -1.5239386972);
}

TEST_CASE("rotary_score agrees with the reference", "[rotary_score][hidden]") {
  struct Places {
    int q_pos, k_pos;
  };
  const int n_planes = GENERATE(1, 2, 5, 64);
  const auto [m, n] = GENERATE(Places{0, 0}, Places{3, 1}, Places{1, 3}, Places{2500, 2},
                               Places{2047, 2046}, Places{131071, 0}, Places{17, 131071});
  const auto q = random_row(2 * n_planes, 71), k = random_row(2 * n_planes, 72);
  const auto f = frequencies_of(n_planes, 0.81461723385654472);
  const double want = reference::rotary_score(q, m, k, n, f);
  is_close(lm::rotary_score(q, m, k, n, f), want);
  is_close(lm::relative_score(q, k, m - n, f), want);
}

// The promise itself, far out and both ways round, and with a value that is known: 1.5 at distance
// 0 and cos 0.7, sin 0.7 beside it.
TEST_CASE("rotary_score depends on the signed distance alone", "[rotary_score][hidden]") {
  const int start = GENERATE(0, 1, 2048, 100000);
  const auto q = row({1, 0.5}), k = row({1, 1});
  const std::vector<double> f = {0.7};
  is_close(lm::rotary_score(q, start, k, start, f), 1.5);
  is_close(lm::rotary_score(q, start + 1, k, start, f), 1.5 * 0.7648421873 + 0.5 * 0.6442176872);
  is_close(lm::rotary_score(q, start, k, start + 1, f), 1.5 * 0.7648421873 - 0.5 * 0.6442176872);
}

// 1e8 + 1 - 1e8 is 1, and 0 in float32.
TEST_CASE("rotary_score adds in double", "[rotary_score][hidden]") {
  const auto q = row({1e4, 0, 1, 0, 0, 1e4}), k = row({1e4, 0, 1, 0, 0, -1e4});
  const std::vector<double> f = {1, 0.1, 0.01};
  is_close(lm::rotary_score(q, 0, k, 0, f), 1.0);
  is_close(lm::rotary_score(q, 2100, k, 2100, f), 1.0);
  is_close(lm::relative_score(q, k, 0, f), 1.0);
}

TEST_CASE("rotary_score leaves its inputs unchanged", "[rotary_score][hidden]") {
  const auto q = random_row(6, 73), k = random_row(6, 74);
  const std::vector<double> f = {1, 0.1, 0.01};
  const auto q_before = q, k_before = k;
  const auto f_before = f;
  lm::rotary_score(q, 5, k, 2, f);
  lm::relative_score(q, k, 3, f);
  unchanged(q_before, q);
  unchanged(k_before, k);
  unchanged(f_before, f);
}

TEST_CASE("rotary_score refuses sizes that do not fit", "[rotary_score][hidden][errors]") {
  const std::vector<double> f = {1, 0.01};
  const auto four = row({1, 2, 3, 4}), two = row({1, 2});
  throws_with("rotary_score: q has 2 values", [&] { lm::rotary_score(two, 1, four, 1, f); });
  throws_with("rotary_score: q has 4 values, k has 2",
              [&] { lm::rotary_score(four, 1, two, 1, f); });
  throws_with("rotary_score: q has 2 values", [&] { lm::rotary_score(two, 1, two, 1, f); });
  throws_with("relative_score: q has 2 values", [&] { lm::relative_score(two, four, 1, f); });
  throws_with("relative_score: q has 4 values, k has 2",
              [&] { lm::relative_score(four, two, 1, f); });
}

// Meta's rows in float32, each query against each key of the same text, head 0.
TEST_CASE("rotary_score agrees with the conformance data", "[rotary_score][conformance]") {
  for (const auto& golden : kit::golden_cases("rope_interleaved")) {
    const auto q = golden.tensor("q"), k = golden.tensor("k");
    const auto q_out = golden.tensor("q_out"), k_out = golden.tensor("k_out");
    const int n_positions = q.shape[1], start = golden.integer("start_pos");
    const int n_planes = q.shape[3] / 2;
    const auto f = frequencies_of(n_planes, std::pow(golden.number("theta"), -1.0 / n_planes));
    const auto q_rows = q.matrix(), k_rows = k.matrix();
    for (int m = 0; m < n_positions; ++m) {
      for (int n = 0; n < n_positions; ++n) {
        const int q_row = m * q.shape[2], k_row = n * k.shape[2];  // (batch, pos, head, dim)
        const auto turned_q = q_out.row(q_row), turned_k = k_out.row(k_row);
        const double want =
            std::inner_product(turned_q.begin(), turned_q.end(), turned_k.begin(), 0.0);
        // Float32 angles err by 5e-8 of a position and more; lengths of q and k are 5 to 30.
        const double tolerance = 2e-5 + 1e-6 * (start + n_positions);
        const auto query = q_rows.row(q_row), key = k_rows.row(k_row);
        is_within(tolerance, lm::rotary_score(query, start + m, key, start + n, f), want);
        is_within(tolerance, lm::relative_score(query, key, m - n, f), want);
      }
    }
  }
}
