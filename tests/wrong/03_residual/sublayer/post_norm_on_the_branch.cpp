// Belief: Post-norm is a norm after f: I normalize what f returns and add it.
// Truth: Post-norm normalizes the sum x + f(x), so the stream itself goes through the norm.
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
  const Vector branch = f(x);
  kit::require(branch.size() == x.size(), "post_norm: x has ", x.size(), " values, f returned ",
               branch.size());
  return sum("post_norm", x, norm(branch));
}
