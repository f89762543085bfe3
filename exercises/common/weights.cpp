#include "common/weights.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lm {

static std::atomic<std::size_t> n_kept = 0;

std::shared_ptr<void> aligned_memory(std::size_t n_bytes) {
  // A large block asks for large pages: fewer of them to look up while the weights stream past.
  constexpr std::size_t line = 64;
  constexpr std::size_t large_page = std::size_t{2} << 20;
  const std::size_t alignment = n_bytes >= 2 * large_page ? large_page : line;
  const std::size_t size = (n_bytes + alignment - 1) / alignment * alignment;
  void* block = std::aligned_alloc(alignment, size);
  if (block == nullptr) throw std::bad_alloc();
#ifdef __linux__
  if (alignment == large_page) madvise(block, size, MADV_HUGEPAGE);
#endif
  return {block, std::free};
}

std::span<const float> keep(Weights& weights, std::span<const float> values) {
  if (values.empty()) return {};

  const std::shared_ptr<void> memory = aligned_memory(values.size_bytes());
  auto* copy = static_cast<float*>(memory.get());
  std::ranges::copy(values, copy);
  weights.storage.emplace_back(memory, copy);
  n_kept += values.size_bytes();
  return {copy, values.size()};
}

std::size_t kept_bytes() {
  return n_kept;
}

}  // namespace lm
