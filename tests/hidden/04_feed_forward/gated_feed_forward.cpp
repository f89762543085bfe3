#include "gated_feed_forward.hpp"

#include "reference/gated_feed_forward.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

using lm::Activation;

namespace {

/// Weights as whole numbers of 1/1024, exact in float32.
lm::Matrix of_1024ths(int rows, int cols, const std::vector<int>& entries) {
  lm::Matrix weight(rows, cols);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    weight.data.at(i) = static_cast<float>(entries[i]) / 1024;
  }
  return weight;
}

}  // namespace

// (1, 3): gate (7, 2, -1), ReLU (7, 2, 0), up (5, 3, 8), product (35, 6, 0); down 35 - 12 = 23 and
// 0 + 30 = 30.
TEST_CASE("gated_feed_forward opens the channels that ReLU opens", "[gated_feed_forward][hidden]") {
  const auto gate = matrix({{1, 2}, {-1, 1}, {2, -1}}), up = matrix({{2, 1}, {0, 1}, {-1, 3}});
  const auto down = matrix({{1, -2, 4}, {0, 5, 7}});
  is_close(lm::gated_feed_forward(gate, up, down, row({1, 3}), Activation::relu), {23, 30});
}

// Known answers from outside: torch 1.13 in float64 gives the curves at -0.75 and 2.625. The
// branches that stay linear give 2 and -3.
TEST_CASE("gated_feed_forward multiplies PyTorch's values", "[gated_feed_forward][hidden]") {
  const auto gate = matrix({{-0.75}, {2.625}}), up = matrix({{2}, {-3}}), down = matrix({{1, 10}});
  const auto x = row({1});
  is_close(lm::gated_feed_forward(gate, up, down, x, Activation::sigmoid),
           {2 * 0.32082130082 - 30 * 0.93245330886});
  is_close(lm::gated_feed_forward(gate, up, down, x, Activation::silu),
           {2 * -0.24061597562 - 30 * 2.44768993576});
  is_close(lm::gated_feed_forward(gate, up, down, x, Activation::gelu),
           {2 * -0.16997051428 - 30 * 2.61362732305});
  is_close(lm::gated_feed_forward(gate, up, down, x, Activation::gelu_tanh),
           {2 * -0.17003944483 - 30 * 2.61409608830});
}

// Hugging Face's LlamaMLP (transformers 4.45) in float64, 8 channels wide and 16 inside.
TEST_CASE("gated_feed_forward gives Hugging Face's values", "[gated_feed_forward][hidden]") {
  const auto gate = of_1024ths(
      16, 8,
      {-101, -342, 455,  132,  752,  -363, 422,  -212, -96,  176,  -767, -324, -56,  656,  -109,
       -405, 492,  -132, -719, -270, 84,   -120, -295, -175, -547, -184, -200, -377, -56,  270,
       -392, -44,  -437, 327,  -340, 38,   -217, -211, 379,  170,  -197, -104, -182, -308, -704,
       52,   -145, -239, 449,  -82,  498,  48,   -31,  355,  -336, 250,  305,  -75,  -178, -42,
       -239, -731, -545, -86,  -505, -199, -471, -203, 57,   161,  -406, 211,  -180, -55,  153,
       323,  -65,  -268, -309, 218,  597,  315,  -186, 281,  16,   367,  -115, 114,  -255, -94,
       -263, 78,   85,   158,  -59,  -24,  -498, 143,  164,  189,  -52,  -87,  -390, -310, -280,
       108,  214,  60,   -119, -259, -169, -389, -181, -238, 61,   108,  510,  95,   252,  -381,
       415,  51,   712,  -288, -179, -568, -146, 29});
  const auto up = of_1024ths(
      16, 8,
      {173,  -859, -370, -438, -393, -191, -168, -139, 294,  -318, -2,   -341, 440,  -211, -265,
       -313, 9,    35,   250,  -340, 498,  -27,  -195, 170,  -73,  -449, 70,   210,  296,  -155,
       393,  -16,  86,   272,  250,  -158, 134,  122,  108,  7,    80,   -9,   40,   -193, -321,
       -74,  -421, 129,  -185, 491,  223,  -549, 144,  -189, 129,  -268, -287, 100,  -266, 119,
       -135, 28,   -17,  -129, -222, -402, 158,  159,  182,  97,   521,  44,   109,  -106, 142,
       288,  -209, 55,   -357, 64,   -452, -865, 358,  224,  -199, 198,  40,   239,  228,  -15,
       312,  -101, -84,  -63,  -207, -670, -17,  -180, -675, 260,  -570, -76,  -524, 27,   65,
       -290, 389,  111,  -478, -524, 299,  -73,  -115, 269,  -543, -262, 385,  -177, -119, -226,
       261,  -113, 301,  618,  80,   169,  -162, -116});
  const auto down = of_1024ths(
      8, 16,
      {-230, 222,  -602, 471,  -52,  236,  -87,  311,  -63,  159,  -17,  -492, 296,  218,  606,
       456,  -338, 63,   -18,  77,   329,  -649, -401, 11,   -472, -263, 44,   14,   394,  -262,
       53,   -184, 57,   98,   -81,  -24,  286,  558,  -68,  444,  -100, -139, 41,   406,  10,
       -15,  -675, 346,  172,  -63,  270,  -33,  -13,  -500, 77,   -841, 96,   47,   -214, 376,
       -241, -420, 56,   -267, -132, 333,  -381, -189, 16,   -224, 73,   -257, -43,  -395, 403,
       81,   -214, 168,  -224, 326,  -54,  -199, 263,  -546, -239, 633,  141,  -298, 2,    -7,
       523,  -178, -294, 447,  -588, -357, 250,  -6,   -93,  -76,  -87,  145,  159,  -158, 253,
       -58,  400,  -331, -408, -174, 168,  -21,  60,   217,  134,  148,  82,   -246, -54,  -172,
       -420, 378,  134,  -64,  -412, 325,  154,  219});
  const auto x = of_1024ths(1, 8, {-179, -1635, -893, -1397, -309, -134, 698, -360});
  is_close(lm::gated_feed_forward(gate, up, down, x.row(0), Activation::silu),
           {0.3316537104, -0.2332930652, 0.0051769102, 0.0458954294, -0.0125165751, -0.4775381462,
            0.0581154185, 0.0965792893});
}

