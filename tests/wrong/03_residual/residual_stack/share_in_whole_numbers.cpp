// Belief: The root of a count is taken and one divided by it, all in int.
// Truth: Between whole numbers 1 / 3 is 0; a share is a fraction and needs doubles.
// Kind: value
// Caught by: residual_stack worked example: the share of the n-th sublayer
#include "residual_stack.hpp"

#include <cmath>

#include "common/check.hpp"
#include "sublayer.hpp"

lm::Vector lm::residual_stack(std::span<const float> x, const std::vector<RowFunction>& norms,
                              const std::vector<RowFunction>& sublayers,
                              const RowFunction& final_norm) {
  kit::require(norms.size() == sublayers.size(), "residual_stack: ", norms.size(), " norms for ",
               sublayers.size(), " sublayers; each needs one");

  Vector stream(x.begin(), x.end());
  for (std::size_t n = 0; n < sublayers.size(); ++n) {
    stream = pre_norm(stream, norms[n], sublayers[n]);
  }
  return final_norm(stream);
}

double lm::sublayer_share(int n) {
  kit::require(n >= 1, "sublayer_share: n is ", n, "; sublayers are counted from 1");
  return 1 / static_cast<int>(std::sqrt(n + 1.0));
}
