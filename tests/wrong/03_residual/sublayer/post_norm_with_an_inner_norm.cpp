// Belief: Every f needs a normalized input, so post-norm adds its norm to the one in front.
// Truth: In post-norm f gets the row as it is: the sublayer before has normalized it already.
// Kind: value
// Caught by: sublayer worked example: post_norm of [3, 4]; sublayer normalizes the sum in post_norm
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
  return sum("pre_norm", x, f(norm(x)));
}

lm::Vector lm::post_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  return norm(sum("post_norm", x, f(norm(x))));
}
