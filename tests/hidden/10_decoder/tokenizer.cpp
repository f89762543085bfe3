#include <limits>

#include "reference/tokenizer.hpp"
#include "support/files.hpp"
#include "support/testing.hpp"
#include "support/vocabulary.hpp"

static std::string decoded(const lm::Tokenizer& tokenizer, const std::vector<int>& tokens) {
  std::string text;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    text += lm::decode(tokenizer, tokens[i - 1], tokens[i]);
  }
  return text;
}

/// Letters, a few pairs and triples of them, and two characters of several bytes.
static lm::Tokenizer letters() {
  return vocabulary({{" ", -20},  {"a", -21},   {"b", -22},    {"n", -23},  {"é", -24},
                     {"語", -25}, {"an", -2},   {"na", -1.5f}, {" b", -3},  {"ana", -4},
                     {"ba", -5},  {" ba", -6},  {"né", -7},    {"é語", -8}, {"  ", -9},
                     {"nan", -1}, {"aa", -2.5f}});
}

TEST_CASE("tokenizer agrees with the reference", "[tokenizer][hidden]") {
  const lm::Tokenizer tokenizer = letters();
  for (const std::string text :
       {"banana", "ananas", "nananan", "b an", " ", "  ba", "né", "é語a", "Übung né", "a\nb", "aaaaa",
        "naaannan", "x", "bababanananab", "\xFF\xC3", "😀né"}) {
    equals(lm::encode(tokenizer, text), reference::encode(tokenizer.pieces, tokenizer.scores, text));
  }
}
TEST_CASE("tokenizer agrees with the reference on random texts", "[tokenizer][hidden]") {
  const int size = GENERATE(1, 2, 63, 300);
  const lm::Tokenizer tokenizer = letters();
  const std::string alphabet = "aabn an";
  std::string text;
  for (const float x : random_row(size, 3, 0, 7)) text += alphabet[static_cast<std::size_t>(x)];
  equals(lm::encode(tokenizer, text), reference::encode(tokenizer.pieces, tokenizer.scores, text));
}

// Known answers from outside: the byte pieces of Llama's tokenizer.model (SentencePiece), where "\n"
// is 13 and U+1F600 is 243, 162, 155, 131; llama2.c's encode(), "the byte + 3"; the UTF-8 forms of é
// and U+1F600 in The Unicode Standard, table 3-6.
TEST_CASE("tokenizer gives bytes their places", "[tokenizer][hidden]") {
  const auto tokenizer = vocabulary({{" ", -1}});
  equals(lm::encode(tokenizer, "\n"), {1, 259, 13});
  equals(lm::encode(tokenizer, "😀"), {1, 259, 243, 162, 155, 131});
  equals(lm::encode(tokenizer, std::string_view("\0\xFF", 2)), {1, 259, 3, 258});
  equals(lm::encode(vocabulary({{"a", -1}}), "a"), {1, 35, 259});
}

TEST_CASE("tokenizer counts at most 4 bytes as one character", "[tokenizer][hidden]") {
  const auto tokenizer = vocabulary({{" ", -1}, {"\xE8\xAA\x9E", -2}, {"\x9E", -3}});
  equals(lm::encode(tokenizer, "語語"), {1, 259, 260, 260});
  equals(lm::encode(tokenizer, "\xF0\x9E\x9E\x9E\x9E"), {1, 259, 243, 161, 161, 161, 261});
}
TEST_CASE("tokenizer leaves a letter behind a broken character alone", "[tokenizer][hidden]") {
  const auto tokenizer = vocabulary({{" ", -1}, {"a", -2}});
  equals(lm::encode(tokenizer, "\xC3" "a"), {1, 259, 198, 260});
  equals(lm::encode(tokenizer, "\xE8\xAA" "a\xF0"), {1, 259, 235, 173, 260, 243});
}

TEST_CASE("tokenizer writes bytes for what the vocabulary calls a byte", "[tokenizer][hidden]") {
  const auto tokenizer = vocabulary({{" ", -9}, {"<", -9}, {"0", -9}, {"x", -9}, {"A", -9},
                                     {">", -9}, {"<0", -1}, {"<0x", -1}, {"<0x0", -1},
                                     {"<0x0A", -1}});
  equals(lm::encode(tokenizer, "<0x0A>"), {1, 259, 268, 264});
  equals(lm::encode(tokenizer, "<"), {1, 259, 260});
}

