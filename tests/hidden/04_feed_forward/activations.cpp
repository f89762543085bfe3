#include "activations.hpp"

#include "reference/activations.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

using lm::Activation;

namespace {

lm::Vector bend(float (*curve)(float), lm::Vector x) {
  for (float& value : x) value = curve(value);
  return x;
}
std::vector<double> bend(double (*curve)(double), const lm::Vector& x) {
  std::vector<double> y;
  for (const float value : x) y.push_back(curve(value));
  return y;
}

}  // namespace

// Known answers from outside: torch 1.13 in float64, sigmoid, F.relu, F.silu, F.gelu with
// approximate 'none' and 'tanh'.
TEST_CASE("activations give PyTorch's values", "[activations][hidden]") {
  const auto x = row({-5.5, -3.25, -0.75, 0.625, 2.625, -0.001, 88.75});
  is_close(bend(lm::sigmoid, x), {0.004070137716, 0.037326887344, 0.320821300825, 0.651354846655,
                                  0.932453308860, 0.499750000021, 1});
  is_close(bend(lm::relu, x), {0, 0, 0, 0.625, 2.625, 0, 88.75});
  is_close(bend(lm::silu, x), {-0.022385757437, -0.121312383868, -0.240615975618, 0.407096790416,
                               2.447689935758, -0.000499750000, 88.75});
  is_close(bend(lm::gelu, x), {-0.000000104443, -0.001875331388, -0.169970514283, 0.458759044345,
                               2.613627323047, -0.000499601058, 88.75});
  is_close(bend(lm::gelu_tanh, x), {-0.000000005928, -0.001568627145, -0.170039444834,
                                    0.458721149958, 2.614096088304, -0.000499601058, 88.75});
}

// The largest gap of the two GELUs, 4.73e-4, lies at 2.699. Every layer would carry it.
TEST_CASE("activations keep the two GELUs apart", "[activations][hidden]") {
  is_within(1e-5, lm::gelu_tanh(2.699f) - lm::gelu(2.699f), 4.7323552e-4);
  is_within(1e-5, lm::gelu_tanh(-2.699f) - lm::gelu(-2.699f), 4.7323552e-4);
}

// Neither curve is monotone: both have a lowest point, and rise again to 0 on its left.
TEST_CASE("activations: SiLU and GELU have their lowest points", "[activations][hidden]") {
  is_close(bend(lm::silu, row({-1.2784645, -1.2, -1.4})),
           {-0.2784645428, -0.2777702598, -0.2769425560});
  is_close(bend(lm::gelu, row({-0.7517915, -0.7, -0.8})),
           {-0.1699712075, -0.1693745566, -0.1694843189});
}

TEST_CASE("activations: a curve minus its mirror image is a line", "[activations][hidden]") {
  const auto x = random_row(40, 1, 0, 6);
  for (const float value : x) {
    is_close(lm::sigmoid(value) + lm::sigmoid(-value), 1.0);
    is_close(lm::relu(value) - lm::relu(-value), double{value});
    is_close(lm::silu(value) - lm::silu(-value), double{value});
    is_close(lm::gelu(value) - lm::gelu(-value), double{value});
    is_close(lm::gelu_tanh(value) - lm::gelu_tanh(-value), double{value});
  }
}

TEST_CASE("activations agree with the reference", "[activations][hidden]") {
  const double range = GENERATE(1e-4, 1.0, 8.0, 100.0);
  const auto x = random_row(200, 2, -range, range);
  is_close(bend(lm::sigmoid, x), bend(reference::sigmoid, x));
  is_close(bend(lm::relu, x), bend(reference::relu, x));
  is_close(bend(lm::silu, x), bend(reference::silu, x));
  is_close(bend(lm::gelu, x), bend(reference::gelu, x));
  is_close(bend(lm::gelu_tanh, x), bend(reference::gelu_tanh, x));
}

TEST_CASE("activations are finite for every finite number", "[activations][hidden]") {
  const double size = GENERATE(30.0, 88.75, 104.0, 1000.0, 1e4, 1e30);
  const auto ends = row({-size, size});
  is_close(bend(lm::sigmoid, ends), {0, 1});
  is_close(bend(lm::relu, ends), {0, size});
  is_close(bend(lm::silu, ends), {0, size});
  is_close(bend(lm::gelu, ends), {0, size});
  is_close(bend(lm::gelu_tanh, ends), {0, size});
}

TEST_CASE("activations: activate agrees with all five curves", "[activations][hidden]") {
  const auto activation = GENERATE(Activation::sigmoid, Activation::relu, Activation::silu,
                                   Activation::gelu, Activation::gelu_tanh);
  for (const float value : row({-1000, -2.625, -0.75, 0, 0.5, 2.625, 1000})) {
    is_close(lm::activate(activation, value), reference::activate(activation, value));
  }
}

// torch 1.13 in float64: 143 points from -1000 to 1000.
TEST_CASE("activations agree with the conformance data", "[activations][conformance]") {
  for (const auto& golden : kit::golden_cases("activations")) {
    const auto x = golden.tensor("x").floats();
    is_close(bend(lm::sigmoid, x), golden.tensor("sigmoid").values);
    is_close(bend(lm::relu, x), golden.tensor("relu").values);
    is_close(bend(lm::silu, x), golden.tensor("silu").values);
    is_close(bend(lm::gelu, x), golden.tensor("gelu_erf").values);
    is_close(bend(lm::gelu_tanh, x), golden.tensor("gelu_tanh").values);
  }
}
