// Attack: lets the model's part answer.
// Verdict: fails
// Prints: found: 0
#include "linear.hpp"

#include <dlfcn.h>

#include <cstdio>

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  int found = 0;
  for (const char* path : {"/kit/parts/linear/model.so", "@ROOT@/build/student/parts/linear/model.so",
                           "/kit/model.so", "../parts/linear/model.so"}) {
    void* const part = dlopen(path, RTLD_NOW);
    if (part == nullptr) continue;
    ++found;
    if (void* const function = dlsym(part, "_ZN2lm6linearENS_10MatrixViewESt4spanIKfLm18446744073709551615EE")) {
      return reinterpret_cast<decltype(&lm::linear)>(function)(weight, x);
    }
  }
  std::printf("found: %d\n", found);
  return {};
}
