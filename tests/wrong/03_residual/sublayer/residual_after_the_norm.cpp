// Belief: A sublayer works on the normalized row, so I normalize x first and add the branch to
//   that.
// Truth: The norm stands on the branch alone: the branch is added to x as it came, or nothing of x
//   survives a deep stack.
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
  const Vector normalized = norm(x);
  return sum("pre_norm", normalized, f(normalized));
}

lm::Vector lm::post_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  return norm(sum("post_norm", x, f(x)));
}
