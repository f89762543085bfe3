// Belief: Asking f once for the size and once for the values does no harm.
// Truth: Attention appends to its cache with each call, so a second call makes the model see its
//   token twice.
// Kind: value
// Caught by: sublayer adds the branch to x itself in pre_norm; sublayer normalizes the sum in
//   post_norm
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
  kit::require(f(normalized).size() == x.size(), "pre_norm: f returns another size than ",
               x.size());
  return sum("pre_norm", x, f(normalized));
}

lm::Vector lm::post_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  kit::require(f(x).size() == x.size(), "post_norm: f returns another size than ", x.size());
  return norm(sum("post_norm", x, f(x)));
}
