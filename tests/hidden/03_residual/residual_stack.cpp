#include "residual_stack.hpp"

#include "functions.hpp"
#include "reference/residual_stack.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

using functions::in_float;

namespace {

lm::Vector as_it_is(std::span<const float> v) {
  return {v.begin(), v.end()};
}

/// n norms with gains of their own, and n sublayers that differ.
struct Stack {
  std::vector<functions::Function> norms, sublayers;
  functions::Function final_norm;
};
Stack stack_of(int n_sublayers, int hidden_size, std::uint64_t seed) {
  Stack stack;
  for (int n = 0; n < n_sublayers; ++n) {
    const auto gain = random_gain(hidden_size, seed + static_cast<std::uint64_t>(n));
    stack.norms.push_back(functions::rms_norm(functions::doubles(gain), 1e-5));
    stack.sublayers.push_back([n](std::span<const double> v) {
      functions::Row y = functions::ripple(v);
      for (double& value : y) value = value * (n % 2 == 0 ? 0.5 : -0.75) + 0.125 * n;
      return y;
    });
  }
  const auto gain = random_gain(hidden_size, seed + 99);
  stack.final_norm = functions::rms_norm(functions::doubles(gain), 1e-5);
  return stack;
}

}  // namespace

// The second worked example with other numbers: [2, 3] + [3, 2] = [5, 5], + [-1, 10] = [4, 15].
TEST_CASE("residual_stack adds each branch to the stream so far", "[residual_stack][hidden]") {
  const std::vector<lm::RowFunction> norms = {as_it_is, as_it_is};
  const std::vector<lm::RowFunction> sublayers = {[](std::span<const float> v) {
                                                    return lm::Vector{v[1], v[0]};
                                                  },
                                                  [](std::span<const float> v) {
                                                    return lm::Vector{v[1] - 6, v[0] * 2};
                                                  }};
  const auto final_norm = [](std::span<const float> v) { return lm::Vector{v[1] / 5, v[0] - 1}; };
  is_close(lm::residual_stack(row({2, 3}), norms, sublayers, final_norm), {3, 3});
}

TEST_CASE("residual_stack without sublayers is the final norm alone", "[residual_stack][hidden]") {
  const auto final_norm = in_float(functions::rms_norm({2, -1}, 0));
  is_close(lm::residual_stack(row({1, 7}), {}, {}, final_norm), {0.4, -1.4});
}

TEST_CASE("residual_stack calls each function once, in order", "[residual_stack][hidden]") {
  std::vector<int> calls;
  const auto noting = [&calls](int number) -> lm::RowFunction {
    return [&calls, number](std::span<const float> v) {
      calls.push_back(number);
      return lm::Vector(v.size(), 1.0f);
    };
  };
  is_close(lm::residual_stack(row({5, 7, 9}), {noting(1), noting(3), noting(5)},
                              {noting(2), noting(4), noting(6)}, noting(7)),
           {1, 1, 1});
  equals(calls, {1, 2, 3, 4, 5, 6, 7});
}

// The stream itself is never normalized: 12 branches of size 1 on a row of size 1e4.
TEST_CASE("residual_stack carries the embedding to the end", "[residual_stack][hidden]") {
  const auto x = random_row(33, 1, -1e4, 1e4);
  const auto one = [](std::span<const float> v) { return lm::Vector(v.size(), 1.0f); };
  const auto norm = in_float(functions::rms_norm(functions::Row(33, 1.5), 1e-5));
  std::vector<double> want;
  for (const double value : x) want.push_back(value + 12);
  is_close(lm::residual_stack(x, std::vector<lm::RowFunction>(12, norm),
                              std::vector<lm::RowFunction>(12, one), as_it_is),
           want, 1e4, 12);
}

// Known answers from outside: torch 1.13, nn.TransformerEncoder of two layers (four sublayers) with
// norm_first=True and norm=LayerNorm, without dropout and biases, eps 1e-5, on one token; and the
// same without the norm at the end.
TEST_CASE("residual_stack gives torch's values", "[residual_stack][hidden]") {
  const auto a = functions::torch_layer(1, {1.5, -0.5, 2}, {0.5, 1.25, -1});
  const auto b = functions::torch_layer(-0.5, {0.75, 1, -2}, {2, -1.5, 0.5});
  const auto norms = in_float({a.norm_1, a.norm_2, b.norm_1, b.norm_2});
  const auto sublayers = in_float({a.attention, a.feed_forward, b.attention, b.feed_forward});
  const auto final_norm = in_float(functions::layer_norm({2, -0.5, 1.25}, 1e-5));
  const auto x = row({2, -1, 0.5});
  is_close(lm::residual_stack(x, norms, sublayers, final_norm),
           {1.6491878604110144, -0.2913535059199537, -1.7591261775567686});
  is_close(lm::residual_stack(x, norms, sublayers, as_it_is),
           {2.8476608709131606, 1.7463297900167591, -7.314340483736444});
  is_close(lm::residual_stack(x, in_float({a.norm_1, a.norm_2}),
                              in_float({a.attention, a.feed_forward}), as_it_is),
           {8.266386479105188, -1.0206790695799697, -1.9350775640661984});
}

