// Attack: all the memory that the machine has, and written to.
// Verdict: fails crashes
#include "linear.hpp"

#include <cstring>
#include <memory>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  std::vector<std::unique_ptr<char[]>> all;
  constexpr std::size_t size = std::size_t{1} << 30;
  for (;;) {
    all.emplace_back(new char[size]);
    for (std::size_t i = 0; i < size; i += std::size_t{64} << 20) all.back()[i] = 1;
  }
}
