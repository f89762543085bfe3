#include "numbers/page.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <sstream>
#include <utility>

namespace kit::numbers {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// One spelling for each sign and digit; nothing for what groups digits.
std::string plain(std::string text) {
  static constexpr std::pair<const char*, const char*> spellings[] = {
      {"−", "-"}, {"⁻", "-"}, {"⁰", "0"}, {"¹", "1"},     {"²", "2"},     {"³", "3"},    {"⁴", "4"},
      {"⁵", "5"}, {"⁶", "6"}, {"⁷", "7"}, {"⁸", "8"},     {"⁹", "9"},     {",", ""},     {"'", ""},
      {"+", ""},  {"^", ""},  {" ", ""},  {"\u2009", ""}, {"\u202f", ""}, {"\u00a0", ""}};
  for (const auto& [from, to] : spellings) {
    for (std::size_t at; (at = text.find(from)) != std::string::npos;) {
      text.replace(at, std::string_view(from).size(), to);
    }
  }
  return text;
}

/// Section 3.2, §3.1–3.2, Table 25.1, Llama 3.1, arXiv:1910.07467: is the number behind this a
/// name?
bool names_something(std::string before, double value) {
  static const std::regex of_a_text(R"((arxiv|doi)\W*$)", std::regex::icase);
  static const std::regex small(
      "(§|\\b(chapter|section|sec|table|figure|fig|equation|eq|version|llama|qwen|gemma|ubuntu|"
      "debian|macos|python|cmake|clang|gcc|g\\+\\+|c\\+\\+|catch2)s?)[ :.(~`]*([0-9.]+(–|-|, | and "
      "))*$",
      std::regex::icase);
  before.erase(0, before.size() - std::min<std::size_t>(before.size(), 40));
  return std::regex_search(before, of_a_text) || (value < 100 && std::regex_search(before, small));
}

}  // namespace

double Printed::value() const {
  return std::strtod(digits.c_str(), nullptr);
}

std::vector<Printed> numbers_in(const std::string& text) {
  static const std::regex shape(
      "(0x[0-9a-fA-F]+|[0-9]{1,3}(?:(?:,|'|\u2009|\u202f|\u00a0)[0-9]{3})+(?![0-9])|[0-9]+)"
      "(\\.[0-9]+)?((?:\\.[0-9]+)*)"  // 2.13.1 is no number
      "(?:[eE]((?:-|−|\\+)?[0-9]+)|"
      " ?(?:·|×) ?10(\\^(?:-|−)?[0-9]+|⁻?(?:⁰|¹|²|³|⁴|⁵|⁶|⁷|⁸|⁹)+))?(f\\b)?");
  std::vector<Printed> all;
  std::smatch found;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(text[at]) ||
        !std::regex_search(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), found, shape,
                           std::regex_constants::match_continuous)) {
      continue;
    }
    std::string before = text.substr(0, at);
    at += static_cast<std::size_t>(found.length()) - 1;
    // What begins inside a word is none: bf16, W_1, .5, LLaMA-3.1. A minus behind a value takes
    // away.
    const bool hyphen = before.ends_with('-'), minus = hyphen || before.ends_with("−");
    if (minus) before.erase(before.size() - (hyphen ? 1 : 3));
    const char last = before.empty() ? ' ' : before.back();
    if ((is_letter(last) && (hyphen || !minus)) || (last == '.' && !minus) || found.length(3) > 0) {
      continue;
    }
    Printed number;
    const bool negative =
        minus && !is_letter(last) && !is_digit(last) && last != ')' && last != ']';
    const std::string whole = plain(found[1]), power = plain(found[4].str() + found[5].str());
    number.digits = (negative ? "-" : "") + whole + found[2].str();
    if (!power.empty()) number.digits += "e" + std::to_string(std::atoi(power.c_str()));
    if (found.length(2) > 0 || !power.empty()) {
      const auto decimals = static_cast<int>(std::max<std::ptrdiff_t>(found.length(2), 1)) - 1;
      number.unit = std::pow(10.0, std::atoi(power.c_str()) - decimals);
    }
    const double value = number.value();
    const std::size_t n_digits = whole.size() - (whole.starts_with("0x") ? 2 : 0);
    const bool year = number.unit == 0 && value >= 1900 && value < 2048;
    number.must_be_listed = (found.length(2) > 0 || (power.empty() && n_digits >= 4)) &&
                            !found[6].matched && !year && !names_something(before, value);
    all.push_back(number);
  }
  return all;
}

