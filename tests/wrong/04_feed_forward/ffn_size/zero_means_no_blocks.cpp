// Belief: A multiple_of of 0 means that the width stays as it is.
// Truth: Nothing but 0 is a multiple of 0. Who wants no blocks says 1; a 0 is a missing field:
//   refuse it.
// Kind: error
// Caught by: ffn_size refuses blocks of nothing
#include "ffn_size.hpp"

#include "common/check.hpp"

std::int64_t lm::ffn_parameters(int hidden_size, int intermediate_size, bool gated) {
  kit::require(hidden_size >= 1 && intermediate_size >= 1, "ffn_parameters: the sizes are ",
               hidden_size, " and ", intermediate_size, "; both must be at least 1");

  const std::int64_t one_matrix = std::int64_t{hidden_size} * intermediate_size;
  return (gated ? 3 : 2) * one_matrix;
}

int lm::ffn_size(int hidden_size, int multiple_of, double multiplier) {
  kit::require(hidden_size >= 1, "ffn_size: hidden_size is ", hidden_size,
               "; it must be at least 1");
  kit::require(multiplier > 0.0, "ffn_size: multiplier is ", multiplier, "; it must be above 0");

  const std::int64_t matched = 2 * (4 * std::int64_t{hidden_size}) / 3;
  const auto stretched = static_cast<std::int64_t>(multiplier * static_cast<double>(matched));
  const int block = multiple_of >= 1 ? multiple_of : 1;
  const std::int64_t blocks = (stretched + block - 1) / block;
  return static_cast<int>(blocks * block);
}
