#include "norm_upcast.hpp"

#include <cmath>

#include "narrow_floats.hpp"
#include "reference/norm_upcast.hpp"
#include "support/testing.hpp"

namespace {

constexpr auto f16 = lm::Dtype::f16, bf16 = lm::Dtype::bf16;
using Doubles = std::vector<double>;

std::vector<std::uint16_t> stored(const lm::Vector& values, lm::Dtype dtype) {
  std::vector<std::uint16_t> bits;
  for (const float value : values) {
    bits.push_back(dtype == f16 ? lm::float_to_f16(value) : lm::float_to_bf16(value));
  }
  return bits;
}

Doubles upcast(const lm::Vector& x, const lm::Vector& weight, float eps, lm::Dtype dtype) {
  Doubles y;
  for (const auto bits : lm::norm_upcast(stored(x, dtype), stored(weight, dtype), eps, dtype)) {
    y.push_back(dtype == f16 ? lm::f16_to_float(bits) : lm::bf16_to_float(bits));
  }
  return y;
}

}  // namespace

TEST_CASE("norm_upcast squares in float32", "[norm_upcast][hidden]") {
  equals(upcast(row({300, 300, 300, 300}), row({1, 1, 1, 1}), 1e-5f, f16), Doubles{1, 1, 1, 1});
  equals(upcast(row({60000, -60000}), row({1, 0.5}), 1e-5f, f16), Doubles{1, -0.5});
}

// 200² is 40000, which is a half; four of them are not.
TEST_CASE("norm_upcast sums in float32", "[norm_upcast][hidden]") {
  equals(upcast(row({200, 200, -200, 200}), row({1, 2, 1, 0.5}), 1e-5f, f16),
         Doubles{1, 2, -1, 0.5});
  equals(upcast(lm::Vector(8192, 1.0f), lm::Vector(8192, -2.0f), 1e-6f, f16), Doubles(8192, -2.0));
  equals(upcast(lm::Vector(1000, 3.0f), lm::Vector(1000, 1.0f), 1e-6f, bf16), Doubles(1000, 1.0));
}

TEST_CASE("norm_upcast of a row of zeros is zero", "[norm_upcast][hidden]") {
  equals(upcast(row({0, 0, 0}), row({1, -2, 3}), 1e-8f, f16), Doubles{0, 0, 0});
  equals(upcast(row({0, 0, 0}), row({1, -2, 3}), 1e-8f, bf16), Doubles{0, 0, 0});
}

// eps decides on tiny rows: (1, 1, 1, 1) · 2^-10 with eps 3 · 2^-20 has the root 2^-9.
TEST_CASE("norm_upcast adds eps under the root", "[norm_upcast][hidden]") {
  const lm::Vector x(4, 0x1p-10f), ones(4, 1.0f);
  equals(upcast(x, ones, 3 * 0x1p-20f, f16), Doubles(4, 0.5));
  equals(upcast(x, ones, 3 * 0x1p-20f, bf16), Doubles(4, 0.5));
}

// The operations of Meta's RMSNorm, (x.float() * rsqrt(mean + eps)).type_as(x) * weight, run in
// torch 1.13.
TEST_CASE("norm_upcast gives torch's values", "[norm_upcast][hidden]") {
  equals(
      upcast(row({2.3125, -0.439453125, -3.265625, 0.8515625, -1.625, -2.09375}),
             row({0.53515625, 0.75390625, 0.94140625, -1.28125, 1.546875, 1.703125}), 1e-5f, bf16),
      Doubles{0.6171875, -0.166015625, -1.5390625, -0.546875, -1.2578125, -1.78125});
  equals(
      upcast(row({7936, 3204, 740, 7456, -5424, -1994}),
             row({1.5234375, 0.957519531, 1.1953125, -1.18261719, 1.35839844, 1.24707031}), 1e-5f,
             f16),
      Doubles{2.3203125, 0.5888671875, 0.1697998046875, -1.693359375, -1.4140625, -0.477294921875});
  equals(upcast(row({-0.000374794006, -0.000198721886, 0.000143647194, -0.000139713287,
                     -0.000294208527, 3.55243683e-05}),
                row({1.45019531, 1.65429688, 0.822265625, -1.671875, 1.796875, 1.40820312}), 1e-6f,
                f16),
         Doubles{-0.52978515625, -0.32080078125, 0.115234375, 0.227783203125, -0.515625,
                 0.04876708984375});
  equals(
      upcast(row({0.0046081543, -0.000881195068, -0.00653076172, 0.00170898438, -0.00325012207,
                  -0.0041809082}),
             row({0.53515625, 0.75390625, 0.94140625, -1.28125, 1.546875, 1.703125}), 1e-6f, bf16),
      Doubles{0.59765625, -0.1611328125, -1.4921875, -0.53125, -1.21875, -1.7265625});
}

TEST_CASE("norm_upcast agrees with the reference at odd and real sizes", "[norm_upcast][hidden]") {
  const int hidden_size = GENERATE(1, 2, 63, 288, 4096);
  const double spread = GENERATE(1e-3, 1.0, 1e4);
  const auto dtype = GENERATE(f16, bf16);
  const auto x = random_row(hidden_size, 1, -spread, spread);
  const auto weight = random_gain(hidden_size, 2);
  Doubles got = upcast(x, weight, 1e-5f, dtype);
  const reference::Upcast want = reference::norm_upcast(x, weight, 1e-5, dtype);
  // Near the middle of two neighbors another order of summation may round to the other one.
  for (std::size_t i = 0; i < want.values.size(); ++i) {
    if (!want.clear[i] && i < got.size()) got[i] = want.values[i];
  }
  equals(got, want.values);
}

TEST_CASE("norm_upcast leaves its input unchanged", "[norm_upcast][hidden]") {
  auto x = stored(random_row(64, 3), bf16), weight = stored(random_gain(64, 4), bf16);
  const auto x_before = x, weight_before = weight;
  lm::norm_upcast(x, weight, 1e-5f, bf16);
  unchanged(x_before, x);
  unchanged(weight_before, weight);
}

TEST_CASE("norm_upcast refuses what does not fit", "[norm_upcast][hidden][errors]") {
  const std::vector<std::uint16_t> two = {0x3F80, 0x4000}, three = {0x3F80, 0x4000, 0x4040};
  throws_with("norm_upcast: x has 3 values, weight has 2",
              [&] { lm::norm_upcast(three, two, 1e-5f, bf16); });
  throws_with("norm_upcast: x has 0 values", [&] { lm::norm_upcast({}, {}, 1e-5f, bf16); });
  throws_with("norm_upcast: eps", [&] { lm::norm_upcast(two, two, 0.0f, bf16); });
  throws_with("norm_upcast: eps", [&] { lm::norm_upcast(two, two, -1e-5f, f16); });
  throws_with("norm_upcast: eps", [&] { lm::norm_upcast(two, two, NAN, f16); });
  throws_with("norm_upcast: dtype", [&] { lm::norm_upcast(two, two, 1e-5f, lm::Dtype::f32); });
  throws_with("norm_upcast: dtype", [&] { lm::norm_upcast(two, two, 1e-5f, lm::Dtype::int8); });
}
