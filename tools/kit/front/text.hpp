#pragma once
// Text for people: columns, colours, words.
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Colours for a terminal, nothing elsewhere; NO_COLOR is respected.
struct Colour {
  std::string_view bold, dim, red, green, yellow, blue, reset;
};
const Colour& colour();
bool is_terminal(int file_descriptor);
/// Columns for text: the terminal's, at most 80.
std::size_t text_width();

/// Columns that a text takes: CJK characters two, escape sequences and combining marks none.
std::size_t columns(std::string_view text);
/// The longest beginning of the text that takes at most `width` columns. An escape sequence is
/// never cut.
std::string_view fitting(std::string_view text, std::size_t width);
/// Breaks at spaces; every line starts with the indent, the first with `first` if that is given.
std::string wrapped(std::string_view text, std::size_t width, std::string_view indent = "",
                    std::string_view first = {});
/// Bytes that are no UTF-8 become �: what a program under test prints may be anything.
std::string well_formed(std::string_view text);
/// Without escape sequences.
std::string plain(std::string_view text);
std::string indented(std::string_view text, std::string_view indent);
std::string padded(std::string text, std::size_t width);
std::string one_or_many(std::size_t n, std::string_view noun);  // 1 check, 2 checks

std::vector<std::string> lines_of(std::string_view text);

/// "; do you mean softmax or swish?", or nothing if no candidate is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace kit
