#include "activations.hpp"

#include "support/testing.hpp"

namespace {
/// One curve at every point of a row.
lm::Vector bend(float (*curve)(float), lm::Vector x) {
  for (float& value : x) value = curve(value);
  return x;
}
/// As in the section's table.
lm::Vector points() {
  return row({-10, -2, -1.5, -1, -0.1, 0, 0.5, 1, 1.5, 2, 3});
}
}  // namespace

// e is 2.718282: e / (1 + e) is 0.731059, and -1 / (1 + e) is -0.268941.
TEST_CASE("activations worked example: SiLU at 1 and -1", "[activations]") {
  shows(6, bend(lm::silu, row({1, -1})), {"0.731059", "-0.268941"});
}

TEST_CASE("activations follow the table: sigmoid", "[activations]") {
  is_close(bend(lm::sigmoid, points()), {0.0000454, 0.119203, 0.182426, 0.268941, 0.475021, 0.5,
                                         0.622459, 0.731059, 0.817574, 0.880797, 0.952574});
}
TEST_CASE("activations follow the table: ReLU", "[activations]") {
  is_close(bend(lm::relu, points()), {0, 0, 0, 0, 0, 0, 0.5, 1, 1.5, 2, 3});
}
TEST_CASE("activations follow the table: SiLU", "[activations]") {
  is_close(bend(lm::silu, points()), {-0.000454, -0.238406, -0.273638, -0.268941, -0.047502, 0,
                                      0.31123, 0.731059, 1.226362, 1.761594, 2.857722});
}
// Only the third digit tells this one from the next: at -2 it is -0.045500, that is -0.045402.
TEST_CASE("activations follow the table: GELU", "[activations]") {
  is_close(bend(lm::gelu, points()), {0, -0.0455, -0.100211, -0.158655, -0.046017, 0, 0.345731,
                                      0.841345, 1.399789, 1.9545, 2.99595});
}
TEST_CASE("activations follow the table: GELU by tanh", "[activations]") {
  is_close(bend(lm::gelu_tanh, points()), {0, -0.045402, -0.100428, -0.158808, -0.046017, 0,
                                           0.345714, 0.841192, 1.399572, 1.954598, 2.996363});
}

// exp(1000) is no float, and infinity / infinity is no number. Every curve has ends, though.
TEST_CASE("activations are finite at 1000 and at -1000", "[activations]") {
  const auto ends = row({-1000, 1000});
  is_close(bend(lm::sigmoid, ends), {0, 1});
  is_close(bend(lm::relu, ends), {0, 1000});
  is_close(bend(lm::silu, ends), {0, 1000});
  is_close(bend(lm::gelu, ends), {0, 1000});
  is_close(bend(lm::gelu_tanh, ends), {0, 1000});
}

TEST_CASE("activations: activate calls the curve that it is given", "[activations]") {
  is_close(lm::activate(lm::Activation::sigmoid, -1), 0.268941);
  is_close(lm::activate(lm::Activation::relu, -1), 0.0);
  is_close(lm::activate(lm::Activation::silu, -1), -0.268941);
  is_close(lm::activate(lm::Activation::gelu, -1), -0.158655);
  is_close(lm::activate(lm::Activation::gelu_tanh, -1), -0.158808);
}
