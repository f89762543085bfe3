// Belief: The tokens are merged, all of them.
// Truth: <s> is no text: what is written in it takes part in no merge.
// Kind: value
// Caught by: tokenizer merges nothing with <s>
#include "tokenizer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_map>

#include "common/check.hpp"
#include "common/types.hpp"

namespace {

constexpr int bos = 1;
constexpr int first_byte = 3;
constexpr int first_piece = first_byte + 256;

bool continues_character(char byte) {
  return (byte & 0xC0) == 0x80;
}

}  // namespace

lm::Tokenizer lm::read_tokenizer(std::span<const std::byte> file, int vocab_size) {
  kit::require(vocab_size >= first_piece, "read_tokenizer: vocab_size is ", vocab_size,
               ", the bytes alone need ", first_piece);
  const auto take = [&](void* target, std::size_t size) {
    kit::require(size <= file.size(), "read_tokenizer: the file ends too early");
    std::memcpy(target, file.data(), size);
    file = file.subspan(size);
  };

  std::int32_t longest = 0;
  take(&longest, sizeof longest);
  Tokenizer tokenizer;
  for (int id = 0; id < vocab_size; ++id) {
    float score = 0.0f;
    std::int32_t length = 0;
    take(&score, sizeof score);
    take(&length, sizeof length);
    kit::require(0 <= length && length <= std::ssize(file), "read_tokenizer: piece ", id,
                 " is said to have ", length, " bytes, the file has ", file.size(), " more");
    std::string piece(static_cast<std::size_t>(length), ' ');
    take(piece.data(), piece.size());
    tokenizer.scores.push_back(score);
    tokenizer.pieces.push_back(piece);
  }
  return tokenizer;
}

std::vector<int> lm::encode(const Tokenizer& tokenizer, std::string_view text) {
  const int vocab_size = static_cast<int>(tokenizer.pieces.size());
  std::unordered_map<std::string_view, int> ids;
  for (int id = first_piece; id < vocab_size; ++id) ids.emplace(tokenizer.pieces[to_size(id)], id);

  std::vector<int> tokens = {bos};
  if (text.empty()) return tokens;

  const std::string spaced = " " + std::string(text);
  for (std::size_t begin = 0; begin < spaced.size();) {
    std::size_t end = begin + 1;
    while (end < spaced.size() && end < begin + 4 && continues_character(spaced[end])) ++end;
    const std::string_view character = std::string_view(spaced).substr(begin, end - begin);
    if (const auto id = ids.find(character); id != ids.end()) {
      tokens.push_back(id->second);
    } else {
      for (const char byte : character) {
        tokens.push_back(first_byte + static_cast<unsigned char>(byte));
      }
    }
    begin = end;
  }

  while (true) {
    std::size_t best_place = 0;
    int best_id = -1;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const std::string joined =
          tokenizer.pieces[to_size(tokens[i])] + tokenizer.pieces[to_size(tokens[i + 1])];
      const auto id = ids.find(joined);
      if (id == ids.end()) continue;
      const float score = tokenizer.scores[to_size(id->second)];
      if (best_id < 0 || score > tokenizer.scores[to_size(best_id)]) {
        best_place = i;
        best_id = id->second;
      }
    }
    if (best_id < 0) return tokens;
    tokens[best_place] = best_id;
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(best_place) + 1);
  }
}

std::string lm::decode(const Tokenizer& tokenizer, int previous, int token) {
  kit::require(0 <= token && token < std::ssize(tokenizer.pieces), "decode: token ", token,
               " is outside the vocabulary of ", tokenizer.pieces.size());
  if (token < first_byte) return "";

  const bool is_byte = token < first_piece;
  std::string text = is_byte ? std::string(1, static_cast<char>(token - first_byte))
                             : tokenizer.pieces[to_size(token)];
  if (previous == bos && text.starts_with(' ')) text.erase(0, 1);
  return text;
}

std::size_t lm::whole_characters(std::string_view bytes) {
  const std::size_t size = bytes.size();
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, size); ++back) {
    const auto byte = static_cast<unsigned char>(bytes[size - back]);
    if (continues_character(static_cast<char>(byte))) continue;
    const bool begins_one = byte >= 0xC0 && byte < 0xF8;
    const std::size_t needed = !begins_one ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return needed > back ? size - back : size;
  }
  return size;
}
