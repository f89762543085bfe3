#include "reference/work_counts.hpp"

namespace {

struct Counts {
  double projections = 0, dots = 0;
};

Counts simulate(int prompt_len, int n_new, bool cached) {
  Counts counts;
  int known = prompt_len;  // tokens that exist
  int kept = 0;            // tokens whose key and value are stored
  for (int written = 0; written < n_new; ++written) {
    for (int token = kept; token < known; ++token) {
      ++counts.projections;
      for (int key = 0; key <= token; ++key) ++counts.dots;
    }
    if (cached) kept = known;
    ++known;
  }
  return counts;
}

}  // namespace

double reference::work_projections(int prompt_len, int n_new, bool cached) {
  return simulate(prompt_len, n_new, cached).projections;
}

double reference::work_dots(int prompt_len, int n_new, bool cached) {
  return simulate(prompt_len, n_new, cached).dots;
}
