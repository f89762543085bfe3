#include "red_blue.hpp"

#include "support/forgetful.hpp"
#include "support/testing.hpp"

// <bos> 1, "the key is" 10 11, red 3 or blue 4, "." 12, filler 20 21 22, the question 30 31.
static const lm::RedBlueText text{{1}, {10, 11}, {12}, {20, 21, 22}, {30, 31}, 3, 4};
static lm::ColorPair pair_of(const lm::RedBlueText& parts, int distance) {
  const auto pairs = lm::red_blue_pairs(parts, std::vector<int>{distance});
  return pairs.empty() ? lm::ColorPair{} : pairs.front();
}
// The color has index 3. With distance 9 the answer would have index 12, so there are 12 tokens: 5
// up to the full stop, 2 of the question, 5 of filler.
TEST_CASE("red_blue writes two texts that differ in the color", "[red_blue]") {
  const auto pair = pair_of(text, 9);
  equals(pair.red_prompt, {1, 10, 11, 3, 12, 20, 21, 22, 20, 21, 30, 31});
  equals(pair.blue_prompt, {1, 10, 11, 4, 12, 20, 21, 22, 20, 21, 30, 31});
  equals(std::vector<int>{pair.distance, pair.red, pair.blue}, {9, 3, 4});
}
TEST_CASE("red_blue fits the shortest distance and refuses a shorter one", "[red_blue][errors]") {
  equals(pair_of(text, 4).red_prompt, {1, 10, 11, 3, 12, 30, 31});
  throws_with("red_blue_pairs", [] { pair_of(text, 3); });
}
static const lm::RedBlueText words{{0}, {5}, {6}, {1, 2}, {7, 5}, 3, 4};
static const lm::RedBlueText exchanged{{0}, {5}, {6}, {1, 2}, {7, 5}, 4, 3};
/// Distance, pairs and right pairs, line after line.
static std::vector<int> scores(const lm::Model& model, std::vector<int> distances,
                               const lm::RedBlueText& parts = words) {
  std::vector<int> lines;
  const auto pairs = lm::red_blue_pairs(parts, distances);
  for (const auto& score : lm::red_blue(model, tiny_table(model.config, 40), pairs)) {
    lines.insert(lines.end(), {score.distance, score.n_pairs, score.n_right});
  }
  return lines;
}

// Texts of 22 tokens for distance 20, of 8 for distance 6. A model that reaches 12 tokens is right
// about the second; of the first it says 3 to both, which is no knowledge, whatever 3 is called.
TEST_CASE("red_blue counts a pair only if both answers are right", "[red_blue]") {
  equals(scores(forgetful(12), {20, 6}), {20, 1, 0, 6, 1, 1});
  equals(scores(forgetful(12), {20, 6}, exchanged), {20, 1, 0, 6, 1, 1});
}
// The same distances again and again are one line each, in the order in which they came first.
TEST_CASE("red_blue adds up the pairs of each distance", "[red_blue]") {
  equals(scores(forgetful(12), {20, 6, 20, 8, 6, 20}), {20, 3, 0, 6, 2, 2, 8, 1, 1});
}
// A model that takes red for blue is wrong twice, though it sees the fact. One that always says 2 has
// not answered: the largest of all logits counts, not the larger of two.
TEST_CASE("red_blue takes no other word for a color", "[red_blue]") {
  auto model = forgetful(12);
  lm::Matrix head(8, 4);
  head(3, 2) = head(4, 3) = 1;
  head(3, 3) = head(4, 2) = -1;
  model.weights.lm_head = kit::kept(model.weights, head);
  equals(scores(model, {6}), {6, 1, 0});
  for (float& weight : head.data) weight = -weight;
  head(2, 2) = 9;
  model.weights.lm_head = kit::kept(model.weights, head);
  equals(scores(model, {6}), {6, 1, 0});
}
