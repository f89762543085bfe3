// Belief: The count is an std::int64_t, so the product is one.
// Truth: hidden_size * intermediate_size is an int before it is stored: widen a factor first.
// Kind: value
// Caught by: ffn_size counts to the last weight, beyond 32 bits, too
#include "ffn_size.hpp"

#include "common/check.hpp"

std::int64_t lm::ffn_parameters(int hidden_size, int intermediate_size, bool gated) {
  kit::require(hidden_size >= 1 && intermediate_size >= 1, "ffn_parameters: the sizes are ",
               hidden_size, " and ", intermediate_size, "; both must be at least 1");

  const std::int64_t one_matrix =
      static_cast<std::int32_t>(std::int64_t{hidden_size} * intermediate_size);
  return (gated ? 3 : 2) * one_matrix;
}

int lm::ffn_size(int hidden_size, int multiple_of, double multiplier) {
  kit::require(hidden_size >= 1, "ffn_size: hidden_size is ", hidden_size,
               "; it must be at least 1");
  kit::require(multiplier > 0.0, "ffn_size: multiplier is ", multiplier, "; it must be above 0");
  kit::require(multiple_of >= 1, "ffn_size: multiple_of is ", multiple_of,
               "; it must be at least 1");

  const std::int64_t matched = 2 * (4 * std::int64_t{hidden_size}) / 3;
  const auto stretched = static_cast<std::int64_t>(multiplier * static_cast<double>(matched));
  const std::int64_t blocks = (stretched + multiple_of - 1) / multiple_of;
  return static_cast<int>(blocks * multiple_of);
}
