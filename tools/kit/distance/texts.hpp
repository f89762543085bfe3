#pragma once
// The texts that the model exercises/models/keys knows: somewhere a key has a color, and at the end
// the text asks for it. Its README.md has the grammar and the order of the draws; the same seed
// gives the same texts as tools/train/keys/texts.py, word for word.
#include <cstdint>
#include <string>
#include <vector>

namespace kit::keys {

/// xorshift64*, Vigna 2016.
struct Random {
  std::uint64_t state;
  explicit Random(std::uint64_t seed) : state(seed * 0x9E3779B97F4A7C15u) {}
  std::size_t below(std::size_t n);
};

/// Two texts that differ in the key's color alone. No other thing has one of the two colors.
struct Pair {
  std::vector<std::string> words;  ///< of the first; its color stands at `place`
  std::size_t place = 0;
  std::string first, second;  ///< the colors: the right answers
};

/// `length` tokens counting <s>, which is no word; the color `distance` tokens before the answer.
Pair pair(Random& random, int length, int distance);

}  // namespace kit::keys
