#include "layer_norm.hpp"

#include "reference/layer_norm.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

// Mean 4, variance (9 + 9 + 36 + 36) / 4 = 22.5, and 22.5 + 2.5 is 25.
TEST_CASE("layer_norm of other round numbers", "[layer_norm][hidden]") {
  is_close(lm::layer_norm(row({1, 7, -2, 10}), row({1, 2, 5, -0.5}), row({0, 1, -1, 0.25}), 2.5f),
           {-0.6, 2.2, -7, -0.35});
}

TEST_CASE("layer_norm does not change when all values grow alike", "[layer_norm][hidden]") {
  const auto gain = row({1, 0.5, -2}), shift = row({0, 0, 0});
  is_close(lm::layer_norm(row({1, 2, 6}), gain, shift, 0.0f),
           {-0.9258200998, -0.2314550249, -2.7774602993});
  is_close(lm::layer_norm(row({-511, -510, -506}), gain, shift, 0.0f),
           {-0.9258200998, -0.2314550249, -2.7774602993});
}

TEST_CASE("layer_norm of equal values is the bias when eps is above 0", "[layer_norm][hidden]") {
  is_close(lm::layer_norm(row({3, 3, 3}), row({7, 8, 9}), row({0.5, -1, 2}), 1e-5f), {0.5, -1, 2});
  is_close(lm::layer_norm(row({0, 0}), row({7, 8}), row({-1, 2}), 1e-5f), {-1, 2});
}

TEST_CASE("layer_norm of one value is the bias", "[layer_norm][hidden]") {
  is_close(lm::layer_norm(row({-42}), row({3}), row({0.75}), 1e-5f), {0.75});
}

// torch.nn.functional.layer_norm of torch 1.13 in float64: an ordinary row, a tiny and a huge one.
TEST_CASE("layer_norm gives PyTorch's values", "[layer_norm][hidden]") {
  is_close(lm::layer_norm(row({4.42480469, 4.54394531, 6.66308594, 5.60742188, 3.73046875,
                               4.56933594, 5.89257812, 5.40527344}),
                          row({0.797851562, 0.75, 1.02441406, 0.768554688, 0.905273438, 1.33398438,
                               0.599609375, 1.1953125}),
                          row({-0.09375, -0.0634765625, 0.017578125, -0.545898438, -0.0478515625,
                               0.205078125, 0.248046875, -0.294921875}),
                          1e-5f),
           {-0.70281332, -0.535670967, 1.81036027, -0.111958427, -1.44475238, -0.596754029,
            0.778598671, 0.108638949});
  is_close(lm::layer_norm(row({0.0009765625, 0.0068359375, -0.001953125, -0.00390625, -0.00390625,
                               -0.001953125, -0.001953125, 0.0087890625}),
                          row({1.01464844, 0.958007812, 0.984375, 0.89453125, 0.98046875,
                               1.03320312, 1.49121094, 0.916015625}),
                          row({-0.173828125, -0.09375, -0.4609375, -0.193359375, 0.435546875,
                               0.188476562, 0.157226562, -0.506835938}),
                          1e-5f),
           {-0.0621078669, 1.02437731, -0.872807834, -0.882820679, -0.320150886, -0.243823847,
            -0.466707961, 0.885032887});
  is_close(lm::layer_norm(row({-8279.39355, -1761.99512, -1681.04004, 5108.16699, -1491.3916,
                               -32.5566406, -2516.96094, -8226.98926}),
                          row({0.7890625, 1.28125, 1.04394531, 1.484375, 1.14746094, 0.620117188,
                               1.02929688, 1.09179688}),
                          row({0.001953125, 0.294921875, 0.282226562, 0.325195312, -0.190429688,
                               0.102539062, -0.166015625, -0.7421875}),
                          1e-5f),
           {-1.14677589, 0.483453168, 0.456625317, 3.05179975, 0.0547845619, 0.457558437,
            -0.205682982, -2.3175697});
}

TEST_CASE("layer_norm agrees with the reference at odd and real sizes", "[layer_norm][hidden]") {
  const int hidden_size = GENERATE(2, 3, 63, 768, 4096);
  const double spread = GENERATE(1e-3, 1.0, 1e4);
  const auto x = random_row(hidden_size, 1, -spread, 2 * spread);
  const auto weight = random_gain(hidden_size, 2), bias = random_row(hidden_size, 3);
  is_close(lm::layer_norm(x, weight, bias, 1e-5f), reference::layer_norm(x, weight, bias, 1e-5));
}

// A spread of 2 around 3000, as in the few channels of a trained model that run away. The values
// are multiples of 1/64, so that float32 holds them and their distances exactly.
TEST_CASE("layer_norm agrees with the reference far from zero", "[layer_norm][hidden]") {
  lm::Vector x = random_row(16, 4, -64, 64);
  for (float& value : x) value = 3000 + static_cast<float>(static_cast<int>(value)) / 64;
  const auto weight = random_gain(16, 5), bias = random_row(16, 6);
  const auto want = reference::layer_norm(x, weight, bias, 1e-5);
  // The sum of 16 such values is exact in float32: nothing is lost but in the last steps.
  is_close(lm::layer_norm(x, weight, bias, 1e-5f), want.values);
}

TEST_CASE("layer_norm leaves its input unchanged", "[layer_norm][hidden]") {
  auto x = random_row(64, 7), bias = random_row(64, 8);
  auto weight = random_gain(64, 9);
  const auto x_before = x, weight_before = weight, bias_before = bias;
  lm::layer_norm(x, weight, bias, 1e-5f);
  unchanged(x_before, x);
  unchanged(weight_before, weight);
  unchanged(bias_before, bias);
}

TEST_CASE("layer_norm refuses other equal values when eps is 0", "[layer_norm][hidden][errors]") {
  const lm::Vector thirds(7, 0.3f), ones(7, 1.0f), zeros(7, 0.0f);
  throws_with("layer_norm", [&] { lm::layer_norm(thirds, ones, zeros, 0.0f); });
  throws_with("layer_norm", [&] { lm::layer_norm(zeros, ones, zeros, 0.0f); });
  throws_with("layer_norm", [] { lm::layer_norm(row({-5}), row({1}), row({0}), 0.0f); });
}

TEST_CASE("layer_norm refuses sizes that do not fit", "[layer_norm][hidden][errors]") {
  throws_with("layer_norm: x has 3 values, weight has 2, bias has 3", [] {
    lm::layer_norm(row({1, 2, 3}), row({1, 1}), row({0, 0, 0}), 1e-5f);
  });
  throws_with("layer_norm: x has 2 values, weight has 2, bias has 1", [] {
    lm::layer_norm(row({1, 2}), row({1, 1}), row({0}), 1e-5f);
  });
  throws_with("layer_norm: x has 0 values", [] { lm::layer_norm({}, {}, {}, 1e-5f); });
}

// torch.nn.functional.layer_norm in float64.
TEST_CASE("layer_norm agrees with the conformance data", "[layer_norm][conformance]") {
  for (const auto& golden : kit::golden_cases("layer_norm")) {
    const auto x = golden.tensor("x").matrix();
    const auto weight = golden.tensor("weight").floats(), bias = golden.tensor("bias").floats();
    for (int i = 0; i < x.rows; ++i) {
      is_close(lm::layer_norm(x.row(i), weight, bias, static_cast<float>(golden.number("eps"))),
               golden.tensor("y").row(i));
    }
  }
}
