// Exercise: rms_norm
// Verdict: passes
// A file's own names stay its own, even where the tests, the kit or the system have the same.
#include <cstdlib>
#include <new>

#include "../../../solutions/02_normalization/rms_norm.cpp"

lm::Vector linear(int) { return {}; }
namespace lm {
Vector softmax(std::span<const float>) { std::abort(); }
Vector linear(std::span<const float>) { std::abort(); }
}  // namespace lm
namespace kit {
struct Record {};
void load(int) { std::abort(); }
}  // namespace kit
namespace Catch {
struct Session {};
}  // namespace Catch
extern "C" void* dlopen(const char*, int) { std::abort(); }
int main() { std::abort(); }
void* operator new(std::size_t size) {
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