// The functions are computed in double; each of the sums rounds once, and the branches see it.
TEST_CASE("residual_stack agrees with the reference at real sizes", "[residual_stack][hidden]") {
  const int hidden_size = GENERATE(1, 2, 63, 288);
  const int n_sublayers = GENERATE(1, 2, 5, 64);
  const auto stack = stack_of(n_sublayers, hidden_size, 7);
  const auto x = random_row(hidden_size, 8);
  is_close(lm::residual_stack(x, in_float(stack.norms), in_float(stack.sublayers),
                              in_float(stack.final_norm)),
           reference::residual_stack(functions::doubles(x), stack.norms, stack.sublayers,
                                     stack.final_norm),
           8, n_sublayers);
}

// Decoders of 12 (GPT-2), 32 (LLaMA-2-7B), 80 (LLaMA-2-70B) and 96 (GPT-3) blocks have twice as
// many sublayers.
TEST_CASE("residual_stack gives the last sublayers of known models", "[residual_stack][hidden]") {
  is_close(lm::sublayer_share(24), 0.2);
  is_close(lm::sublayer_share(64), 0.12403473458920845);
  is_close(lm::sublayer_share(160), 0.07881104062391006);
  is_close(lm::sublayer_share(192), 0.07198157507486945);
}

TEST_CASE("residual_stack shares agree with the reference", "[residual_stack][hidden]") {
  const int n = GENERATE(1, 2, 7, 99, 1000, 1000000);
  is_close(lm::sublayer_share(n), reference::sublayer_share(n));
}

// What the share says, measured: branches of size 1 whose signs have nothing to do with each other.
TEST_CASE("residual_stack loses its shares as they are told", "[residual_stack][hidden]") {
  constexpr int hidden_size = 4096, n_sublayers = 15;
  std::vector<lm::RowFunction> norms(n_sublayers, as_it_is), sublayers;
  for (std::uint64_t n = 0; n < n_sublayers; ++n) {
    sublayers.push_back([n](std::span<const float>) {
      lm::Vector branch = random_row(hidden_size, 20 + n, -1, 1);
      for (float& value : branch) value = value < 0 ? -1.0f : 1.0f;
      return branch;
    });
  }
  lm::Vector x = random_row(hidden_size, 19, -1, 1);
  for (float& value : x) value = value < 0 ? -1.0f : 1.0f;
  double squares = 0;
  for (const double value : lm::residual_stack(x, norms, sublayers, as_it_is))
    squares += value * value;
  // The share of 4096 channels has a standard deviation of 0.003.
  is_within(0.015, std::sqrt(hidden_size / squares), lm::sublayer_share(n_sublayers));
}

TEST_CASE("residual_stack leaves its input unchanged", "[residual_stack][hidden]") {
  const auto x = random_row(63, 9);
  const auto before = x;
  const auto stack = stack_of(3, 63, 10);
  lm::residual_stack(x, in_float(stack.norms), in_float(stack.sublayers),
                     in_float(stack.final_norm));
  unchanged(before, x);
}

TEST_CASE("residual_stack refuses numbers that do not fit", "[residual_stack][hidden][errors]") {
  throws_with("residual_stack: 2 norms for 1 sublayers", [] {
    lm::residual_stack(row({1, 2}), {as_it_is, as_it_is}, {as_it_is}, as_it_is);
  });
  throws_with("residual_stack: 0 norms for 1 sublayers", [] {
    lm::residual_stack(row({1, 2}), {}, {as_it_is}, as_it_is);
  });
}
TEST_CASE("residual_stack refuses a sublayer number below 1", "[residual_stack][hidden][errors]") {
  throws_with("sublayer_share: n is -3", [] { lm::sublayer_share(-3); });
}

// Hugging Face's LlamaForCausalLM: the first token of a prompt, from its embedding to the logits,
// through 2 layers of two sublayers. The data is float32 and its own tolerance is 5e-5.
TEST_CASE("residual_stack agrees with the conformance data", "[residual_stack][conformance]") {
  const auto weights = kit::golden_file("golden/tiny_llama_weights.json");
  for (const auto& golden : kit::golden_cases("tiny_llama")) {
    const auto model = functions::first_token(golden, *weights);
    const lm::Vector x(model.embedding.begin(), model.embedding.end());
    const auto y = lm::residual_stack(x, in_float(model.norms), in_float(model.sublayers),
                                      in_float(model.final_norm));
    is_within(5e-5, model.lm_head(functions::doubles(y)), model.logits);
  }
}
