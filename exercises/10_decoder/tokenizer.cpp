// Exercise: tokenizer           read tokenizer.md, then make `./kit test tokenizer` pass
#include "tokenizer.hpp"

#include "common/check.hpp"
#include "common/types.hpp"

lm::Tokenizer lm::read_tokenizer(std::span<const std::byte> file, int vocab_size) {
  kit::require(vocab_size >= 259, "read_tokenizer: vocab_size is ", vocab_size,
               ", the bytes alone need 259");

  // 1. skip the first int32, the length of the longest piece
  // 2. vocab_size times: a float32 score, an int32 length, and so many bytes (std::memcpy)
  // 3. refuse a negative length, and a file that ends before all is read
  kit::todo("read_tokenizer");
}

std::vector<int> lm::encode(const Tokenizer& tokenizer, std::string_view text) {
  // 1. begin with <s>; for an empty text that is all
  // 2. put one space in front of the text and cut it into UTF-8 characters: a byte 10xxxxxx goes on
  //    with the character before it, up to 4 bytes
  // 3. a character that is an ordinary piece (id 259 and up) becomes its id, any other its bytes,
  //    each as byte + 3
  // 4. of all neighbors whose joined pieces are an ordinary piece, merge those with the best score,
  //    the leftmost on ties; again, until there are none
  kit::todo("encode");
}

std::string lm::decode(const Tokenizer& tokenizer, int previous, int token) {
  kit::require(0 <= token && token < std::ssize(tokenizer.pieces), "decode: token ", token,
               " is outside the vocabulary of ", tokenizer.pieces.size());

  // 1. ids 0, 1, 2 have no text; ids 3 to 258 are bytes; all others are their pieces
  // 2. behind <s>, take one leading space away
  kit::todo("decode");
}

std::size_t lm::whole_characters(std::string_view bytes) {
  // 1. look back from the end, at most 3 bytes, for the one that begins a character
  // 2. 110xxxxx needs 2 bytes in all, 1110xxxx 3, 11110xxx 4: what is begun and not there waits
  kit::todo("whole_characters");
}
