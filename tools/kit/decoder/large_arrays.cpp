// Every large array of this program, whichever part asks for it, begins at a page of 2 MiB: its
// rows lie as processors read them fastest, and there are few pages to look up while they stream
// past.
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace {

void* allocate(std::size_t n_bytes) {
  constexpr std::size_t page = std::size_t{2} << 20;
  if (n_bytes < page / 4) return std::malloc(n_bytes == 0 ? 1 : n_bytes);
  const std::size_t size = (n_bytes + page - 1) / page * page;
  void* const block = std::aligned_alloc(page, size);
#ifdef __linux__
  if (block != nullptr) madvise(block, size, MADV_HUGEPAGE);
#endif
  return block;
}

}  // namespace

void* operator new(std::size_t n_bytes) {
  void* const block = allocate(n_bytes);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void* block) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
