#include "common/weights.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lm {

std::span<const float> keep(Weights& weights, std::span<const float> values) {
  if (values.empty()) return {};

  // A large block asks for large pages: fewer of them to look up while the weights stream past.
  constexpr std::size_t line = 64;
  constexpr std::size_t large_page = std::size_t{2} << 20;
  const std::size_t alignment = values.size_bytes() >= 2 * large_page ? large_page : line;
  const std::size_t size = (values.size_bytes() + alignment - 1) / alignment * alignment;
  void* block = std::aligned_alloc(alignment, size);
  if (block == nullptr) throw std::bad_alloc();
#ifdef __linux__
  if (alignment == large_page) madvise(block, size, MADV_HUGEPAGE);
#endif

  auto* copy = static_cast<float*>(block);
  std::ranges::copy(values, copy);
  weights.storage.emplace_back(copy, [block](const float*) { std::free(block); });
  return {copy, values.size()};
}

}  // namespace lm
