// The first byte says how many pieces there are, the second how much of the rest is text; then come
// the text and the file. Whatever both are, nothing is read from outside. (That a text comes back
// from its tokens needs byte pieces with their own names, which a hostile file has not.)
#include "tokenizer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const int vocab_size = 259 + data[0] % 32;
  const std::size_t n_text = std::min<std::size_t>(data[1] % 64, size - 2);
  const std::string text(reinterpret_cast<const char*>(data) + 2, n_text);
  const auto* file = reinterpret_cast<const std::byte*>(data) + 2 + n_text;

  lm::Tokenizer tokenizer;
  try {
    tokenizer = lm::read_tokenizer({file, size - 2 - n_text}, vocab_size);
  } catch (const std::invalid_argument&) {
    return 0;
  }
  std::string back;
  int previous = 1;
  for (const int token : lm::encode(tokenizer, text)) {
    if (token != 1) back += lm::decode(tokenizer, previous, token);
    previous = token;
  }
  if (lm::whole_characters(text) > text.size()) std::abort();
  return 0;
}
