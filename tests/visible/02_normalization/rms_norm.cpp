#include "rms_norm.hpp"

#include "support/testing.hpp"

// The book's row: (9 + 16) / 2 = 12.5, and the root of 12.5 is 3.535534.
TEST_CASE("rms_norm worked example: [3, 4]", "[rms_norm]") {
  shows(6, lm::rms_norm(row({3, 4}), row({1, 1}), 0.0f), {"0.848528", "1.131371"});
}

// x = (1, 7) has mean square 25. A deliberately huge eps makes its place visible: sqrt(25 + 11) = 6.
TEST_CASE("rms_norm adds eps under the root", "[rms_norm]") {
  is_close(lm::rms_norm(row({1, 7}), row({1, 1}), 11.0f), {1.0 / 6, 7.0 / 6});
}
