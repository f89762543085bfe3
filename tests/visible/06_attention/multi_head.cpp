#include "multi_head.hpp"

#include "support/testing.hpp"

// 12 = 3 × 4: three tokens of width 12, three heads of 4. An entry says where it came from: channel
// c of token t holds 100 (t + 1) + c. Values are x itself. Every query is channel 1 less channel 0,
// that is 1. Head 0's keys are minus channel 0: the earliest token wins by 100 / sqrt(4) = 50, and
// softmax makes it the only one. Head 1's keys are channel 0: the latest token that it sees wins.
// Head 2 has no keys: it takes the mean. Last, o_proj shifts all channels one place to the left.
TEST_CASE("multi_head worked example: 12 = 3 × 4", "[multi_head]") {
  lm::Matrix x(3, 12), q_proj(12, 12), k_proj(12, 12), v_proj(12, 12), o_proj(12, 12);
  for (int c = 0; c < 12; ++c) {
    for (int t = 0; t < 3; ++t) x(t, c) = static_cast<float>(100 * (t + 1) + c);
    v_proj(c, c) = 1;
    o_proj(c, (c + 1) % 12) = 1;
  }
  for (const int head : {0, 1, 2}) {
    q_proj(4 * head, 0) = -1;
    q_proj(4 * head, 1) = 1;
  }
  k_proj(0, 0) = -1;
  k_proj(4, 0) = 1;
  const auto out = lm::multi_head(x, q_proj, k_proj, v_proj, o_proj, 3);
  is_close(out.data, {101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 100,  //
                      101, 102, 103, 204, 205, 206, 207, 158, 159, 160, 161, 100,  //
                      101, 102, 103, 304, 305, 306, 307, 208, 209, 210, 211, 100});
}

// One token sees itself alone, so q and k play no part: v = (3, 5, 8, 2), and o_proj makes
// 3 + 2·5 - 2 = 11 and 5 + 8 = 13 of it. Two heads of 2, though the model is 2 wide.
TEST_CASE("multi_head worked example: one token", "[multi_head]") {
  const auto x = matrix({{3, 5}});
  const auto any = matrix({{1, 2}, {3, 4}, {5, 6}, {7, 8}});
  const auto v_proj = matrix({{1, 0}, {0, 1}, {1, 1}, {-1, 1}});
  const auto o_proj = matrix({{1, 2, 0, -1}, {0, 1, 1, 0}});
  is_close(lm::multi_head(x, any, any, v_proj, o_proj, 2).data, {11, 13});
}

// Two tokens, two heads of 1. Head 0 weighs the second token's keys by exp(0) and exp(log 3); head
// 1 the other way round. Shares 1/4, 3/4 and 3/4, 1/4 of the values (8, 80) and (4, 40).
TEST_CASE("multi_head gives every head its own shares", "[multi_head]") {
  const auto x = matrix({{1, 0}, {0, 1}});
  const auto q_proj = matrix({{5, 1}, {5, 1}});
  const auto k_proj = matrix({{0, 1.0986122887}, {1.0986122887, 0}});
  const auto v_proj = matrix({{8, 4}, {80, 40}});
  const auto o_proj = matrix({{1, 0}, {1, 1}});
  is_close(lm::multi_head(x, q_proj, k_proj, v_proj, o_proj, 2).data, {8, 88, 5, 75});
}

TEST_CASE("multi_head refuses rows that make no heads", "[multi_head][errors]") {
  const lm::Matrix x(2, 12), weight(12, 12);
  throws_with("multi_head", [&] { lm::multi_head(x, weight, weight, weight, weight, 5); });
}
