#include "layer_norm.hpp"

#include "support/testing.hpp"

// The mean of (3, 4) is 3.5, the distances are -0.5 and 0.5, and so is the deviation. For (4, 5)
// all of that stays: LayerNorm looks at differences, not at sizes.
TEST_CASE("layer_norm worked example: [3, 4] and [4, 5]", "[layer_norm]") {
  is_close(lm::layer_norm(row({3, 4}), row({1, 1}), row({0, 0}), 0.0f), {-1, 1});
  is_close(lm::layer_norm(row({4, 5}), row({1, 1}), row({0, 0}), 0.0f), {-1, 1});
}

// Mean 2.5, distances ±1.5 and ±0.5. Their squares have the mean 1.25, its root is 1.118034.
TEST_CASE("layer_norm worked example: [1, 2, 3, 4]", "[layer_norm]") {
  shows(6, lm::layer_norm(row({1, 2, 3, 4}), row({1, 1, 1, 1}), row({0, 0, 0, 0}), 0.0f),
        {"-1.341641", "-0.447214", "0.447214", "1.341641"});
}

// (1, 7) has mean 4 and variance 9. With a huge eps its place shows: 3 / sqrt(9 + 7) = 0.75.
TEST_CASE("layer_norm adds eps under the root", "[layer_norm]") {
  is_close(lm::layer_norm(row({1, 7}), row({1, 1}), row({0, 0}), 7.0f), {-0.75, 0.75});
}

// The variance is 1e-6. Under the root stands 1e-6 + 3e-6, and the root is 0.002.
TEST_CASE("layer_norm uses the eps it is given", "[layer_norm]") {
  is_close(lm::layer_norm(row({1e-3, 3e-3}), row({1, 1}), row({0, 0}), 3e-6f), {-0.5, 0.5});
}

// (1, 7) becomes (-1, 1): times 10, plus 1, and times 2, minus 3.
TEST_CASE("layer_norm stretches first, then shifts", "[layer_norm]") {
  is_close(lm::layer_norm(row({1, 7}), row({10, 2}), row({1, -3}), 0.0f), {-9, -1});
}

// [1, 2, 3, 4] far from zero. The squares near 1e8 have no digits left for a variance of 1.25.
TEST_CASE("layer_norm keeps its digits far from zero", "[layer_norm]") {
  is_close(lm::layer_norm(row({10000, 10001, 10002, 10003}), row({1, 1, 1, 1}), row({0, 0, 0, 0}),
                          1e-5f),
           {-1.3416354, -0.4472118, 0.4472118, 1.3416354});
}

TEST_CASE("layer_norm refuses equal values when eps is 0", "[layer_norm][errors]") {
  throws_with("layer_norm", [] { lm::layer_norm(row({3, 3}), row({1, 1}), row({0, 0}), 0.0f); });
}

// In float32 ten times 0.1 sum to 1.0000001: the mean misses 0.1, and the variance misses 0.
TEST_CASE("layer_norm sees that values are equal when their mean is not", "[layer_norm][errors]") {
  const lm::Vector x(10, 0.1f), ones(10, 1.0f), zeros(10, 0.0f);
  throws_with("layer_norm", [&] { lm::layer_norm(x, ones, zeros, 0.0f); });
}

// Mean 1.25, distances -0.25, -0.25, 0.75, -0.25, variance 0.1875: three equal values are no reason.
TEST_CASE("layer_norm needs no eps where one value differs", "[layer_norm]") {
  is_close(lm::layer_norm(row({1, 1, 2, 1}), row({1, 1, 1, 1}), row({0, 0, 0, 0}), 0.0f),
           {-0.577350, -0.577350, 1.732051, -0.577350});
}
