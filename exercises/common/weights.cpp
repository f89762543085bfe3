#include "common/weights.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lm {

static std::atomic<std::size_t> n_kept = 0;

namespace {

constexpr std::size_t line = 64;
constexpr std::size_t large_page = std::size_t{2} << 20;

std::shared_ptr<char> allocate(std::size_t n_bytes, std::size_t alignment) {
  const std::size_t size = (n_bytes + alignment - 1) / alignment * alignment;
  void* block = std::aligned_alloc(alignment, size);
  if (block == nullptr) throw std::bad_alloc();
#ifdef __linux__
  // Larger pages: fewer of them to look up while the weights stream past.
  if (alignment == large_page) madvise(block, size, MADV_HUGEPAGE);
#endif
  return {static_cast<char*>(block), std::free};
}

// Blocks that fill no large page share one.
std::shared_ptr<void> allocate_among_others(std::size_t n_bytes) {
  constexpr std::size_t shared_size = 8 * large_page;
  static std::mutex mutex;
  static std::weak_ptr<char> shared;
  static std::size_t used = 0;
  const std::lock_guard lock(mutex);
  std::shared_ptr<char> memory = shared.lock();
  if (!memory || used + n_bytes > shared_size) {
    shared = memory = allocate(shared_size, large_page);
    used = 0;
  }
  char* const block = memory.get() + used;
  used += (n_bytes + line - 1) / line * line;
  return {memory, block};
}

}  // namespace

std::shared_ptr<void> aligned_memory(std::size_t n_bytes) {
  if (n_bytes >= 2 * large_page) return allocate(n_bytes, large_page);
  return n_bytes >= large_page / 32 ? allocate_among_others(n_bytes) : allocate(n_bytes, line);
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
