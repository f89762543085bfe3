// Belief: In front of f stand the norm and the skip: z = f(norm(x) + x), as a textbook prints it.
// Truth: The skip goes around f: x is added to what f returns, not to what it is given.
// Kind: value
// Caught by: sublayer worked example: pre_norm of [3, 4]; sublayer adds the branch to x itself in
//   pre_norm
#include "sublayer.hpp"

#include "common/check.hpp"

namespace {

lm::Vector sum(const char* function, std::span<const float> x, std::span<const float> branch) {
  kit::require(branch.size() == x.size(), function, ": x has ", x.size(), " values, f returned ",
               branch.size());

  lm::Vector y(x.begin(), x.end());
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += branch[i];
  return y;
}

}  // namespace

lm::Vector lm::pre_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  Vector branch = f(sum("pre_norm", x, norm(x)));
  kit::require(branch.size() == x.size(), "pre_norm: x has ", x.size(), " values, f returned ",
               branch.size());
  return branch;
}

lm::Vector lm::post_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  return norm(sum("post_norm", x, f(x)));
}
