#include "rms_norm.hpp"

#include "reference/rms_norm.hpp"
#include "support/testing.hpp"

TEST_CASE("rms_norm agrees with the reference at real sizes", "[rms_norm][hidden]") {
  const int hidden_size = GENERATE(1, 2, 63, 288, 4096);
  const auto x = random_row(hidden_size, 1);
  const auto weight = random_gain(hidden_size, 2);
  is_close(lm::rms_norm(x, weight, 1e-5f), reference::rms_norm(x, weight, 1e-5));
}

TEST_CASE("rms_norm refuses unequal sizes", "[rms_norm][hidden][errors]") {
  throws_with("rms_norm: x has 3 values, weight has 2",
              [] { lm::rms_norm(row({1, 2, 3}), row({1, 1}), 1e-5f); });
}
