#include "rms_norm.hpp"

#include "reference/rms_norm.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

// Twice the worked example: (36 + 64) / 2 = 50, and 6 / sqrt(50) is 3 / sqrt(12.5).
TEST_CASE("rms_norm of [6, 8] equals that of [3, 4] when eps is 0", "[rms_norm][hidden]") {
  is_close(lm::rms_norm(row({6, 8}), row({1, 1}), 0.0f), {0.8485281374, 1.1313708499});
}

TEST_CASE("rms_norm does not center its input", "[rms_norm][hidden]") {
  is_close(lm::rms_norm(row({3, 3, 3}), row({1, 1, 1}), 0.0f), {1, 1, 1});
}

// For rows this small eps decides: sqrt(1e-6 + 1e-5) is 0.00331662, not 0.001.
TEST_CASE("rms_norm uses the eps it is given on tiny rows", "[rms_norm][hidden]") {
  const auto x = row({1e-3, -1e-3, 1e-3, 1e-3});
  const auto ones = row({1, 1, 1, 1});
  is_close(lm::rms_norm(x, ones, 1e-5f), {0.3015113446, -0.3015113446, 0.3015113446, 0.3015113446});
  is_close(lm::rms_norm(x, ones, 1e-6f), {0.7071067812, -0.7071067812, 0.7071067812, 0.7071067812});
}

TEST_CASE("rms_norm of a row of zeros is zero when eps is above 0", "[rms_norm][hidden]") {
  is_close(lm::rms_norm(row({0, 0, 0, 0}), row({1, 2, 3, 4}), 1e-5f), {0, 0, 0, 0});
}

// Known answers from outside: Hugging Face's LlamaRMSNorm (transformers 4.45, torch 1.13). A row of
// ordinary size, one of tiny and one of huge entries, and a single value.
TEST_CASE("rms_norm gives Hugging Face's values", "[rms_norm][hidden]") {
  is_close(lm::rms_norm(row({-0.4326171875, 0.1201171875, -0.017578125, -0.1455078125, 0.12109375,
                             0.5791015625, -0.064453125, -0.5859375}),
                        row({0.9189453125, 0.73828125, 0.8486328125, 1.23046875, 0.6220703125,
                             0.64453125, 0.880859375, 0.8642578125}),
                        1e-5f),
           {-1.17190385, 0.261411995, -0.0439734869, -0.527783036, 0.222054586, 1.10026491,
            -0.167358994, -1.49277079});
  is_close(lm::rms_norm(row({-0.0009765625, -0.0048828125, 0.0029296875, 0.0029296875, -0.005859375,
                             0.0029296875, 0.00390625, 0}),
                        row({0.9541015625, 1.044921875, 0.5400390625, 0.8212890625, 0.4560546875,
                             0.623046875, 1.294921875, 1.3779296875}),
                        1e-5f),
           {-0.196353942, -1.0752238, 0.333419859, 0.507063448, -0.563135862, 0.384668827,
            1.06597877, 0});
  is_close(lm::rms_norm(row({-3475.06641, -2903.70898, -1801.02246, 3033.03809, -786.572266,
                             -4700.81348, -354.069336, 750.099609}),
                        row({0.998046875, 1.03515625, 0.470703125, 1.859375, 0.970703125,
                             1.02636719, 0.946289062, 0.694335938}),
                        1e-5f),
           {-1.30675137, -1.13249922, -0.319407493, 2.12482786, -0.287676245, -1.81783593,
            -0.126238272, 0.196230933});
  is_close(lm::rms_norm(row({0.03515625}), row({1.322265625}), 1e-6f), {1.32173109});
}

TEST_CASE("rms_norm agrees with the reference at real sizes", "[rms_norm][hidden]") {
  const int hidden_size = GENERATE(1, 2, 63, 288, 4096, 16384);
  const double scale = GENERATE(1e-3, 1.0, 1e4);
  const auto x = random_row(hidden_size, 1, -scale, scale);
  const auto weight = random_gain(hidden_size, 2);
  is_close(lm::rms_norm(x, weight, 1e-5f), reference::rms_norm(x, weight, 1e-5));
}

TEST_CASE("rms_norm leaves its input unchanged", "[rms_norm][hidden]") {
  auto x = random_row(64, 3);
  auto weight = random_gain(64, 4);
  const auto x_before = x, weight_before = weight;
  lm::rms_norm(x, weight, 1e-5f);
  unchanged(x_before, x);
  unchanged(weight_before, weight);
}

TEST_CASE("rms_norm refuses sizes that do not fit", "[rms_norm][hidden][errors]") {
  throws_with("rms_norm: x has 3 values, weight has 2", [] {
    lm::rms_norm(row({1, 2, 3}), row({1, 1}), 1e-5f);
  });
  throws_with("rms_norm: x has 0 values", [] { lm::rms_norm({}, {}, 1e-5f); });
}

// Hugging Face's LlamaRMSNorm in float32.
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
