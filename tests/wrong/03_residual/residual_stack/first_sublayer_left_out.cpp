// Belief: Sublayers are counted from 1, so n begins at 1.
// Truth: A vector counts from 0: norms[0] and sublayers[0] are the first.
// Kind: value
// Caught by: residual_stack worked example: two sublayers and the final norm; residual_stack uses
//   each norm and each sublayer in its turn
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
  for (std::size_t n = 1; n < sublayers.size(); ++n) {
    stream = pre_norm(stream, norms[n], sublayers[n]);
  }
  return final_norm(stream);
}

double lm::sublayer_share(int n) {
  kit::require(n >= 1, "sublayer_share: n is ", n, "; sublayers are counted from 1");
  return 1.0 / std::sqrt(n + 1.0);
}