namespace {

void blank(std::string& text, std::size_t begin, std::size_t end) {
  std::fill(text.begin() + static_cast<std::ptrdiff_t>(std::min(begin, text.size())),
            text.begin() + static_cast<std::ptrdiff_t>(std::min(end, text.size())), ' ');
}

/// Moves what stands between backquotes from the prose into the code; both keep their columns.
void split_spans(std::string& prose, std::string& code) {
  for (std::size_t at = 0; (at = prose.find('`', at)) != std::string::npos;) {
    const std::size_t inside = std::min(prose.find_first_not_of('`', at), prose.size());
    const std::string ticks = prose.substr(at, inside - at);
    const std::size_t end = prose.find(ticks, inside);
    if (end == std::string::npos) return;
    code.replace(at, end - at, prose, at, end - at);
    blank(prose, inside, end);
    at = end + ticks.size();
  }
}

/// [text](target), [label]: target, <https://…>; blanked in `line`.
void read_links(const std::string& prose, int n, std::string& line, Page& page) {
  static const std::regex link(R"(\]\(([^ )]+)|^\[[^\]]+\]: (\S+)|\b(\w+://[^ )>"]+))");
  for (auto found = std::sregex_iterator(prose.begin(), prose.end(), link);
       found != std::sregex_iterator(); ++found) {
    for (const std::size_t group : {1u, 2u}) {
      if ((*found)[group].matched) page.links.push_back({n, (*found)[group]});
    }
    const auto begin = static_cast<std::size_t>(found->position());
    blank(line, begin, begin + static_cast<std::size_t>(found->length()));
  }
}

/// ./kit verb … --option …; blanked in `line`.
void read_commands(const std::string& code, int n, std::string& line, Page& page) {
  static const std::regex quoted(R"(\./kit\b(?: +([a-z]+(?:-[a-z]+)*)\b)?([^`|;&#]*))"),
      option(R"([ [](-[-a-z]+))");
  for (auto found = std::sregex_iterator(code.begin(), code.end(), quoted);
       found != std::sregex_iterator(); ++found) {
    Page::Command command{n, (*found)[1], {}};
    const std::string rest = (*found)[2];
    for (auto o = std::sregex_iterator(rest.begin(), rest.end(), option);
         o != std::sregex_iterator(); ++o) {
      command.options.push_back((*o)[1]);
    }
    page.commands.push_back(command);
    const auto begin = static_cast<std::size_t>(found->position());
    blank(line, begin, begin + static_cast<std::size_t>(found->length()));
  }
}

}  // namespace

Page read_page(const std::string& text) {
  Page page;
  std::string fence, language, comment;  // what we are in
  std::istringstream lines(text);
  int n = 0;
  for (std::string line; std::getline(lines, line);) {
    ++n;
    if (!comment.empty()) {
      if (line.find("-->") != std::string::npos)
        comment.clear();
      else if (comment == "<!-- numbers")
        page.block.push_back({n, line});
      continue;
    }
    if (fence.empty() && line.starts_with("<!--")) {
      if (line.find("-->") == std::string::npos) comment = line;
      page.has_block = page.has_block || line == "<!-- numbers";
      continue;
    }
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t ticks = std::min(line.find_first_not_of('`', indent), line.size()) - indent;
    if (fence.empty() ? ticks >= 3 : ticks >= fence.size() && indent + ticks == line.size()) {
      language = fence.empty() ? line.substr(indent + ticks) : "";
      fence = fence.empty() ? std::string(ticks, '`') : "";
      continue;
    }
    page.text += line + "\n";
    std::string prose = line, code(line.size(), ' ');
    if (fence.empty())
      split_spans(prose, code);
    else
      std::swap(prose, code);
    read_links(prose, n, line, page);
    read_commands(code, n, line, page);
    if (language == "sh" || language == "console") continue;
    for (const Printed& number : numbers_in(line)) page.numbers.push_back({n, number});
  }
  return page;
}

}  // namespace kit::numbers
