// Belief: Channels that the branch does not have get nothing added.
// Truth: A branch of another size is a mistake in the weights: it has to be refused in words.
// Kind: error
// Caught by: sublayer refuses a branch of another size
#include "sublayer.hpp"

#include "common/check.hpp"

namespace {

lm::Vector sum(const char* function, std::span<const float> x, std::span<const float> branch) {
  kit::require(!x.empty(), function, ": x has 0 values; at least 1 is needed");
  lm::Vector y(x.begin(), x.end());
  for (std::size_t i = 0; i < y.size() && i < branch.size(); ++i) y[i] += branch[i];
  return y;
}

}  // namespace

lm::Vector lm::pre_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  return sum("pre_norm", x, f(norm(x)));
}

lm::Vector lm::post_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  return norm(sum("post_norm", x, f(x)));
}