// The first pair is ab, the longest, of three bytes, bé. The best is cd, then ab: é remains.
TEST_CASE("tokenizer merges by score, not by place or length", "[tokenizer][hidden]") {
  const auto tokenizer = vocabulary({{" ", -9}, {"a", -9}, {"b", -9}, {"é", -9}, {"c", -9}, {"d", -9},
                                     {"ab", -2}, {"bé", -3}, {"éc", -4}, {"cd", -1}});
  equals(lm::encode(tokenizer, "abécd"), {1, 259, 265, 262, 268});
}
TEST_CASE("tokenizer merges nothing with <s>", "[tokenizer][hidden]") {
  const auto tokenizer = vocabulary({{" ", -9}, {"a", -9}, {"<s> ", -1}});
  equals(lm::encode(tokenizer, "a"), {1, 259, 260});
}

// Scores are at most 0 in most files; nothing says that they must be above a limit.
TEST_CASE("tokenizer merges whatever the scores are", "[tokenizer][hidden]") {
  const float lowest = -std::numeric_limits<float>::max();
  const auto tokenizer = vocabulary({{" ", 5}, {"a", 5}, {"b", 5}, {"ab", lowest}, {"ba", -1e20f}});
  equals(lm::encode(tokenizer, "ab"), {1, 259, 262});
  equals(lm::encode(tokenizer, "aba"), {1, 259, 260, 263});
  equals(lm::encode(vocabulary({{" ", 0}, {"a", 0}, {" a", 7}}), "a"), {1, 261});
}

TEST_CASE("tokenizer gives the text back", "[tokenizer][hidden]") {
  for (const lm::Tokenizer& tokenizer : {letters(), vocabulary({}), vocabulary({{"a", 0}})}) {
    for (const std::string text : {"banana", " banana", "  b", "", "né 語 😀\n", "\xFF\xC3 a", "<s>"}) {
      equals(decoded(tokenizer, lm::encode(tokenizer, text)), text);
    }
  }
}

TEST_CASE("tokenizer drops one space behind <s> and nowhere else", "[tokenizer][hidden]") {
  const auto tokenizer = vocabulary({{" a", -1}, {"a", -2}, {" ", -3}, {"   ", -4}});
  equals(decoded(tokenizer, {1, 259, 259, 260, 259}), "a aa a");
  equals(decoded(tokenizer, {1, 262, 261, 260}), "   a");
  equals(decoded(tokenizer, {1, 260, 259}), "a a");
  equals(decoded(tokenizer, {1, 35, 35}), " ");
  equals(decoded(tokenizer, {2, 259}), " a");
  equals(decoded(tokenizer, {1, 0, 1, 2, 259}), " a");
  equals(lm::decode(tokenizer, 260, 3), std::string(1, '\0'));
}

TEST_CASE("tokenizer shows what is complete, and what never will be", "[tokenizer][hidden]") {
  const std::string four = "😀", three = "語", first_of_three = "अ", two = "é";  // अ is E0 A4 85
  equals(lm::whole_characters(""), 0);
  for (const std::string before : {"", "a", "éa"}) {
    const std::size_t size = before.size();
    equals(lm::whole_characters(before), size);
    for (const std::string& character : {four, three, first_of_three, two}) {
      for (std::size_t n = 1; n < character.size(); ++n) {
        equals(lm::whole_characters(before + character.substr(0, n)), size);
      }
      equals(lm::whole_characters(before + character), size + character.size());
      equals(lm::whole_characters(before + character + "b"), size + character.size() + 1);
    }
  }
  equals(lm::whole_characters("\x9E\x9E\x9E\x9E\x9E"), 5);
  equals(lm::whole_characters("\xE8\xAA" "a"), 3);
  equals(lm::whole_characters("\xFF"), 1);
  equals(lm::whole_characters("\xF8"), 1);
}

TEST_CASE("tokenizer reads pieces of any bytes", "[tokenizer][hidden]") {
  kit::Bytes file;
  file.number(11);
  for (int id = 0; id < 259; ++id) {
    const std::string piece(static_cast<std::size_t>(id % 3), 'x');
    file.number(static_cast<float>(-id)).number(id % 3).text(piece);
  }
  file.number(-0.25f).number(0).number(2e9f).number(4).text(std::string_view("\0\xFF\n ", 4)).text("more");
  const auto tokenizer = lm::read_tokenizer(file, 261);
  equals(tokenizer.pieces.size(), 261);
  equals(tokenizer.scores.size(), 261);
  equals(tokenizer.pieces[2], "xx");
  equals(tokenizer.pieces[258], "");
  equals(tokenizer.pieces[259], "");
  equals(tokenizer.pieces[260], std::string("\0\xFF\n ", 4));
  is_close(lm::Vector{tokenizer.scores[2], tokenizer.scores[259], tokenizer.scores[260]},
           {-2, -0.25, 2e9});
}

