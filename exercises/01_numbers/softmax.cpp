// Exercise: softmax             read softmax.md, then make `./kit test softmax` pass
#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/check.hpp"

lm::Vector lm::softmax(std::span<const float> scores) {
  kit::require(!scores.empty(), "softmax: scores has 0 values; at least 1 is needed");

  // 1. largest: the largest score
  // 2. refuse a NaN, a +infinity, and scores that are all -infinity (kit::require, "softmax: …")
  // 3. probs[i]: exp of scores[i] - largest; sum: all of them together
  // 4. return probs, each divided by sum
  kit::todo("softmax");
}
