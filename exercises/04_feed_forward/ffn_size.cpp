// Exercise: ffn_size            read ffn_size.md, then make `./kit test ffn_size` pass
#include "ffn_size.hpp"

#include "common/check.hpp"

std::int64_t lm::ffn_parameters(int hidden_size, int intermediate_size, bool gated) {
  kit::require(hidden_size >= 1 && intermediate_size >= 1, "ffn_parameters: the sizes are ",
               hidden_size, " and ", intermediate_size, "; both must be at least 1");

  // 1. one matrix has hidden_size * intermediate_size weights, in 64 bits from the start
  // 2. return three of them if gated, else two
  kit::todo("ffn_parameters");
}

int lm::ffn_size(int hidden_size, int multiple_of, double multiplier) {
  kit::require(hidden_size >= 1, "ffn_size: hidden_size is ", hidden_size,
               "; it must be at least 1");
  kit::require(multiplier > 0.0, "ffn_size: multiplier is ", multiplier, "; it must be above 0");

  // 3. nothing is a multiple of 0: refuse a multiple_of below 1 (kit::require, "ffn_size: …")
  // 4. matched: 2 * (4 * hidden_size) / 3, rounded down; multiply before you divide
  // 5. stretched: multiplier * matched, rounded down
  // 6. return the smallest multiple of multiple_of that is at least stretched
  kit::todo("ffn_size");
}
