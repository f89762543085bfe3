// Exercise: red_blue            read red_blue.md, then make `./kit test red_blue` pass
#include "red_blue.hpp"

#include "common/check.hpp"
#include "decoder.hpp"
#include "greedy_and_temperature.hpp"

std::vector<lm::ColorPair> lm::red_blue_pairs(const RedBlueText& text,
                                              std::span<const int> distances) {
  // 1. a text: opening, before_fact, the color, after_fact, filler, question
  // 2. its length: the color's index plus the distance, for there the answer would stand; filler,
  //    again from its beginning when it is used up, makes up for what is missing
  // 3. refuse a distance too short for the question, and a missing filler where some is needed
  // 4. for each distance, one text with red and one with blue
  kit::todo("red_blue_pairs");
}

std::vector<lm::DistanceScore> lm::red_blue(const Model& model, const RopeTable& table,
                                            std::span<const ColorPair> pairs) {
  // 1. an answer: the argmax of the decoder's logits behind a prompt, with a new cache of its length
  // 2. for each pair ask both; it counts as right only if both answers are
  // 3. add up by distance, in the order in which the distances first appear
  kit::todo("red_blue");
}
