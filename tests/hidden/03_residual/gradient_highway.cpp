#include "gradient_highway.hpp"

#include <cmath>

#include "functions.hpp"
#include "reference/gradient_highway.hpp"
#include "support/testing.hpp"

using functions::in_float;
using lm::NormPlace;

namespace {

const lm::Matrix W0 = matrix({{1, -0.5, 2}, {0.25, 1.5, -1}, {-2, 0.75, 0.5}});
const lm::Matrix W1 = matrix({{0.5, 1, -1}, {2, -0.25, 0.75}, {1, 0.5, -1.5}});

functions::Rows rows_of(const lm::Matrix& m) {
  functions::Rows rows;
  for (int i = 0; i < m.rows; ++i) rows.push_back(functions::doubles(m.row(i)));
  return rows;
}
std::vector<functions::Rows> rows_of(const std::vector<lm::Matrix>& all) {
  std::vector<functions::Rows> rows;
  for (const lm::Matrix& m : all) rows.push_back(rows_of(m));
  return rows;
}
/// Matrices that neither die out nor explode when many are multiplied.
std::vector<lm::Matrix> matrices(int n, int d, std::uint64_t seed) {
  std::vector<lm::Matrix> all;
  const double size = 0.8 / std::sqrt(d);
  for (int k = 0; k < n; ++k) {
    all.push_back(random_matrix(d, d, seed + static_cast<std::uint64_t>(k), -size, size));
  }
  return all;
}

}  // namespace

// Twice the row, half the Jacobian.
TEST_CASE("gradient_highway halves the Jacobian of [3, 4] at [6, 8]",
          "[gradient_highway][hidden]") {
  is_close(lm::rms_norm_jacobian(row({6, 8})).data,
           {0.0905096679918781, -0.0678822509939086, -0.0678822509939086, 0.0509116882454314});
}

// Neither the sum nor the sign of a row says whether it is all zero.
TEST_CASE("gradient_highway takes rows below 0 and rows of mean 0", "[gradient_highway][hidden]") {
  is_close(lm::rms_norm_jacobian(row({2, -2})).data, {0.25, 0.25, 0.25, 0.25});
  is_close(lm::rms_norm_jacobian(row({-1, -7})).data, {0.196, -0.028, -0.028, 0.004});
  is_close(lm::rms_norm_jacobian(row({0, 0, 3})).data,
           {0.5773502691896258, 0, 0, 0, 0.5773502691896258, 0, 0, 0, 0});
}

TEST_CASE("gradient_highway maps the row itself to nothing", "[gradient_highway][hidden]") {
  const int d = GENERATE(1, 2, 7, 288);
  const auto x = random_row(d, 1);
  const lm::Matrix jacobian = lm::rms_norm_jacobian(x);
  std::vector<double> along_x(static_cast<std::size_t>(d));
  for (int i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      along_x[static_cast<std::size_t>(i)] += double{jacobian.row(i)[j]} * double{x[j]};
    }
  }
  // d + 1 terms, each rounded once in float32; the largest are about as large as x over r.
  is_within(5e-6, along_x, std::vector<double>(static_cast<std::size_t>(d)));
}

// Known answers from outside: torch 1.13, torch.autograd.functional.jacobian of
// x·rsqrt(mean(x²)) in double.
TEST_CASE("gradient_highway gives torch's Jacobians of RMSNorm", "[gradient_highway][hidden]") {
  is_close(lm::rms_norm_jacobian(row({1, -2, 2})).data,
           {0.5132002392796674, 0.1283000598199169, -0.1283000598199169, 0.1283000598199169,
            0.32075014954979203, 0.2566001196398338, -0.1283000598199169, 0.2566001196398338,
            0.32075014954979203});
  is_close(lm::rms_norm_jacobian(row({0.5, -1.5, 2, 3})).data,
           {0.49980695142010456, 0.024580669741972358, -0.03277422632262981, -0.049161339483944716,
            0.024580669741972358, 0.43425849877484496, 0.09832267896788943, 0.14748401845183415,
            -0.03277422632262981, 0.09832267896788943, 0.3769036027102428, -0.19664535793577886,
            -0.049161339483944716, 0.14748401845183415, -0.19664535793577886, 0.21303247109709372});
}

