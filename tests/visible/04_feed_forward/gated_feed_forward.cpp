#include "gated_feed_forward.hpp"

#include "support/testing.hpp"

using enum lm::Activation;

// gate (1, -1), up (2, 3); SiLU(1) = 0.731059, SiLU(-1) = -0.268941; channel by channel that is
// (1.462117, -0.806824). Down: the first output adds both, the second is the second.
static const lm::Matrix gate = book_weight({{1, 0}, {0, 1}});
static const lm::Matrix up = book_weight({{2, 0}, {0, -3}});
static const lm::Matrix down = book_weight({{1, 0}, {1, 1}});

TEST_CASE("gated_feed_forward worked example: SwiGLU", "[gated_feed_forward]") {
  shows(6, lm::gated_feed_forward(gate, up, down, row({1, -1}), silu), {"0.655293", "-0.806824"});
}
// With the identity for down, the product itself comes out: one row, no other token.
TEST_CASE("gated_feed_forward multiplies channel by channel", "[gated_feed_forward]") {
  const auto identity = matrix({{1, 0}, {0, 1}});
  shows(6, lm::gated_feed_forward(gate, up, identity, row({1, -1}), silu),
        {"1.462117", "-0.806824"});
}
// One channel, unrounded: 1.5 * 0.817574 = 1.226362, times 0.8 = 0.981089, times 1.2 = 1.177307.
TEST_CASE("gated_feed_forward rounds for print only", "[gated_feed_forward]") {
  const auto one = matrix({{1}}), g = matrix({{1.5}}), u = matrix({{0.8}}), d = matrix({{1.2}});
  shows(3, lm::gated_feed_forward(g, one, one, row({1}), silu), {"1.226"});
  shows(3, lm::gated_feed_forward(g, u, one, row({1}), silu), {"0.981"});
  shows(3, lm::gated_feed_forward(g, u, d, row({1}), silu), {"1.177"});
}
TEST_CASE("gated_feed_forward bends the gate as it is told", "[gated_feed_forward]") {
  const auto x = row({1, -1});
  is_close(lm::gated_feed_forward(gate, up, down, x, sigmoid), {2.268941, 0.806824});  // GLU
  is_close(lm::gated_feed_forward(gate, up, down, x, relu), {2, 0});
  is_close(lm::gated_feed_forward(gate, up, down, x, gelu), {1.206724, -0.475966});  // GeGLU
  is_close(lm::gated_feed_forward(gate, up, down, x, gelu_tanh), {1.20596, -0.476424});
}
// No matrix here is its own transpose. x = (2, 1): gate (2, -2, 3), ReLU (2, 0, 3), up (5, 2, -3),
// product (10, 0, -9); down 30 - 9 = 21, and 0 + 9 = 9.
TEST_CASE("gated_feed_forward reads each weight as (out, in)", "[gated_feed_forward]") {
  const auto g = matrix({{1, 0}, {0, -2}, {1, 1}}), u = matrix({{2, 1}, {1, 0}, {0, -3}});
  const auto d = matrix({{3, 2, 1}, {0, 1, -1}});
  is_close(lm::gated_feed_forward(g, u, d, row({2, 1}), relu), {21, 9});
  is_close(lm::gated_feed_forward(g, u, d, row({2, 1}), silu), {16.897122, 8.096355});
}
TEST_CASE("gated_feed_forward refuses branches of two widths", "[gated_feed_forward][errors]") {
  const auto wider = book_weight({{2, 0, 1}, {0, -3, 1}});
  throws_with("gated_feed_forward", [&] {
    lm::gated_feed_forward(gate, wider, down, row({1, -1}), silu);
  });
}
