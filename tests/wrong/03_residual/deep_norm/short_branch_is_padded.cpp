// Belief: Channels that the branch does not have get nothing added.
// Truth: A branch of another size is a mistake in the weights: it has to be refused in words.
// Kind: error
// Caught by: deep_norm refuses other sizes and no blocks
#include "deep_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::sandwich_norm(std::span<const float> x, const RowFunction& inner_norm,
                             const RowFunction& outer_norm, const RowFunction& f) {
  const Vector branch = outer_norm(f(inner_norm(x)));
  Vector y(x.begin(), x.end());
  for (std::size_t i = 0; i < y.size() && i < branch.size(); ++i) y[i] += branch[i];
  return y;
}

lm::DeepNormScales lm::deep_norm_scales(int n_layers) {
  kit::require(n_layers >= 1, "deep_norm_scales: n_layers is ", n_layers, "; at least 1 is needed");
  return {.alpha = std::pow(2.0 * n_layers, 0.25), .beta = std::pow(8.0 * n_layers, -0.25)};
}

lm::Vector lm::deep_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f,
                         int n_layers) {
  const auto alpha = static_cast<float>(deep_norm_scales(n_layers).alpha);
  const Vector branch = f(x);
  Vector sum(x.begin(), x.end());
  for (float& value : sum) value *= alpha;
  for (std::size_t i = 0; i < sum.size() && i < branch.size(); ++i) sum[i] += branch[i];
  return norm(sum);
}
