// Attack: a constant that takes years to compute.
// Verdict: does_not_compile
#include "linear.hpp"

constexpr unsigned long bomb(unsigned long n) {
  unsigned long sum = 0;
  for (unsigned long i = 0; i < n; ++i) {
    for (unsigned long k = 0; k < n; ++k) sum += i ^ k;
  }
  return sum;
}
constexpr unsigned long answer = bomb(1ul << 40);

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {static_cast<float>(answer)}; }
