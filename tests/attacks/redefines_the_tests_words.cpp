// Attack: macros for whatever the tests say, were they compiled together with this.
// Verdict: fails
#include "linear.hpp"

#define TEST_CASE(...) static void nothing()
#define REQUIRE(...)
#define CHECK(...)
#define is_close(...)
#define equals(...)
#define shows(...)
#define throws_with(...)

lm::Vector lm::linear(MatrixView, std::span<const float>) { return {1}; }
