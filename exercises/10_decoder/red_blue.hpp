#pragma once
#include <vector>

#include "common/rope.hpp"
#include "common/weights.hpp"

namespace lm {

/// The parts of a text with a fact and a question: "the key is RED . filler ask : the key is".
struct RedBlueText {
  std::vector<int> opening;      ///< <bos>, perhaps more
  std::vector<int> before_fact;  ///< the key is
  std::vector<int> after_fact;   ///< .
  std::vector<int> filler;       ///< repeated and cut to fill the distance
  std::vector<int> question;     ///< ask : the key is
  int red = 0;                   ///< two answers that differ
  int blue = 0;
};

/// Two texts that differ in one token, the fact, `distance` tokens before the end of the question.
struct ColorPair {
  int distance = 0;
  std::vector<int> red_prompt;
  std::vector<int> blue_prompt;
  int red = 0;  ///< the right answers
  int blue = 0;
};

struct DistanceScore {
  int distance = 0;
  int n_pairs = 0;
  int n_right = 0;  ///< pairs with both answers right
};

/// Writes one pair for each distance: the fact's color, after_fact, filler, question; the answer
/// would stand `distance` places behind the color.
/// Throws std::invalid_argument if a distance is too short, or if there is no filler to fill it.
std::vector<ColorPair> red_blue_pairs(const RedBlueText& text, std::span<const int> distances);

/// Asks a model both questions of every pair, each from an empty cache; its answer is the largest
/// logit. A pair counts only if both answers are right: a model that cannot see the fact answers
/// both alike. Returns one score for each distance, in the order of their first pairs.
std::vector<DistanceScore> red_blue(const Model& model, const RopeTable& table,
                                    std::span<const ColorPair> pairs);

}  // namespace lm