// Pieces double from 1 to 256 letters, and the longer one is merged first.
TEST_CASE("tokenizer takes pieces of any length", "[tokenizer][hidden]") {
  std::vector<std::pair<std::string, float>> pieces = {{" ", -1}};
  kit::Bytes file;
  file.number(256);
  for (int id = 0; id < 259; ++id) file.number(0.0f).number(0);
  for (int size = 1; size <= 256; size *= 2) {
    pieces.emplace_back(std::string(static_cast<std::size_t>(size), 'a'), size);
    file.number(static_cast<float>(size)).number(size).text(pieces.back().first);
  }
  const auto tokenizer = vocabulary(pieces), read = lm::read_tokenizer(file, 268);
  equals(lm::encode(tokenizer, std::string(256, 'a')), {1, 259, 268});
  equals(lm::encode(tokenizer, std::string(387, 'a')), {1, 259, 268, 267, 261, 260});
  equals(lm::decode(tokenizer, 259, 268), std::string(256, 'a'));
  equals(read.pieces[266], std::string(128, 'a'));
  equals(read.pieces[267], std::string(256, 'a'));
}

// A score whose four bytes are the number 2, a length of 1: whoever takes one for the other, or
// starts one number early, finds another piece.
TEST_CASE("tokenizer reads the score, the length, the bytes", "[tokenizer][hidden]") {
  kit::Bytes file;
  file.number(7);
  for (int id = 0; id < 259; ++id) file.number(0).number(0);
  file.number(2).number(1).text("ab");
  equals(lm::read_tokenizer(file, 260).pieces.back(), "a");
}

TEST_CASE("tokenizer never writes a piece without text", "[tokenizer][hidden]") {
  equals(lm::encode(vocabulary({{" ", -1}, {"", -2}}), "\n"), {1, 259, 13});
}

TEST_CASE("tokenizer leaves its input unchanged", "[tokenizer][hidden]") {
  auto tokenizer = letters();
  const auto before = tokenizer;
  lm::encode(tokenizer, "banana");
  equals(tokenizer.pieces, before.pieces);
  unchanged(before.scores, tokenizer.scores);
}

TEST_CASE("tokenizer refuses files that cannot be right", "[tokenizer][hidden][errors]") {
  kit::Bytes file;
  file.number(1);
  for (int id = 0; id < 259; ++id) file.number(0.0f).number(1).text("?");
  equals(lm::read_tokenizer(file, 259).pieces.size(), 259);
  throws_with("read_tokenizer: vocab_size is 258", [&] { lm::read_tokenizer(file, 258); });
  throws_with("read_tokenizer", [&] { lm::read_tokenizer(file, 260); });
  throws_with("read_tokenizer", [&] { lm::read_tokenizer(file.first(3), 259); });
  throws_with("read_tokenizer", [] { lm::read_tokenizer({}, 259); });
  for (const std::size_t missing : {1, 2, 5, 6, 9}) {
    throws_with("read_tokenizer", [&] { lm::read_tokenizer(file.first(file.size() - missing), 259); });
  }
  for (const int length : {-1, 2, 1000000000}) {
    kit::Bytes bad = file.first(file.size() - 5);
    bad.number(length).text("?");
    throws_with("read_tokenizer", [&] { lm::read_tokenizer(bad, 259); });
  }
}
TEST_CASE("tokenizer refuses tokens outside the vocabulary", "[tokenizer][hidden][errors]") {
  const auto tokenizer = vocabulary({{"a", 0}});
  throws_with("decode: token 260", [&] { lm::decode(tokenizer, 1, 260); });
  throws_with("decode: token -1", [&] { lm::decode(tokenizer, 1, -1); });
}

// A real vocabulary of 512 pieces, and what the original program (llama2.c) made with it.
TEST_CASE("tokenizer agrees with the conformance data", "[tokenizer][conformance]") {
  const auto bytes = kit::conformance_text("models/tok512.bin");
  if (!bytes) return;
  const auto tokenizer = lm::read_tokenizer(std::as_bytes(std::span(*bytes)), 512);
  const std::vector<std::string> prompts = {"", "Once upon a time", "Lily and Tom"};
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    const std::string name = "models/stories260K.greedy" + std::to_string(i);
    const auto golden = kit::golden_file(name + ".json");
    const auto text = kit::conformance_text(name + ".txt");
    equals(lm::encode(tokenizer, prompts[i]), golden->integers("prompt_tokens"));
    equals(decoded(tokenizer, lm::encode(tokenizer, *text)), *text);
  }
}