// Twice the up branch is twice the result. Twice the gate is not: it is bent.
TEST_CASE("gated_feed_forward is linear in its up branch only", "[gated_feed_forward][hidden]") {
  const auto gate = random_matrix(7, 3, 1), up = random_matrix(7, 3, 2);
  const auto down = random_matrix(3, 7, 3);
  const auto x = random_row(3, 4);
  auto gate2 = gate, up2 = up;
  for (float& value : gate2.data) value *= 2;
  for (float& value : up2.data) value *= 2;
  std::vector<double> doubled;
  for (const float value : lm::gated_feed_forward(gate, up, down, x, Activation::silu)) {
    doubled.push_back(2.0 * value);
  }
  is_close(lm::gated_feed_forward(gate, up2, down, x, Activation::silu), doubled);
  is_close(lm::gated_feed_forward(gate2, up, down, x, Activation::silu),
           reference::gated_feed_forward(gate2, up, down, x, Activation::silu));
}

// SiLU(0) is 0 and shuts the channel; sigmoid(0) is a half and lets half of it pass.
TEST_CASE("gated_feed_forward with a gate of zeros", "[gated_feed_forward][hidden]") {
  const auto zeros = lm::Matrix(3, 2), up = matrix({{1, 0}, {0, 2}, {3, 1}});
  const auto down = matrix({{2, 1, 0}, {0, -1, 4}});
  is_close(lm::gated_feed_forward(zeros, up, down, row({1, 5}), Activation::silu), {0, 0});
  is_close(lm::gated_feed_forward(zeros, up, down, row({1, 5}), Activation::sigmoid), {6, 11});
}

// A gate is no share of 1: SiLU lets 20 times the channel pass, and turns its sign below 0.
TEST_CASE("gated_feed_forward opens a gate beyond 1", "[gated_feed_forward][hidden]") {
  const auto gate = matrix({{20}, {-1}}), up = matrix({{3}, {3}}), down = matrix({{1, 0}});
  is_close(lm::gated_feed_forward(gate, up, down, row({1}), Activation::silu), {60});
  is_close(lm::gated_feed_forward(gate, up, matrix({{0, 1}}), row({1}), Activation::silu),
           {-0.80682426411});
}

TEST_CASE("gated_feed_forward agrees with the reference", "[gated_feed_forward][hidden]") {
  // (hidden_size, intermediate_size): 288 to 768 is a small LLaMA's.
  const auto [hidden_size, intermediate_size] =
      GENERATE(std::pair{1, 1}, std::pair{1, 4}, std::pair{2, 1}, std::pair{3, 8},
               std::pair{65, 33}, std::pair{288, 768});
  const auto activation = GENERATE(Activation::sigmoid, Activation::relu, Activation::silu,
                                   Activation::gelu, Activation::gelu_tanh);
  const auto gate = random_matrix(intermediate_size, hidden_size, 5, -0.2, 0.2);
  const auto up = random_matrix(intermediate_size, hidden_size, 6, -0.2, 0.2);
  const auto down = random_matrix(hidden_size, intermediate_size, 7, -0.2, 0.2);
  const auto x = random_row(hidden_size, 8);
  is_close(lm::gated_feed_forward(gate, up, down, x, activation),
           reference::gated_feed_forward(gate, up, down, x, activation));
}

