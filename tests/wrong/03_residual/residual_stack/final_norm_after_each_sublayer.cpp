// Belief: What a block hands on is normalized, so the final norm stands at the end of the loop's
//   body.
// Truth: The final norm is called once, after the last sublayer; inside the loop it turns pre-norm
//   into post-norm.
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

  if (sublayers.empty()) return final_norm(x);
  Vector stream(x.begin(), x.end());
  for (std::size_t n = 0; n < sublayers.size(); ++n) {
    stream = final_norm(pre_norm(stream, norms[n], sublayers[n]));
  }
  return stream;
}

double lm::sublayer_share(int n) {
  kit::require(n >= 1, "sublayer_share: n is ", n, "; sublayers are counted from 1");
  return 1.0 / std::sqrt(n + 1.0);
}
