// Belief: A residual connection is x + f(x); the norm is a layer of its own and somebody else calls
//   it.
// Truth: The norm belongs to the sublayer: on the branch in pre-norm, on the sum in post-norm.
// Kind: value
// Caught by: sublayer worked example: pre_norm of [3, 4]; sublayer worked example: post_norm of [3,
//   4]
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

lm::Vector lm::pre_norm(std::span<const float> x, const RowFunction& /*norm*/,
                        const RowFunction& f) {
  return sum("pre_norm", x, f(x));
}

lm::Vector lm::post_norm(std::span<const float> x, const RowFunction& /*norm*/,
                         const RowFunction& f) {
  return sum("post_norm", x, f(x));
}
