// Exercise: red_blue            read red_blue.md, then make `./kit test red_blue` pass
#include "red_blue.hpp"

#include <algorithm>

#include "common/check.hpp"
#include "decoder.hpp"
#include "greedy_and_temperature.hpp"

namespace {

std::vector<int> prompt(const lm::RedBlueText& text, int color, int distance) {
  std::vector<int> tokens = text.opening;
  tokens.insert(tokens.end(), text.before_fact.begin(), text.before_fact.end());
  const std::size_t fact = tokens.size();
  tokens.push_back(color);
  tokens.insert(tokens.end(), text.after_fact.begin(), text.after_fact.end());

  const std::size_t size = fact + lm::to_size(distance);  // the answer would stand here
  kit::require(tokens.size() + text.question.size() <= size, "red_blue_pairs: distance ", distance,
               " leaves no room for the question");
  const std::size_t n_filler = size - tokens.size() - text.question.size();
  kit::require(n_filler == 0 || !text.filler.empty(), "red_blue_pairs: there is no filler");
  for (std::size_t i = 0; i < n_filler; ++i) {
    tokens.push_back(text.filler[i % text.filler.size()]);
  }
  tokens.insert(tokens.end(), text.question.begin(), text.question.end());
  return tokens;
}

int answer(const lm::Model& model, const lm::RopeTable& table, const std::vector<int>& prompt) {
  lm::KvCache cache = lm::make_kv_cache(model.config.n_layers, static_cast<int>(prompt.size()),
                                        model.config.kv_size());
  return lm::argmax(lm::decoder(model, prompt, cache, table));
}

}  // namespace

std::vector<lm::ColorPair> lm::red_blue_pairs(const RedBlueText& text,
                                              std::span<const int> distances) {
  std::vector<ColorPair> pairs;
  for (const int distance : distances) {
    kit::require(distance >= 1, "red_blue_pairs: distance is ", distance, ", at least 1 is needed");
    pairs.push_back({distance, prompt(text, text.red, distance), prompt(text, text.blue, distance),
                     text.red, text.blue});
  }
  return pairs;
}

std::vector<lm::DistanceScore> lm::red_blue(const Model& model, const RopeTable& table,
                                            std::span<const ColorPair> pairs) {
  std::vector<DistanceScore> scores;
  for (const ColorPair& pair : pairs) {
    auto score = std::ranges::find(scores, pair.distance, &DistanceScore::distance);
    if (score == scores.end()) score = scores.insert(score, {pair.distance, 0, 0});

    const bool red_is_right = answer(model, table, pair.red_prompt) == pair.red;
    const bool blue_is_right = answer(model, table, pair.blue_prompt) == pair.blue;
    ++score->n_pairs;
    if (red_is_right && blue_is_right) ++score->n_right;
  }
  return scores;
}
