#include "decoder_block.hpp"

#include "support/hand_block.hpp"
#include "support/testing.hpp"

// A first token sees itself alone. v swaps the channels of [0.848528, 1.131371], o doubles them:
// h = [5.262742, 5.697056], as in chapter 3. Its norm is [0.959619, 1.038813]; the gain 2, -1 makes
// gate 1.919238 and up -1.038813 of it, their product -1.993728 is added whole and by half.
TEST_CASE("decoder_block worked example: [3, 4]", "[decoder_block]") {
  auto block = hand_block(2, 1);
  block.weights.v_proj = block.of(matrix({{0, 1}, {1, 0}}));
  block.weights.o_proj = block.of(matrix({{2, 0}, {0, 2}}));
  block.weights.ffn_norm = block.of(row({2, -1}));
  block.weights.gate_proj = block.of(matrix({{1, 0}}));
  block.weights.up_proj = block.of(matrix({{0, 1}}));
  block.weights.down_proj = block.of(matrix({{1}, {0.5}}));
  shows(6, block(row({3, 4})), {"3.269013", "4.700192"});
}

// Rows of 1 and -1 are their own norm. Key 0 is [1, 0]; one position on, q and key 1 are turned to
// [0, c] and [0, 1], so the scores are 0 and c / sqrt(2) = log 3, the shares 1/4 and 3/4. v is 1,
// then -1, and never turned: 1/4 - 3/4 = -1/2. o takes it four times.
TEST_CASE("decoder_block turns q and k to their positions, not v", "[decoder_block]") {
  auto block = hand_block(4, 1);
  block.weights.q_proj = block.of(matrix({{std::sqrt(2.0) * std::log(3.0), 0, 0, 0}, {0, 0, 0, 0}}));
  block.weights.k_proj = block.of(matrix({{1, 0, 0, 0}, {0, 0, 0, 0}}));
  block.weights.v_proj = block.of(matrix({{0, 0, 1, 0}, {0, 0, 0, 0}}));
  block.weights.o_proj = block.of(matrix({{4, 0}, {0, 4}, {0, 0}, {0, 0}}));
  is_close(block(row({1, 1, 1, -1})), {5, 1, 1, -1});
  is_close(block(row({1, 1, -1, -1})), {-1, 1, -1, -1});
  equals(block.cache.rows, {2});
}

// q is 3 + 1 = 4 in its first channel, k is 3 - 5 = -2. Over their rms they are sqrt(2), -sqrt(2),
// with their gains -log 3 / 2 and -2 sqrt(2): the score is log 3 again. v is 1 + 1, then -1 + 1.
TEST_CASE("decoder_block adds biases, then normalizes the head, then turns", "[decoder_block]") {
  auto block = hand_block(4, 1);
  block.weights.q_proj = block.weights.k_proj = block.of(matrix({{3, 0, 0, 0}, {0, 0, 0, 0}}));
  block.weights.q_bias = block.of(row({1, 0}));
  block.weights.q_norm = block.of(row({-std::log(3.0) / std::sqrt(8.0), 1}));
  block.weights.k_bias = block.of(row({-5, 0}));
  block.weights.k_norm = block.of(row({2, 1}));
  block.weights.v_proj = block.of(matrix({{0, 0, 1, 0}, {0, 0, 0, 0}}));
  block.weights.v_bias = block.of(row({1, 0}));
  block.weights.o_proj = block.of(matrix({{4, 0}, {0, 4}, {0, 0}, {0, 0}}));
  is_close(block(row({1, 1, 1, -1})), {9, 1, 1, -1});
  is_close(block(row({1, 1, -1, -1})), {3, 1, -1, -1});
}
