#include "rotate_pair.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "reference/rotate_pair.hpp"
#include "support/testing.hpp"

static std::vector<double> xy(lm::Pair pair) {
  return {pair.x, pair.y};
}

// With other numbers: the root of 3 is 1.7320508076, and cos 60° is 1/2.
TEST_CASE("rotate_pair turns (2, 6) by 60 and by 150 degrees", "[rotate_pair][hidden]") {
  is_close(xy(lm::rotate_pair({2, 6}, std::numbers::pi / 3)), {-4.1961524227, 4.7320508076});
  is_close(xy(lm::rotate_pair({2, 6}, 5 * std::numbers::pi / 6)), {-4.7320508076, -4.1961524227});
  is_close(xy(lm::rotate_pair({2, 6}, -5 * std::numbers::pi / 6)), {1.2679491924, -6.1961524227});
}

// The triangle 3, 4, 5: cos = 0.6 and sin = 0.8 turn (5, 10) to (3 - 8, 4 + 6).
TEST_CASE("rotate_pair turns by the angle of a known triangle", "[rotate_pair][hidden]") {
  is_close(xy(lm::rotate_pair({5, 10}, std::atan2(0.8, 0.6))), {-5, 10});
}

// Known answers from outside: the tables of Hugging Face's LlamaRotaryEmbedding (transformers 4.45,
// torch 1.13) at angles 37, 20 and 2000, and the cosine and sine that two reports on long context
// quote (huggingface/candle #3520: 15962; vllm #1004: 4097).
TEST_CASE("rotate_pair gives the published cosines and sines", "[rotate_pair][hidden]") {
  is_close(xy(lm::rotate_pair({1, 0}, 37)), {0.765414059, -0.643538117});
  is_close(xy(lm::rotate_pair({1, 0}, 20)), {0.408082068, 0.912945271});
  is_close(xy(lm::rotate_pair({0, 1}, 2000)), {-0.930039525, -0.367459565});
  is_close(lm::rotate_pair({1, 0}, 15962).x, -0.908016);
  is_close(lm::rotate_pair({1, 0}, 4097).y, 0.355248);
}

TEST_CASE("rotate_pair agrees with the reference", "[rotate_pair][hidden]") {
  const double angle = GENERATE(0.0, 1e-9, 0.3, -2.5, 6.5, 2047.0, -8191.0, 131071.0, 1e7);
  const auto entries = random_row(6, 31, -3, 3);
  for (std::size_t i = 0; i < entries.size(); i += 2) {
    const std::vector<double> pair = {entries[i], entries[i + 1]};
    is_close(xy(lm::rotate_pair({pair[0], pair[1]}, angle)), reference::rotate_pair(pair, angle));
  }
}

TEST_CASE("rotate_pair keeps the length and the angle between arrows", "[rotate_pair][hidden]") {
  const double angle = GENERATE(0.7, -4.0, 12345.6);
  const lm::Pair a = lm::rotate_pair({3, -4}, angle), b = lm::rotate_pair({-1, 2}, angle);
  is_close(std::hypot(a.x, a.y), 5.0);
  is_close(a.x * b.x + a.y * b.y, -11.0);  // the product before: -3 - 8
}

TEST_CASE("rotate_pair twice is one turn by the sum", "[rotate_pair][hidden]") {
  const lm::Pair twice = lm::rotate_pair(lm::rotate_pair({2, -5}, 1.25), -3.5);
  is_close(xy(twice),
           {2 * std::cos(-2.25) + 5 * std::sin(-2.25), 2 * std::sin(-2.25) - 5 * std::cos(-2.25)});
}

// A product with cos(pi/2), which is 6.1e-17 in double, would leave traces in every one of these.
TEST_CASE("rotate_pair keeps quarter turns exact", "[rotate_pair][hidden]") {
  const int turns =
      GENERATE(-1000003, -8, -7, -3, -2, 5, 8, 1000001, 1000003, std::numeric_limits<int>::min());
  const std::vector<double> pair = {1e300, -0.1};
  equals(xy(lm::quarter_turns({pair[0], pair[1]}, turns)), reference::quarter_turns(pair, turns));
}

TEST_CASE("rotate_pair by a right angle is close to a quarter turn", "[rotate_pair][hidden]") {
  const int turns = GENERATE(-5, -1, 1, 2, 3, 7, 4001);
  const lm::Pair exact = lm::quarter_turns({2, -7}, turns);
  is_close(xy(lm::rotate_pair({2, -7}, turns * std::numbers::pi / 2)), {exact.x, exact.y});
  is_close(xy(exact), reference::quarter_turns(std::vector<double>{2, -7}, turns));
}
