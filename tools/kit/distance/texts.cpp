#include "texts.hpp"

#include <map>
#include <sstream>

namespace kit::keys {
namespace {

using Words = std::vector<std::string>;

Words split(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

const std::map<std::string, Words>& lists() {
  static const std::map<std::string, Words> all = {
      {"COLOUR", split("red blue green yellow black white pink gold")},
      {"THING", split("box cup hat door coin ring boat lamp bell")},
      {"NAME", split("tom ann ben sue max eva")},
      {"DID", split("slept sang ran laughed")},
      {"VERB", split("saw took held lost found liked")},
      {"ADJECTIVE", split("old new big small good cold warm soft")},
      {"PLACE", split("park house garden forest street river kitchen school")},
      {"NOUN", split("dog cat bird fish tree ball book stone")}};
  return all;
}

const std::vector<Words>& filler() {
  static const std::vector<Words> all = {split("NAME DID ."),
                                         split("it was ADJECTIVE ."),
                                         split("the NOUN was ADJECTIVE ."),
                                         split("NAME went to the PLACE ."),
                                         split("NAME VERB the ADJECTIVE NOUN ."),
                                         split("one day NAME VERB the NOUN in the PLACE .")};
  return all;
}

constexpr std::size_t shortest = 3;   // sentence: no room for fewer words must be left over
constexpr std::size_t fact_size = 5;  // the THING is COLOUR .
const Words& question() {
  static const Words words = split("ask : the key is");
  return words;
}

bool fits(std::size_t size, std::size_t room) {
  return size == room || size + shortest <= room;
}

template <class Item>
const Item& choice(Random& random, const std::vector<Item>& items) {
  return items[random.below(items.size())];
}

// Exactly n words of whole sentences: 0, or at least 3. One time in four, where it fits, a thing
// gets one of `colors`.
void fill(Random& random, std::size_t n, const Words& colors, Words& words) {
  const std::size_t end = words.size() + n;
  while (words.size() < end) {
    const std::size_t room = end - words.size();
    if (random.below(4) == 0 && fits(fact_size, room)) {
      const std::string& thing = choice(random, lists().at("THING"));
      words.insert(words.end(), {"the", thing, "is", choice(random, colors), "."});
      continue;
    }
    std::vector<Words> fitting;
    for (const Words& sentence : filler()) {
      if (fits(sentence.size(), room)) fitting.push_back(sentence);
    }
    for (const std::string& word : choice(random, fitting)) {
      const auto list = lists().find(word);
      words.push_back(list == lists().end() ? word : choice(random, list->second));
    }
  }
}

std::string take(Random& random, Words& words) {
  const auto at = words.begin() + static_cast<std::ptrdiff_t>(random.below(words.size()));
  const std::string word = *at;
  words.erase(at);
  return word;
}

}  // namespace

std::size_t Random::below(std::size_t n) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return static_cast<std::size_t>((state * 0x2545F4914F6CDD1Du) >> 32) % n;
}

Pair pair(Random& random, int length, int distance) {
  Words colors = lists().at("COLOUR");
  Pair pair;
  pair.first = take(random, colors);
  pair.second = take(random, colors);
  Words& words = pair.words;
  fill(random, static_cast<std::size_t>(length - distance - 4), colors, words);
  words.insert(words.end(), {"the", "key", "is", pair.first, "."});
  pair.place = words.size() - 2;
  fill(random, static_cast<std::size_t>(distance - 7), colors, words);
  words.insert(words.end(), question().begin(), question().end());
  return pair;
}

}  // namespace kit::keys
