#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lm {

/// The pieces of a vocabulary. Ids 0, 1, 2 are <unk>, <s>, </s>; id 3 + b is the byte b, written
/// <0x00> ... <0xFF>; all later ids are ordinary pieces.
struct Tokenizer {
  std::vector<std::string> pieces;  ///< (vocab_size)
  std::vector<float> scores;        ///< (vocab_size)  the higher, the earlier merged
};

/// Reads llama2.c's tokenizer.bin: an int32 (longest piece), then for each piece a float32 score,
/// an int32 length and that many bytes, little-endian. Throws std::invalid_argument if the file is
/// cut, if a length is negative, or if vocab_size is below 259.
Tokenizer read_tokenizer(std::span<const std::byte> file, int vocab_size);

/// Encodes a text: <s> first; then, if there is text, one space and the text, cut into UTF-8
/// characters; a character that is no piece becomes its bytes. Then the neighbors whose joined
/// text is an ordinary piece are merged, best score first, leftmost on ties, until none are left.
/// Returns token ids. Any text can be encoded, also one that is no valid UTF-8.
std::vector<int> encode(const Tokenizer& tokenizer, std::string_view text);

/// Decodes one token: the byte of a byte piece, nothing for ids 0, 1, 2, else the piece. Right
/// after <s>, one leading space is dropped. Over all tokens this gives back the encoded text.
///
/// previous  the token before, 1 (<s>) at the start
/// Throws std::invalid_argument if token is outside the vocabulary.
std::string decode(const Tokenizer& tokenizer, int previous, int token);

/// Counts the bytes at the front of a stream that can be shown: all, but for up to three at the end
/// that begin a UTF-8 character and do not complete it.
std::size_t whole_characters(std::string_view bytes);

}  // namespace lm
