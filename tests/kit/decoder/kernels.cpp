// The kernels that replace linear, as the decoder calls them: right for any size, and the same bits
// for any number of threads.
#include <bit>
#include <cmath>

#include "bf16_linear.hpp"
#include "int8_linear.hpp"
#include "models.hpp"
#include "parallel_linear.hpp"
#include "simd_linear.hpp"
#include "support/switchboard.hpp"

namespace kit::tests {
namespace {

struct Problem {
  lm::Matrix weight;  // exact in bfloat16
  lm::Vector x;
};

Problem problem(int rows, int cols) {
  Problem made{lm::Matrix(rows, cols), lm::Vector(lm::to_size(cols))};
  std::uint32_t state = static_cast<std::uint32_t>(rows * 1000 + cols);
  const auto next = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(static_cast<int>(state >> 24) - 128) / 64;
  };
  for (float& value : made.weight.data) value = next();
  for (float& value : made.x) value = next() * 1.01f;
  return made;
}

/// weight · x in double, and how far float sums may be from it.
void expect_product(const lm::Vector& y, const std::function<double(int, int)>& weight,
                    const lm::Vector& x, const std::string& what) {
  for (std::size_t o = 0; o < y.size(); ++o) {
    double sum = 0.0, magnitude = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double term = weight(static_cast<int>(o), static_cast<int>(i)) * x[i];
      sum += term;
      magnitude += std::fabs(term);
    }
    const double n = static_cast<double>(x.size());
    const double bound = 1e-6 + 1e-5 * std::fabs(sum) + 4 * 0x1p-24 * std::sqrt(n) * magnitude;
    expect(std::fabs(y[o] - sum) <= bound, what + ": row " + std::to_string(o) + " is " +
                                               std::to_string(y[o]) + ", not " +
                                               std::to_string(sum));
  }
}

const Case kernels("kernels: right at odd sizes, the same bits for 1 to 8 threads", [] {
  static const bool plugged = [] {
    plug_parts(KIT_BUILT "/decoder");
    return true;
  }();
  (void)plugged;
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{
           {1, 1}, {2, 15}, {5, 16}, {3, 63}, {7, 64}, {4, 65}, {33, 100}, {9, 288}, {70, 768}}) {
    const auto [weight, x] = problem(rows, cols);
    std::vector<std::uint16_t> halves;
    for (const float value : weight.data) {
      halves.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
    }
    const lm::Bf16View narrow{halves.data(), rows, cols};
    const lm::Int8Matrix small = lm::quantize_int8(weight);
    const auto run = [&](const std::string& kernel, int n_threads) {
      lm::Vector y(lm::to_size(rows), 99.0f);
      if (kernel == "parallel") lm::parallel_linear(weight, x, n_threads, y);
      if (kernel == "simd") lm::simd_linear(weight, x, n_threads, y);
      if (kernel == "bf16") lm::bf16_linear(narrow, x, n_threads, y);
      if (kernel == "int8") lm::int8_linear(small, x, n_threads, y);
      return y;
    };
    for (const std::string kernel : {"parallel", "simd", "bf16", "int8"}) {
      const std::string what = kernel + " " + std::to_string(rows) + " by " + std::to_string(cols);
      const lm::Vector y = run(kernel, 1);
      expect_product(
          y,
          [&](int o, int i) {
            const std::size_t at = lm::to_size(o * cols + i);
            return kernel == "int8" ? double{small.scale[lm::to_size(o)]} * small.data[at]
                                    : double{weight.data[at]};
          },
          x, what);
      for (int n_threads = 2; n_threads <= 8; ++n_threads) {
        expect(run(kernel, n_threads) == y, what + ": other bits with threads");
      }
    }
  }
});

}  // namespace
}  // namespace kit::tests