TEST_CASE("gated_feed_forward agrees with the reference on large rows",
          "[gated_feed_forward][hidden]") {
  const auto gate = random_matrix(11, 5, 9), up = random_matrix(11, 5, 10);
  const auto down = random_matrix(5, 11, 11);
  const auto x = random_row(5, 12, -1e4, 1e4);
  is_close(lm::gated_feed_forward(gate, up, down, x, Activation::silu),
           reference::gated_feed_forward(gate, up, down, x, Activation::silu));
}

// A checkpoint may hold gate and up as one matrix, the gate's rows first.
TEST_CASE("gated_feed_forward reads weights inside larger ones", "[gated_feed_forward][hidden]") {
  const auto big = random_matrix(12, 24, 13);
  const auto gate = lm::MatrixView(big).columns(0, 3).first_rows(5);
  const auto up = lm::MatrixView(big).columns(4, 3).first_rows(5);
  const auto down = lm::MatrixView(big).columns(9, 5).first_rows(3);
  const auto x = random_row(3, 14);
  is_close(lm::gated_feed_forward(gate, up, down, x, Activation::silu),
           reference::gated_feed_forward(gate, up, down, x, Activation::silu));
}

TEST_CASE("gated_feed_forward leaves its input unchanged", "[gated_feed_forward][hidden]") {
  const auto gate = random_matrix(6, 4, 15), up = random_matrix(6, 4, 16);
  const auto down = random_matrix(4, 6, 17);
  auto x = random_row(4, 18);
  const auto x_before = x, gate_before = gate.data, up_before = up.data, down_before = down.data;
  lm::gated_feed_forward(gate, up, down, x, Activation::silu);
  unchanged(x_before, x);
  unchanged(gate_before, gate.data);
  unchanged(up_before, up.data);
  unchanged(down_before, down.data);
}

TEST_CASE("gated_feed_forward refuses shapes that do not fit",
          "[gated_feed_forward][hidden][errors]") {
  const auto gate = random_matrix(4, 3, 19), up = random_matrix(4, 3, 20);
  const auto down = random_matrix(3, 4, 21);
  const auto x = row({1, 2, 3});
  throws_with("gated_feed_forward: x has 2 values, gate_proj has 3 columns", [&] {
    lm::gated_feed_forward(gate, up, down, row({1, 2}), Activation::silu);
  });
  throws_with("x has 3 values, gate_proj has 3 columns, up_proj has 2;", [&] {
    lm::gated_feed_forward(gate, random_matrix(4, 2, 22), down, x, Activation::silu);
  });
  throws_with("gated_feed_forward: down_proj has shape (2, 4), it must be (3, 4)", [&] {
    lm::gated_feed_forward(gate, up, random_matrix(2, 4, 23), x, Activation::silu);
  });
  throws_with("gated_feed_forward: down_proj has shape (3, 5)", [&] {
    lm::gated_feed_forward(gate, up, random_matrix(3, 5, 24), x, Activation::silu);
  });
  throws_with("gated_feed_forward", [&] {
    lm::gated_feed_forward(gate, random_matrix(3, 3, 25), down, x, Activation::silu);
  });
  throws_with("gated_feed_forward", [&] {
    lm::gated_feed_forward(gate, random_matrix(6, 3, 26), down, x, Activation::silu);
  });
}

// Hugging Face's LlamaMLP in float64. Its sums cancel, and a float32 sum of 88 products is allowed
// 2e-5.
TEST_CASE("gated_feed_forward agrees with the conformance data",
          "[gated_feed_forward][conformance]") {
  for (const auto& golden : kit::golden_cases("swiglu_ffn")) {
    const auto gate = golden.tensor("gate").matrix(), up = golden.tensor("up").matrix();
    const auto down = golden.tensor("down").matrix(), x = golden.tensor("x").matrix();
    for (int i = 0; i < x.rows; ++i) {
      is_within(2e-5, lm::gated_feed_forward(gate, up, down, x.row(i), Activation::silu),
                golden.tensor("y").row(i));
    }
  }
}
