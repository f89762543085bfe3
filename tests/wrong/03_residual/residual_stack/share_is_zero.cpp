// Belief: The variance of one branch over that of the sum is 1 / (n + 1), and its root is the
//   share.
// Truth: Between whole numbers 1 / (n + 1) is 0: write 1.0 / (n + 1).
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
  return std::sqrt(1 / (n + 1));
}
