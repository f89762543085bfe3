#include "deep_norm.hpp"

#include "functions.hpp"
#include "reference/deep_norm.hpp"
#include "support/testing.hpp"

using functions::in_float;

namespace {

functions::Function norm_of(int size, std::uint64_t seed) {
  return functions::rms_norm(functions::doubles(random_gain(size, seed)), 1e-5);
}
lm::Vector as_it_is(std::span<const float> v) {
  return {v.begin(), v.end()};
}
// No multiple of its input, so that a scale in the wrong place shows.
lm::Vector shifted(std::span<const float> v) {
  return {v[0] + 1, v[1] / 2};
}

}  // namespace

// [6, 8] has the branch of [3, 4].
TEST_CASE("deep_norm adds the sandwich of [3, 4] to [6, 8]", "[deep_norm][hidden]") {
  const auto rms = in_float(functions::rms_norm({1, 1}, 0));
  const auto swap = [](std::span<const float> v) { return lm::Vector{2 * v[1], 2 * v[0]}; };
  is_close(lm::sandwich_norm(row({6, 8}), rms, rms, swap), {7.1313708499, 8.8485281374});
}

// With 8 blocks [1, 3] becomes [2, 6]; f adds [5, -1], and the norm makes [8, 2.5] of [7, 5].
TEST_CASE("deep_norm stretches the stream and nothing else", "[deep_norm][hidden]") {
  const auto f = [](std::span<const float> v) { return lm::Vector{v[1] + 2, v[0] - 2}; };
  is_close(lm::deep_norm(row({1, 3}), shifted, f, 8), {8, 2.5});
}

TEST_CASE("deep_norm leaves the stream alone where the branch is zero", "[deep_norm][hidden]") {
  const auto x = random_row(33, 1);
  const auto nothing = [](std::span<const float> v) { return lm::Vector(v.size()); };
  equals(lm::sandwich_norm(x, as_it_is, in_float(norm_of(33, 2)), nothing), x);
  std::vector<double> doubled;
  for (const double value : x) doubled.push_back(2 * value);
  is_close(lm::deep_norm(x, as_it_is, nothing, 8), doubled);
}

TEST_CASE("deep_norm scales multiply to the root of a half at any depth", "[deep_norm][hidden]") {
  const int n_layers = GENERATE(1, 3, 12, 1000);
  const auto scales = lm::deep_norm_scales(n_layers);
  is_close(scales.alpha * scales.beta, 0.70710678118654752);
}

// Known answers from outside: torchscale's Decoder(deepnorm=True): `alpha` of its layers for 12,
// 24, 70 and 200 of them, and the initial weights of fc1 for 24 over those without DeepNorm.
TEST_CASE("deep_norm scales are torchscale's", "[deep_norm][hidden]") {
  is_close(lm::deep_norm_scales(12).alpha, 2.213363839400643);
  is_close(lm::deep_norm_scales(24).alpha, 2.6321480259049848);
  is_close(lm::deep_norm_scales(70).alpha, 3.439790628250393);
  is_close(lm::deep_norm_scales(200).alpha, 4.47213595499958);
  is_close(lm::deep_norm_scales(24).beta, 0.268642485);
}

// torchscale again: one DecoderLayer of a model of 3, LayerNorm with eps 1e-5, ReLU, one token.
TEST_CASE("deep_norm gives torchscale's values", "[deep_norm][hidden]") {
  const auto attention = functions::linear(
      {{1, -0.5, 2, 0.5}, {0.25, 1.5, -1, -2}, {-2, 0.75, 0.5, 1}, {0.5, -1, 1.5, 0.25}});
  const auto ffn = functions::relu_feed_forward(
      {{1, 2, -1, 0.5}, {-0.5, 1, 0.25, 2}, {1.5, -1, 1, -1}, {-1, -0.25, 2, 1.5}},
      {{1, -1, 0.5, 2}, {0.25, 1, -1.5, 1}, {2, 0.5, 1, -0.75}, {-1, 1.5, 0.25, 0.5}});
  const auto norm_1 = functions::layer_norm({1.5, -0.5, 2, 0.75}, 1e-5);
  const auto norm_2 = functions::layer_norm({0.5, 1.25, -1, 2}, 1e-5);
  const auto x = row({2, -1, 0.5, 1.5});
  is_close(lm::deep_norm(lm::deep_norm(x, in_float(norm_1), in_float(attention), 3),
                         in_float(norm_2), in_float(ffn), 3),
           {0.37539123687791986, -0.26914501187572143, -1.0063546766266491, -3.083642281763823});
}

