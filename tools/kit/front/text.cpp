#include "front/text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sstream>

namespace kit {
namespace {

/// One step through a text: an escape sequence, or one character as UTF-8 has it.
struct Step {
  std::size_t bytes = 1, columns = 0;
};

Step step(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  if (byte(0) == 0x1B && byte(1) == '[') {
    std::size_t end = 2;
    while (end < text.size() && (byte(end) < 0x40 || byte(end) > 0x7E)) ++end;
    return {std::min(end + 1, text.size()), 0};
  }
  if (byte(0) < 0x80) return {1, byte(0) < 0x20 || byte(0) == 0x7F ? 0u : 1u};
  const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : byte(0) >= 0xC0 ? 2 : 1;
  std::uint32_t code = byte(0) & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) code = (code << 6) | (byte(i) & 0x3F);
  const auto in = [&](std::uint32_t low, std::uint32_t high) {
    return low <= code && code <= high;
  };
  const bool none =
      in(0x300, 0x36F) || in(0x200B, 0x200F) || in(0x20D0, 0x20FF) || in(0xFE00, 0xFE0F);
  const bool wide = in(0x1100, 0x115F) || in(0x2E80, 0xA4CF) || in(0xAC00, 0xD7A3) ||
                    in(0xF900, 0xFAFF) || in(0xFE30, 0xFE6F) || in(0xFF00, 0xFF60) ||
                    in(0xFFE0, 0xFFE6) || in(0x1F300, 0x1FAFF) || in(0x20000, 0x3FFFD);
  return {std::min(bytes, text.size()), none ? 0u : wide ? 2u : 1u};
}

std::size_t distance(std::string_view a, std::string_view b) {  // Levenshtein
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

}  // namespace

bool is_terminal(int file_descriptor) {
  return isatty(file_descriptor) == 1;
}

const Colour& colour() {
  static const Colour none{};
  static const Colour ansi{"\033[1m",  "\033[2m",  "\033[31m", "\033[32m",
                           "\033[33m", "\033[34m", "\033[0m"};
  static const char* const no_color = std::getenv("NO_COLOR");
  static const bool on = is_terminal(STDOUT_FILENO) && (no_color == nullptr || *no_color == '\0');
  return on ? ansi : none;
}

std::size_t text_width() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return std::clamp<std::size_t>(size.ws_col, 30, 80);
}

std::size_t columns(std::string_view text) {
  std::size_t total = 0;
  while (!text.empty()) {
    const Step one = step(text);
    total += one.columns;
    text.remove_prefix(one.bytes);
  }
  return total;
}

std::string_view fitting(std::string_view text, std::size_t width) {
  std::size_t end = 0, total = 0;
  while (end < text.size()) {
    const Step one = step(text.substr(end));
    if (total + one.columns > width) break;
    total += one.columns;
    end += one.bytes;
  }
  return text.substr(0, end);
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent,
                    std::string_view first) {
  std::istringstream words{std::string(text)};
  std::string result, line(first.empty() ? indent : first);
  std::size_t used = columns(line);
  bool empty = true;
  for (std::string word; words >> word;) {
    const std::size_t seen = columns(word);
    if (!empty && used + 1 + seen > width) {
      result += line + "\n";
      line = indent;
      used = columns(indent);
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    used += seen + (empty ? 0 : 1);
    empty = false;
  }
  return result + line + "\n";
}

std::string well_formed(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t bytes = lead < 0x80    ? 1
                              : lead >= 0xF0 ? 4
                              : lead >= 0xE0 ? 3
                              : lead >= 0xC2 ? 2
                                             : 0;
    bool ok = bytes > 0 && lead < 0xF5 && i + bytes <= text.size();
    for (std::size_t k = 1; ok && k < bytes; ++k) ok = (text[i + k] & 0xC0) == 0x80;
    result += ok ? text.substr(i, bytes) : std::string_view("�");
    i += ok ? bytes : 1;
  }
  return result;
}

std::string plain(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Step one = step(text);
    if (text[0] != '\x1B') result += text.substr(0, one.bytes);
    text.remove_prefix(one.bytes);
  }
  return result;
}

std::string indented(std::string_view text, std::string_view indent) {
  std::string result;
  for (const std::string& line : lines_of(text)) {
    result += (line.empty() ? "" : std::string(indent) + line) + "\n";
  }
  return result;
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = columns(text);
  if (used < width) text.append(width - used, ' ');
  return text;
}

std::string one_or_many(std::size_t n, std::string_view noun) {
  return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> near;
  for (const std::string& candidate : candidates) {
    const std::size_t allowed = std::min<std::size_t>(3, candidate.size() / 2);
    if (distance(word, candidate) <= allowed ||
        (word.size() > 2 && candidate.find(word) != std::string::npos)) {
      near.push_back(candidate);
    }
  }
  if (near.empty()) return "";
  std::ranges::stable_sort(near, {}, [&](const std::string& name) { return distance(word, name); });
  if (near.size() > 4) near.resize(4);
  std::string question = "; do you mean ";
  for (std::size_t i = 0; i < near.size(); ++i) {
    question += (i == 0 ? "" : i + 1 == near.size() ? " or " : ", ") + near[i];
  }
  return question + "?";
}

}  // namespace kit
