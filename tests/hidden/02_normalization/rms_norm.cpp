#include "rms_norm.hpp"

#include "reference/rms_norm.hpp"
#include "support/golden.hpp"
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

// Hugging Face's LlamaRMSNorm in float32; its own distance to double is up to 1e-6 of the value.
TEST_CASE("rms_norm agrees with the conformance data", "[rms_norm][conformance]") {
  for (const auto& golden : kit::golden_cases("rms_norm")) {
    const auto x = golden.tensor("x").matrix();
    const auto weight = golden.tensor("weight").floats();
    for (int i = 0; i < x.rows; ++i) {
      is_close(lm::rms_norm(x.row(i), weight, static_cast<float>(golden.number("eps"))),
               golden.tensor("y").row(i));
    }
  }
}