// torch 1.13: a sandwich with Gemma 2's RMSNorm (stored gain + 1, eps 1e-6) around a matrix, and on
// it one with LayerNorm (eps 1e-5) around a feed-forward network with ReLU.
TEST_CASE("deep_norm gives torch's values for sandwich_norm", "[deep_norm][hidden]") {
  const auto layer = functions::torch_layer(1, {1.5, -0.5, 2}, {0.5, 1.25, -1});
  const auto h = lm::sandwich_norm(
      row({2, -1, 0.5}), in_float(functions::rms_norm({0.75, 1.5, 2.5}, 1e-6)),
      in_float(functions::rms_norm({1.5, -0.5, 2}, 1e-6)), in_float(layer.attention));
  is_close(h, {3.8483515312667884, -0.5946597519151781, -1.3159243114200023});
  is_close(lm::sandwich_norm(h, in_float(layer.norm_1), in_float(layer.norm_2),
                             in_float(layer.feed_forward)),
           {3.873751422923311, -2.1563522876823265, -2.5144785567206758});
}

// The functions are computed in double; what rounds is one sum, of terms up to alpha times x.
TEST_CASE("deep_norm agrees with the reference at real sizes", "[deep_norm][hidden]") {
  const int hidden_size = GENERATE(1, 2, 63, 288, 4096);
  const int n_layers = GENERATE(1, 18, 80);
  const auto x = random_row(hidden_size, 3);
  const auto wide = functions::doubles(x);
  const auto inner = norm_of(hidden_size, 4), outer = norm_of(hidden_size, 5);
  is_close(lm::deep_norm(x, in_float(inner), in_float(functions::ripple), n_layers),
           reference::deep_norm(wide, inner, functions::ripple, n_layers), 8);
  is_close(lm::sandwich_norm(x, in_float(inner), in_float(outer), in_float(functions::ripple)),
           reference::sandwich_norm(wide, inner, outer, functions::ripple), 8);
}

TEST_CASE("deep_norm scales agree with the reference", "[deep_norm][hidden]") {
  const int n_layers = GENERATE(1, 2, 5, 48, 126, 1000, 100000);
  const auto scales = lm::deep_norm_scales(n_layers);
  is_close(scales.alpha, reference::deep_norm_alpha(n_layers));
  is_close(scales.beta, reference::deep_norm_beta(n_layers));
}

TEST_CASE("deep_norm leaves its input unchanged", "[deep_norm][hidden]") {
  const auto x = random_row(64, 6);
  const auto before = x;
  const auto norm = in_float(norm_of(64, 7)), f = in_float(functions::ripple);
  lm::deep_norm(x, norm, f, 24);
  unchanged(before, x);
  lm::sandwich_norm(x, norm, norm, f);
  unchanged(before, x);
}

TEST_CASE("deep_norm refuses longer, shorter and empty branches", "[deep_norm][hidden][errors]") {
  const std::size_t size = GENERATE(0u, 2u, 4u);
  const auto other = [size](std::span<const float>) { return lm::Vector(size, 1.0f); };
  throws_with("sandwich_norm", [&] {
    lm::sandwich_norm(row({1, 2, 3}), as_it_is, as_it_is, other);
  });
  throws_with("deep_norm", [&] { lm::deep_norm(row({1, 2, 3}), as_it_is, other, 8); });
}
TEST_CASE("deep_norm refuses a negative depth", "[deep_norm][hidden][errors]") {
  throws_with("deep_norm_scales: n_layers is -2", [] { lm::deep_norm_scales(-2); });
  throws_with("n_layers is -2", [] { lm::deep_norm(row({1, 2}), as_it_is, as_it_is, -2); });
}