// torch again: the whole stack of two sublayers at [1, -2, 2], f a matrix, the norm RMSNorm with
// gain 1. The norms' Jacobians are those at the rows that torch sent through them.
TEST_CASE("gradient_highway gives torch's Jacobian of a stack", "[gradient_highway][hidden]") {
  const std::vector<lm::Matrix> pre = {
      lm::rms_norm_jacobian(row({1, -2, 2})),
      lm::rms_norm_jacobian(row({4.464101615137755, -4.7424137786507226, 0.556624327025935}))};
  is_close(lm::stack_jacobian(pre, {W0, W1}, NormPlace::pre).data,
           {1.7831036403020777, 0.7767821550715607, 0.06476396934509188, 0.681212203640591,
            1.6954804175065301, 0.39298187504127957, -0.24425703436908522, 0.3908567465658714,
            1.0567757095578845});
  const std::vector<lm::Matrix> post = {
      lm::rms_norm_jacobian(row({7, -6.75, -0.5})),
      lm::rms_norm_jacobian(row({0.7559912315989186, 1.523099981309586, 0.6892861229284257}))};
  is_close(lm::stack_jacobian(post, {W0, W1}, NormPlace::post).data,
           {0.49633242701401525, 0.047103076465798824, -0.20106313704120882, -0.3248711252073251,
            -0.002025242710515282, 0.1604103198931473, 0.17349579220081504, -0.04718630561828561,
            -0.13393420171869314});
}

// torch again: x + silu(W1·rms(x)). Float32 loses 1e-7 / step of a difference, and the step itself
// costs step² / 6 of the third derivative: together below 1e-3.
TEST_CASE("gradient_highway measures torch's Jacobian of a sublayer",
          "[gradient_highway][hidden]") {
  const functions::Function sublayer = [](std::span<const double> x) {
    functions::Row y = functions::linear(rows_of(W1))(functions::rms_norm({1, 1, 1}, 0)(x));
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = x[i] + y[i] / (1 + std::exp(-y[i]));
    return y;
  };
  is_within(1e-3, lm::numeric_jacobian(in_float(sublayer), row({1, -2, 2}), 0x1p-6f).data,
            {0.9528947398652964, -0.011776315033675884, 0.011776315033675884, 0.9874165985687823,
             1.4055461029836072, -0.08816219630078431, -0.054583026242385604, 0.006822878280298209,
             1.034114391401491});
}

// 1.7²⁴, and nothing near 1. Where the branch takes away what the stream brings, nothing is left.
TEST_CASE("gradient_highway has no floor and no ceiling", "[gradient_highway][hidden]") {
  const std::vector<lm::Matrix> norms(24, matrix({{0.7}})), fs(24, matrix({{1}}));
  is_close(lm::stack_jacobian(norms, fs, NormPlace::pre).data, {339448.67131461168});
  is_close(lm::stack_jacobian(norms, fs, NormPlace::post).data, {std::pow(1.4, 24)});
  is_close(lm::stack_jacobian({matrix({{0.5}})}, {matrix({{-2}})}, NormPlace::pre).data, {0});
}

TEST_CASE("gradient_highway keeps the identity where f is flat", "[gradient_highway][hidden]") {
  const auto norms = matrices(6, 3, 40);
  const std::vector<lm::Matrix> flat(6, lm::Matrix(3, 3));
  equals(lm::stack_jacobian(norms, flat, NormPlace::pre).data, {1, 0, 0, 0, 1, 0, 0, 0, 1});
}

