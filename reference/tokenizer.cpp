#include "reference/tokenizer.hpp"

#include <algorithm>
#include <cstddef>

namespace {

// The id of an ordinary piece; 0 if there is none of this text.
int piece_id(const std::vector<std::string>& pieces, const std::string& text) {
  const auto found = std::find(pieces.begin() + 259, pieces.end(), text);
  return found == pieces.end() ? 0 : static_cast<int>(found - pieces.begin());
}

}  // namespace

int reference::byte_token(int byte) {
  return byte + 3;
}

std::vector<int> reference::encode(const std::vector<std::string>& pieces,
                                   const std::vector<float>& scores, const std::string& text) {
  if (text.empty()) return {1};

  // Parts of the text; a byte of a character that is no piece can take part in no merge.
  struct Part {
    std::string text;
    int id;
  };
  std::vector<Part> parts;
  const std::string spaced = " " + text;
  std::string character;
  const auto add_character = [&] {
    if (const int id = piece_id(pieces, character)) {
      parts.push_back({character, id});
    } else {
      for (const char byte : character) {
        const int token = byte_token(static_cast<unsigned char>(byte));
        parts.push_back({pieces[static_cast<std::size_t>(token)], token});
      }
    }
    character.clear();
  };
  for (const char byte : spaced) {
    const bool goes_on = static_cast<unsigned char>(byte) / 64 == 2 && character.size() < 4;
    if (!character.empty() && !goes_on) add_character();
    character += byte;
  }
  add_character();

  while (true) {
    std::size_t best = parts.size();
    float best_score = 0;
    for (std::size_t i = parts.size(); i-- > 1;) {
      const int id = piece_id(pieces, parts[i - 1].text + parts[i].text);
      if (id == 0) continue;
      const float score = scores[static_cast<std::size_t>(id)];
      if (best == parts.size() || score >= best_score) {
        best = i;
        best_score = score;
      }
    }
    if (best == parts.size()) break;
    parts[best - 1].text += parts[best].text;
    parts[best - 1].id = piece_id(pieces, parts[best - 1].text);
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(best));
  }

  std::vector<int> tokens = {1};
  for (const Part& part : parts) tokens.push_back(part.id);
  return tokens;
}
