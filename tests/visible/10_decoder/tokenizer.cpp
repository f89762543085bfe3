#include "support/files.hpp"
#include "support/testing.hpp"
#include "support/vocabulary.hpp"

// The first piece of each vocabulary has id 259, the next 260. The higher score merges earlier.
TEST_CASE("tokenizer puts <s> and one space before the text", "[tokenizer]") {
  const auto pieces = vocabulary({{" ", -1}, {"a", -2}, {" a", -3}, {" b", -4}, {"b", -5}});
  equals(lm::encode(pieces, "a"), {1, 261});
  equals(lm::encode(pieces, "a b"), {1, 261, 262});
  equals(lm::encode(pieces, " a"), {1, 259, 261});
  equals(lm::encode(pieces, ""), {1});
}

// "bc" has the best score: abc is a, bc. In cab, "ab" beats "ca". No pair makes " abc".
TEST_CASE("tokenizer merges the pair with the best score", "[tokenizer]") {
  const auto pieces = vocabulary({{" ", -9}, {"a", -9}, {"b", -9}, {"c", -9}, {"ab", -2},
                                  {"bc", -1}, {"ca", -3}, {" abc", 0}});
  equals(lm::encode(pieces, "abc"), {1, 259, 260, 264});
  equals(lm::encode(pieces, "cab"), {1, 259, 262, 263});
  equals(lm::encode(pieces, "bca"), {1, 259, 264, 260});
}
TEST_CASE("tokenizer merges again and again, leftmost first on ties", "[tokenizer]") {
  const auto pieces = vocabulary({{" ", -9}, {"a", -9}, {"aaaa", -2}, {"aa", -1}});
  equals(lm::encode(pieces, "aaa"), {1, 259, 262, 260});
  equals(lm::encode(pieces, "aaaa"), {1, 259, 261});
}

// é is the bytes C3 A9: 195 + 3 and 169 + 3. Where é is a piece, both bytes together are its name.
TEST_CASE("tokenizer writes a character that is no piece in bytes", "[tokenizer]") {
  equals(lm::encode(vocabulary({{" ", -1}}), "é"), {1, 259, 198, 172});
  equals(lm::encode(vocabulary({{" ", -1}, {"é", -2}}), "é"), {1, 259, 260});
}
TEST_CASE("tokenizer never makes a special token out of text", "[tokenizer]") {
  const auto pieces = vocabulary({{" ", -9}, {"<", -9}, {"s", -9}, {">", -9}, {"<s", -1}});
  equals(lm::encode(pieces, "<s>"), {1, 259, 263, 262});
}

TEST_CASE("tokenizer decodes pieces and bytes", "[tokenizer]") {
  const auto pieces = vocabulary({{" Once", -1}, {" upon", -2}, {"  a", -3}});
  equals(lm::decode(pieces, 1, 259) + lm::decode(pieces, 259, 260), "Once upon");
  equals(lm::decode(pieces, 1, 261), " a");
  equals(lm::decode(pieces, 260, 0x0A + 3) + lm::decode(pieces, 260, 2), "\n");
}

// E8 AA 9E is one character. Its first two bytes have to wait for the third.
TEST_CASE("tokenizer holds back the bytes of an unfinished character", "[tokenizer]") {
  equals(lm::whole_characters("ab\xE8"), 2);
  equals(lm::whole_characters("ab\xE8\xAA"), 2);
  equals(lm::whole_characters("ab\xE8\xAA\x9E"), 5);
}

TEST_CASE("tokenizer reads a file of scores and pieces", "[tokenizer]") {
  kit::Bytes file;
  file.number(3);
  for (int id = 0; id < 259; ++id) file.number(0.0f).number(1).text("?");
  file.number(-1.5f).number(3).text(" ab");
  equals(lm::read_tokenizer(file, 260).pieces.back(), " ab");
  is_close(lm::read_tokenizer(file, 260).scores.back(), -1.5);
  throws_with("read_tokenizer", [&] { lm::read_tokenizer(file.first(file.size() - 1), 260); });
}
