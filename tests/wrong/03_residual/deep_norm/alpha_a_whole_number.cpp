// Belief: alpha is 2 for 8 blocks: an int holds it.
// Truth: It is a root, 1.861210 for 6 blocks: an int cuts it off.
// Kind: value
// Caught by: deep_norm gives torchscale's values; deep_norm agrees with the reference at real sizes
#include "deep_norm.hpp"

#include <cmath>

#include "common/check.hpp"

lm::Vector lm::sandwich_norm(std::span<const float> x, const RowFunction& inner_norm,
                             const RowFunction& outer_norm, const RowFunction& f) {
  Vector y = outer_norm(f(inner_norm(x)));
  kit::require(y.size() == x.size(), "sandwich_norm: x has ", x.size(), " values, the branch has ",
               y.size());

  for (std::size_t i = 0; i < x.size(); ++i) y[i] += x[i];
  return y;
}

lm::DeepNormScales lm::deep_norm_scales(int n_layers) {
  kit::require(n_layers >= 1, "deep_norm_scales: n_layers is ", n_layers, "; at least 1 is needed");
  return {.alpha = std::pow(2.0 * n_layers, 0.25), .beta = std::pow(8.0 * n_layers, -0.25)};
}

lm::Vector lm::deep_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f,
                         int n_layers) {
  const auto alpha = static_cast<float>(static_cast<int>(deep_norm_scales(n_layers).alpha));
  Vector sum = f(x);
  kit::require(sum.size() == x.size(), "deep_norm: x has ", x.size(), " values, f returned ",
               sum.size());

  for (std::size_t i = 0; i < x.size(); ++i) sum[i] += alpha * x[i];
  return norm(sum);
}