// The matrix of a linear function is its Jacobian; entries are multiples of 1/8, so all is exact.
TEST_CASE("gradient_highway measures the matrix of a linear f", "[gradient_highway][hidden]") {
  const functions::Rows weight = {{1, -2.5, 3, 0.125}, {4, 5, -6, 0.5}, {-7, 8, 9, 2}};
  const auto measured =
      lm::numeric_jacobian(in_float(functions::linear(weight)), row({1, 2, -3, 0.5}), 0.25f);
  equals(measured.rows, 3);
  equals(measured.cols, 4);
  is_close(measured.data, {1, -2.5, 3, 0.125, 4, 5, -6, 0.5, -7, 8, 9, 2});
  const auto one_row =
      lm::numeric_jacobian(in_float(functions::linear({{2, -3, 5}})), row({1, 2, 4}), 0.5f);
  equals(one_row.cols, 3);
  is_close(one_row.data, {2, -3, 5});
}

// Tolerances as above: the row has entries of size 1, so the third derivatives are of size 1.
TEST_CASE("gradient_highway measures what its formula says", "[gradient_highway][hidden]") {
  const int d = GENERATE(2, 5, 33);
  const auto x = random_row(d, 2, 0.5, 2);
  const auto norm =
      in_float(functions::rms_norm(functions::Row(static_cast<std::size_t>(d), 1), 0));
  const lm::Matrix formula = lm::rms_norm_jacobian(x);
  is_within(1e-3, lm::numeric_jacobian(norm, x, 0x1p-6f).data,
            {formula.data.begin(), formula.data.end()});
}

TEST_CASE("gradient_highway agrees with the reference at many sizes",
          "[gradient_highway][hidden]") {
  const int d = GENERATE(1, 2, 7, 63, 288);
  const double scale = GENERATE(1e-3, 1.0, 1e4);
  const auto x = random_row(d, 3, -scale, scale);
  const lm::Matrix jacobian = lm::rms_norm_jacobian(x);
  equals(jacobian.rows, d);
  equals(jacobian.cols, d);
  is_close(jacobian.data, reference::rms_norm_jacobian(x));
}
TEST_CASE("gradient_highway stacks as the reference does", "[gradient_highway][hidden]") {
  const int d = GENERATE(1, 2, 7, 33);
  const int n_sublayers = GENERATE(1, 2, 5, 48);
  const auto norms = matrices(n_sublayers, d, 100), fs = matrices(n_sublayers, d, 200);
  is_close(lm::stack_jacobian(norms, fs, NormPlace::pre).data,
           reference::pre_norm_jacobian(rows_of(norms), rows_of(fs)));
  is_close(lm::stack_jacobian(norms, fs, NormPlace::post).data,
           reference::post_norm_jacobian(rows_of(norms), rows_of(fs)));
}

TEST_CASE("gradient_highway leaves its input unchanged", "[gradient_highway][hidden]") {
  const auto x = random_row(5, 4);
  const auto before = x;
  lm::rms_norm_jacobian(x);
  unchanged(before, x);
  lm::numeric_jacobian(in_float(functions::ripple), x, 0.125f);
  unchanged(before, x);
}

TEST_CASE("gradient_highway refuses empty rows and matrices that do not fit",
          "[gradient_highway][hidden][errors]") {
  throws_with("rms_norm_jacobian", [] { lm::rms_norm_jacobian({}); });
  throws_with("stack_jacobian: 2 norms for 1 functions", [] {
    lm::stack_jacobian({W0, W1}, {W0}, NormPlace::post);
  });
  throws_with("stack_jacobian: a matrix of sublayer 1 is 2 by 2", [] {
    lm::stack_jacobian({W0, matrix({{1, 2}, {3, 5}})}, {W0, W1}, NormPlace::pre);
  });
  throws_with("stack_jacobian: a matrix of sublayer 1 is 3 by 2", [] {
    lm::stack_jacobian({W0, W1}, {W0, matrix({{1, 2}, {3, 5}, {8, 13}})}, NormPlace::post);
  });
  throws_with("stack_jacobian: a matrix of sublayer 0 is 2 by 3; 2 by 2", [] {
    lm::stack_jacobian({matrix({{1, 2, 3}, {3, 5, 7}})}, {W0}, NormPlace::pre);
  });
  throws_with("stack_jacobian: a matrix of sublayer 0 is 2 by 3", [] {
    lm::stack_jacobian({W0}, {matrix({{1, 2, 3}, {3, 5, 7}})}, NormPlace::post);
  });
}
