#include "rms_norm.hpp"

#include "support/testing.hpp"

// (9 + 16) / 2 = 12.5, and the root of 12.5 is 3.535534.
TEST_CASE("rms_norm worked example: [3, 4]", "[rms_norm]") {
  shows(6, lm::rms_norm(row({3, 4}), row({1, 1}), 0.0f), {"0.848528", "1.131371"});
}

// One more in each channel gives another row: RMSNorm looks at sizes, not at differences.
TEST_CASE("rms_norm worked example: [4, 5]", "[rms_norm]") {
  shows(6, lm::rms_norm(row({4, 5}), row({1, 1}), 0.0f), {"0.883452", "1.104315"});
}

// The mean square of (1, 7) is 25. With a huge eps its place shows: sqrt(25 + 11) = 6.
TEST_CASE("rms_norm adds eps under the root", "[rms_norm]") {
  is_close(lm::rms_norm(row({1, 7}), row({1, 1}), 11.0f), {1.0 / 6, 7.0 / 6});
}

// The mean square of the row is 1e-6. Under the root stands 1e-6 + 3e-6, and the root is 0.002.
TEST_CASE("rms_norm uses the eps it is given", "[rms_norm]") {
  is_close(lm::rms_norm(row({1e-3, 1e-3}), row({1, 1}), 3e-6f), {0.5, 0.5});
}

// The mean square of (1, 7, 5, 5) is 25 again. Each channel has a gain of its own.
TEST_CASE("rms_norm stretches each channel by its gain", "[rms_norm]") {
  is_close(lm::rms_norm(row({1, 7, 5, 5}), row({10, 1, 2, -0.5}), 0.0f), {2, 1.4, 2, -0.5});
}

TEST_CASE("rms_norm refuses a row of zeros when eps is 0", "[rms_norm][errors]") {
  throws_with("rms_norm", [] { lm::rms_norm(row({0, 0}), row({1, 1}), 0.0f); });
}
