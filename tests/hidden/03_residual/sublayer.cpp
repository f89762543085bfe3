#include "sublayer.hpp"

#include "functions.hpp"
#include "reference/sublayer.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

using functions::in_float;

namespace {

const functions::Function rms = functions::rms_norm({1, 1}, 0);
functions::Row swap_and_double(std::span<const double> v) {
  return {2 * v[1], 2 * v[0]};
}

functions::Row gain_of(int size, std::uint64_t seed) {
  return functions::doubles(random_gain(size, seed));
}

}  // namespace

// The worked examples with other numbers. [6, 8] has the same norm(x) as [3, 4].
TEST_CASE("sublayer adds the branch of [3, 4] to [6, 8] in pre_norm", "[sublayer][hidden]") {
  is_close(lm::pre_norm(row({6, 8}), in_float(rms), in_float(swap_and_double)),
           {8.2627416998, 9.6970562748});
}
// x + f(x) is [2·1 + 2, 1 + 2·2] = [4, 5], and [4, 5] has the root mean square 4.527693.
TEST_CASE("sublayer returns the norm of [4, 5] for [2, 1] in post_norm", "[sublayer][hidden]") {
  is_close(lm::post_norm(row({2, 1}), in_float(rms), in_float(swap_and_double)),
           {0.8834522086, 1.1043152607});
}

TEST_CASE("sublayer hands x on untouched in pre_norm where the branch is zero",
          "[sublayer][hidden]") {
  const auto x = random_row(65, 1, -3e4, 3e4);
  const auto nothing = [](std::span<const float> v) { return lm::Vector(v.size()); };
  const auto norm = in_float(functions::rms_norm(gain_of(65, 2), 1e-5));
  equals(lm::pre_norm(x, norm, nothing), x);
  is_close(lm::post_norm(x, norm, nothing), functions::doubles(norm(x)));
}

TEST_CASE("sublayer shows the norm the row in pre_norm, the sum in post_norm",
          "[sublayer][hidden]") {
  std::vector<float> seen;
  const auto norm = [&](std::span<const float> v) {
    seen.insert(seen.end(), v.begin(), v.end());
    return lm::Vector{v[1], v[0] / 4};
  };
  const auto f = [](std::span<const float> v) { return lm::Vector{v[0] + 1, v[1] * v[1]}; };
  is_close(lm::post_norm(row({3, -2}), norm, f), {2, 1.75});
  is_close(seen, {7, 2});
  seen.clear();
  is_close(lm::pre_norm(row({3, -2}), norm, f), {2, -1.4375});
  is_close(seen, {3, -2});
}

// Known answers from outside: torch 1.13, nn.TransformerEncoderLayer(norm_first=True and False)
// without dropout and biases, eps 1e-5, on one token: attention, then the feed-forward network.
TEST_CASE("sublayer gives torch's values", "[sublayer][hidden]") {
  const auto layer = functions::torch_layer(1, {1.5, -0.5, 2}, {0.5, 1.25, -1});
  const auto norm_1 = in_float(layer.norm_1), norm_2 = in_float(layer.norm_2);
  const auto attention = in_float(layer.attention), ffn = in_float(layer.feed_forward);
  const auto x = row({2, -1, 0.5});
  is_close(lm::pre_norm(lm::pre_norm(x, norm_1, attention), norm_2, ffn),
           {8.266386479105188, -1.0206790695799697, -1.9350775640661984});
  is_close(lm::post_norm(lm::post_norm(x, norm_1, attention), norm_2, ffn),
           {0.2790163554177191, -1.7554779028364824, -0.8463496114337479});
}
// torch 1.13 again: x + silu(W·rms(x)).
TEST_CASE("sublayer gives torch's values for RMSNorm and SiLU", "[sublayer][hidden]") {
  const functions::Function silu = [](std::span<const double> x) {
    auto y = functions::linear({{0.5, 1, -1}, {2, -0.25, 0.75}, {1, 0.5, -1.5}})(x);
    for (double& value : y) value /= 1 + std::exp(-value);
    return y;
  };
  is_close(
      lm::pre_norm(row({1, -2, 2}), in_float(functions::rms_norm({1, 1, 1}, 0)), in_float(silu)),
      {0.7634862583694956, 0.10075279792963476, 1.7396286882811025});
}

// f and the norm are computed in double, so the tolerance is for two roundings and one sum, whose
// terms are as large as x and the branch.
TEST_CASE("sublayer agrees with the reference at real sizes", "[sublayer][hidden]") {
  const int hidden_size = GENERATE(1, 2, 63, 288, 4096);
  const double scale = GENERATE(1e-3, 1.0, 1e4);
  const auto x = random_row(hidden_size, 3, -scale, scale);
  const auto norm = functions::rms_norm(gain_of(hidden_size, 4), 1e-5);
  const auto wide = functions::doubles(x);
  is_close(lm::pre_norm(x, in_float(norm), in_float(functions::ripple)),
           reference::pre_norm(wide, norm, functions::ripple), scale + 4);
  is_close(lm::post_norm(x, in_float(norm), in_float(functions::ripple)),
           reference::post_norm(wide, norm, functions::ripple), 8);
}

TEST_CASE("sublayer leaves its input unchanged", "[sublayer][hidden]") {
  const auto x = random_row(64, 5);
  const auto before = x;
  const auto norm = in_float(functions::rms_norm(gain_of(64, 6), 1e-5));
  lm::pre_norm(x, norm, in_float(functions::ripple));
  unchanged(before, x);
  lm::post_norm(x, norm, in_float(functions::ripple));
  unchanged(before, x);
}

TEST_CASE("sublayer refuses longer, shorter and empty branches", "[sublayer][hidden][errors]") {
  const std::size_t size = GENERATE(0u, 2u, 4u);
  const auto norm = [](std::span<const float> v) { return lm::Vector(v.begin(), v.end()); };
  const auto f = [size](std::span<const float>) { return lm::Vector(size, 1.0f); };
  throws_with("pre_norm", [&] { lm::pre_norm(row({1, 2, 3}), norm, f); });
  throws_with("post_norm", [&] { lm::post_norm(row({1, 2, 3}), norm, f); });
}

// Hugging Face's LlamaForCausalLM: the first token of a prompt, through one layer of two
// sublayers. The data is float32 and its own tolerance is 5e-5.
TEST_CASE("sublayer agrees with the conformance data", "[sublayer][conformance]") {
  const auto weights = kit::golden_file("golden/tiny_llama_weights.json");
  for (const auto& golden : kit::golden_cases("tiny_llama")) {
    const auto model = functions::first_token(golden, *weights);
    lm::Vector x(model.embedding.begin(), model.embedding.end());
    for (std::size_t n = 0; n < 2; ++n) {
      x = lm::pre_norm(x, in_float(model.norms[n]), in_float(model.sublayers[n]));
    }
    is_within(5e-5, x, model.after_layer_0);
  }
}
