#include "feed_forward.hpp"

#include "reference/feed_forward.hpp"
#include "support/testing.hpp"

using lm::Activation;

// (1, -2) widens to (1 + 6, 2 + 2, 0 - 8) = (7, 4, -8), ReLU (7, 4, 0); 7 - 8 = -1, 21 + 2 = 23.
TEST_CASE("feed_forward shuts the channels that ReLU shuts", "[feed_forward][hidden]") {
  const auto up = matrix({{1, -3}, {2, -1}, {0, 4}}), down = matrix({{1, -2, 3}, {3, 0.5, -1}});
  is_close(lm::feed_forward(up, down, row({1, -2}), Activation::relu), {-1, 23});
}

// Known answers from outside: torch 1.13 in float64 gives the curves at -0.75, 0.625 and 2.625.
// Down takes 4 of the first, -2 of the second and 1 of the third.
TEST_CASE("feed_forward sums PyTorch's values", "[feed_forward][hidden]") {
  const auto up = matrix({{-0.75}, {0.625}, {2.625}}), down = matrix({{4, -2, 1}});
  is_close(lm::feed_forward(up, down, row({1}), Activation::gelu),
           {4 * -0.16997051428 - 2 * 0.45875904434 + 2.61362732305});
  is_close(lm::feed_forward(up, down, row({1}), Activation::gelu_tanh),
           {4 * -0.17003944483 - 2 * 0.45872114996 + 2.61409608830});
  is_close(lm::feed_forward(up, down, row({1}), Activation::silu),
           {4 * -0.24061597562 - 2 * 0.40709679042 + 2.44768993576});
  is_close(lm::feed_forward(up, down, row({1}), Activation::sigmoid),
           {4 * 0.32082130082 - 2 * 0.65135484666 + 0.93245330886});
}

// Every entry once in every place: one-hot rows and single channels pick single weights.
TEST_CASE("feed_forward uses each weight in its place", "[feed_forward][hidden]") {
  const auto up = matrix({{2, 3}, {5, 7}, {11, 13}, {17, 19}});
  const auto down = matrix({{1, 10, 100, 1000}, {-1, 20, -300, 4000}});
  is_close(lm::feed_forward(up, down, row({1, 0}), Activation::relu), {18152, 64798});
  is_close(lm::feed_forward(up, down, row({0, 1}), Activation::relu), {20373, 72237});
}

// ReLU bends at 0 only, so a longer row gives a longer result; GELU has no such rule.
TEST_CASE("feed_forward with ReLU keeps positive scales", "[feed_forward][hidden]") {
  const auto up = random_matrix(9, 5, 1), down = random_matrix(5, 9, 2);
  const auto x = random_row(5, 3);
  lm::Vector x4 = x;
  for (float& value : x4) value *= 4;
  std::vector<double> want;
  for (const float value : lm::feed_forward(up, down, x, Activation::relu)) {
    want.push_back(4.0 * value);
  }
  is_close(lm::feed_forward(up, down, x4, Activation::relu), want);
  is_close(want, reference::feed_forward(up, down, x4, Activation::relu));
}

TEST_CASE("feed_forward of a row of zeros is the curve at 0", "[feed_forward][hidden]") {
  const auto up = random_matrix(3, 2, 4), down = matrix({{1, 2, 4}, {-8, 1, 5}});
  is_close(lm::feed_forward(up, down, row({0, 0}), Activation::gelu), {0, 0});
  is_close(lm::feed_forward(up, down, row({0, 0}), Activation::sigmoid), {3.5, -1});
}

TEST_CASE("feed_forward agrees with the reference", "[feed_forward][hidden]") {
  const auto [hidden_size, intermediate_size] =
      GENERATE(std::pair{1, 1}, std::pair{1, 4}, std::pair{2, 1}, std::pair{3, 7},
               std::pair{65, 33}, std::pair{288, 768});
  const auto activation = GENERATE(Activation::relu, Activation::silu, Activation::gelu);
  const auto up = random_matrix(intermediate_size, hidden_size, 5, -0.2, 0.2);
  const auto down = random_matrix(hidden_size, intermediate_size, 6, -0.2, 0.2);
  const auto x = random_row(hidden_size, 7);
  is_close(lm::feed_forward(up, down, x, activation),
           reference::feed_forward(up, down, x, activation));
}

TEST_CASE("feed_forward agrees with the reference at GPT-2's size", "[feed_forward][hidden]") {
  const auto up = random_matrix(3072, 768, 5, -0.2, 0.2),
             down = random_matrix(768, 3072, 6, -0.2, 0.2);
  const auto x = random_row(768, 7);
  is_close(lm::feed_forward(up, down, x, Activation::gelu),
           reference::feed_forward(up, down, x, Activation::gelu));
}

TEST_CASE("feed_forward agrees with the reference on large rows", "[feed_forward][hidden]") {
  const auto up = random_matrix(14, 5, 8), down = random_matrix(5, 14, 9);
  const auto x = random_row(5, 10, -1e4, 1e4);
  is_close(lm::feed_forward(up, down, x, Activation::gelu_tanh),
           reference::feed_forward(up, down, x, Activation::gelu_tanh));
}

TEST_CASE("feed_forward reads weights inside larger ones", "[feed_forward][hidden]") {
  const auto big = random_matrix(12, 16, 11);
  const auto up = lm::MatrixView(big).columns(1, 3).first_rows(5);
  const auto down = lm::MatrixView(big).columns(7, 5).first_rows(3);
  const auto x = random_row(3, 12);
  is_close(lm::feed_forward(up, down, x, Activation::silu),
           reference::feed_forward(up, down, x, Activation::silu));
}

TEST_CASE("feed_forward leaves its input unchanged", "[feed_forward][hidden]") {
  const auto up = random_matrix(6, 4, 13), down = random_matrix(4, 6, 14);
  auto x = random_row(4, 15);
  const auto x_before = x, up_before = up.data, down_before = down.data;
  lm::feed_forward(up, down, x, Activation::gelu);
  unchanged(x_before, x);
  unchanged(up_before, up.data);
  unchanged(down_before, down.data);
}

TEST_CASE("feed_forward refuses shapes that do not fit", "[feed_forward][hidden][errors]") {
  const auto up = random_matrix(4, 3, 16), down = random_matrix(3, 4, 17);
  throws_with("feed_forward: x has 2 values, up_proj has 3 columns", [&] {
    lm::feed_forward(up, down, row({1, 2}), Activation::relu);
  });
  throws_with("feed_forward: up_proj makes 4 values, down_proj takes 5", [&] {
    lm::feed_forward(up, random_matrix(3, 5, 18), row({1, 2, 3}), Activation::relu);
  });
  throws_with("feed_forward", [&] {
    lm::feed_forward(up, random_matrix(2, 4, 19), row({1, 2, 3}), Activation::relu);
  });
  throws_with("feed_forward", [&] {
    lm::feed_forward(up, random_matrix(4, 4, 20), row({1, 2, 3}), Activation::relu);
  });
}
