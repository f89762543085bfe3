#include "feed_forward.hpp"

#include "support/testing.hpp"

using enum lm::Activation;

// x = (2, -1) widens to (2 - 1, -2 - 1, 2 + 1) = (1, -3, 3).
static const lm::Matrix up = matrix({{1, 1}, {-1, 1}, {1, -1}});
static const lm::Matrix down = matrix({{2, 3, 1}, {-1, 4, -1}});

// ReLU leaves (1, 0, 3). Back to two: 2 + 0 + 3 = 5, and -1 + 0 - 3 = -4.
TEST_CASE("feed_forward worked example: ReLU", "[feed_forward]") {
  is_close(lm::feed_forward(up, down, row({2, -1}), relu), {5, -4});
}

// GELU leaves (0.841345, -0.004050, 2.995950): the middle channel is nearly closed, not shut.
TEST_CASE("feed_forward worked example: GELU", "[feed_forward]") {
  shows(4, lm::feed_forward(up, down, row({2, -1}), gelu), {"4.6665", "-3.8535"});
}

// A square network, where no shape helps: (1, 2) becomes (1 + 2, 0 - 2) = (3, -2), ReLU (3, 0),
// and 2 * 3 = 6, 1 * 3 = 3.
TEST_CASE("feed_forward goes up first, then down", "[feed_forward]") {
  const auto first = matrix({{1, 1}, {0, -1}}), second = matrix({{2, 1}, {1, 5}});
  is_close(lm::feed_forward(first, second, row({1, 2}), relu), {6, 3});
}

// One channel: 3 widens to -3. ReLU would make it 0; sigmoid(-3) is 0.047426, times 1000.
TEST_CASE("feed_forward bends with the activation it is given", "[feed_forward]") {
  const auto minus = matrix({{-1}}), thousand = matrix({{1000}});
  is_close(lm::feed_forward(minus, thousand, row({3}), sigmoid), {47.425873});
  is_close(lm::feed_forward(minus, thousand, row({3}), silu), {-142.277620});
  is_close(lm::feed_forward(minus, thousand, row({3}), gelu_tanh), {-3.637392});
}

TEST_CASE("feed_forward refuses to return a row of another width", "[feed_forward][errors]") {
  const auto to_three = matrix({{2, 3, 1}, {-1, 4, -1}, {1, 1, 2}});
  throws_with("feed_forward", [&] { lm::feed_forward(up, to_three, row({2, -1}), relu); });
}
