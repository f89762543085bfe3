#include "quiz/mark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "front/documents.hpp"

namespace kit {
namespace {

/// A number with its unit as people write it, and what the last digit stands for (0: exact).
struct Typed {
  double value = 0, unit = 0;
  bool plain = true;  // digits alone
};
double magnitude(double x) {
  return x == 0 ? 0 : std::pow(10.0, std::floor(std::log10(std::abs(x)) + 1e-12));
}

enum class Fit { yes, no, rough };

/// Is this what the answer means? `rough`: as far as it goes, but it has too few digits.
Fit fits(const Typed& answer, double key, double largest, int digits) {
  const bool whole = key == std::round(key) && std::abs(key) < 1e15;
  if (whole && answer.plain) return answer.value == key ? Fit::yes : Fit::no;
  if (std::abs(answer.value - key) <= 1e-9 * std::max(std::abs(key), 1e-30)) return Fit::yes;
  const double size = magnitude(key != 0 ? key : largest);
  const double unit = size * std::pow(10.0, 1 - digits);
  const double distance = std::abs(answer.value - key);
  if (distance <= 0.5 * unit * (1 + 1e-9)) return Fit::yes;
  const bool rounds = distance <= 0.5 * answer.unit * (1 + 1e-9);
  return answer.unit > unit * 1.5 && rounds ? Fit::rough : Fit::no;
}

std::string_view without_space(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  return text;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// What a unit may multiply by; nothing if there is no such unit.
std::vector<double> factors(std::string unit) {
  if (unit == "m") return {};  // milli or mega?
  std::ranges::transform(unit, unit.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  static const std::map<std::string, std::vector<double>> known = {
      {"", {1}},           {"%", {0.01}},       {"b", {1, 1e9}},    {"byte", {1}},
      {"bytes", {1}},      {"parameters", {1}}, {"k", {1e3}},       {"kb", {1e3}},
      {"thousand", {1e3}}, {"m", {1e6}},        {"mb", {1e6}},      {"million", {1e6}},
      {"g", {1e9}},        {"gb", {1e9}},       {"billion", {1e9}}, {"t", {1e12}},
      {"tb", {1e12}},      {"kib", {0x1p10}},   {"mib", {0x1p20}},  {"gib", {0x1p30}},
      {"tib", {0x1p40}}};
  const auto found = known.find(unit);
  return found == known.end() ? std::vector<double>{} : found->second;
}

using Numbers = std::vector<std::vector<Typed>>;

/// All readings: 7B may be bytes or billions. None if it is no number.
std::vector<Typed> typed_number(std::string_view text) {
  // One spelling: −, ·10⁻⁵ and 134,217,728 become -, e-5 and 134217728.
  std::string words(without_space(text));
  words = replaced(words, "−", "-");
  for (const char* times : {"·10^", "×10^", "*10^", " · 10^", " × 10^"}) {
    words = replaced(words, times, "e");
  }
  words = replaced(replaced(words, "\u2009", ""), "\u202f", "");
  std::string digits;
  std::size_t at = 0;
  int n_grouped = -1, n_decimals = -1;  // digits since the last comma, since the point
  if (at < words.size() && (words[at] == '-' || words[at] == '+')) digits += words[at++];
  const std::size_t sign = digits.size();
  for (; at < words.size(); ++at) {
    const char c = words[at];
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      digits += c;
      if (n_decimals >= 0) ++n_decimals;
      if (n_grouped >= 0) ++n_grouped;
    } else if (c == ',' && n_decimals < 0 && (n_grouped == 3 || (n_grouped < 0 && at > sign))) {
      n_grouped = 0;
    } else if (c == '.' && n_decimals < 0 && (n_grouped < 0 || n_grouped == 3)) {
      n_decimals = 0;
      n_grouped = -1;
      digits += c;
    } else {
      break;
    }
  }
  const bool any =
      std::ranges::any_of(digits, [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!any || (n_grouped >= 0 && n_grouped != 3)) return {};
  Typed number{std::strtod(digits.c_str(), nullptr), std::pow(10.0, -std::max(n_decimals, 0)),
               n_decimals < 0};
  const auto rest_number = [&](char mark) -> std::optional<double> {
    if (at >= words.size() || std::tolower(static_cast<unsigned char>(words[at])) != mark)
      return {};
    char* end = nullptr;
    const double value = std::strtod(words.c_str() + at + 1, &end);
    if (end == words.c_str() + at + 1) return {};
    at = static_cast<std::size_t>(end - words.c_str());
    return value;
  };
  if (const auto power = rest_number('e')) {
    const double factor = std::pow(10.0, *power);
    number = {number.value * factor, number.unit * factor, false};
  } else if (const auto exponent = rest_number('^')) {
    number = {std::pow(number.value, *exponent), 0, false};
  } else if (const auto divisor = rest_number('/')) {
    if (*divisor == 0) return {};
    number = {number.value / *divisor, 0, false};
  }
  std::vector<Typed> all;
  const std::string unit(without_space(std::string_view(words).substr(at)));
  for (const double factor : factors(unit)) {
    all.push_back({number.value * factor, number.unit * factor, number.plain && factor == 1});
  }
  return all;
}

/// One reading for each number of an answer to a list; empty if they cannot be read.
Numbers typed_list(std::string_view answer) {
  std::string text(answer);
  std::ranges::replace_if(
      text, [](char c) { return c == '[' || c == ']' || c == '(' || c == ')' || c == ','; }, ' ');
  Numbers all;
  for (std::string_view rest = without_space(text); !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    all.push_back(typed_number(rest.substr(0, end)));
    if (all.back().empty()) return {};
    rest = without_space(rest.substr(end));
  }
  return all;
}

Numbers typed(const Computed& key, std::string_view answer) {
  if (key.list) return typed_list(answer);
  Numbers one(1, typed_number(answer));
  if (one[0].empty()) one.clear();
  return one;
}

Fit fits(const Numbers& answer, const Computed& key, int digits, double factor = 1) {
  if (answer.size() != key.numbers.size()) return Fit::no;
  double largest = 0;
  for (const double number : key.numbers) largest = std::max(largest, std::abs(number));
  Fit all = Fit::yes;
  for (std::size_t i = 0; i < answer.size(); ++i) {
    Fit best = Fit::no;
    for (Typed reading : answer[i]) {
      reading.value *= factor;
      reading.unit *= std::abs(factor);
      const Fit fit = fits(reading, key.numbers[i], largest, digits);
      if (fit == Fit::yes || best == Fit::no) best = fit;
    }
    if (best == Fit::no) return Fit::no;
    if (best == Fit::rough) all = Fit::rough;
  }
  return all;
}

std::size_t right_one(const Asked& asked) {
  std::size_t right = 0;
  while (!asked.options[right].right) ++right;
  return right;
}

Mark mark_numbers(const Asked& asked, const Numbers& read) {
  const std::size_t right = right_one(asked);
  const Computed& key = asked.values[right];
  const int digits = asked.question->digits;
  if (read.size() != key.numbers.size()) return {Mark::Kind::unreadable, wanted(asked)};
  const Fit fit = fits(read, key, digits);
  if (fit == Fit::yes) return {Mark::Kind::right, asked.options[right].reply};
  if (fit == Fit::rough) {
    return {Mark::Kind::unreadable, fmt::format("please give at least {} digits", digits)};
  }
  for (std::size_t i = 0; i < asked.options.size(); ++i) {
    if (i != right && fits(read, asked.values[i], digits) != Fit::no) {
      return {Mark::Kind::wrong, asked.options[i].reply};
    }
  }
  if (fits(read, key, digits, -1) != Fit::no) {
    return {Mark::Kind::wrong, "The size is right, the sign is not."};
  }
  for (const double gib : {0x1p30 / 1e9, 1e9 / 0x1p30}) {
    if (fits(read, key, digits, gib) == Fit::yes) {
      return {Mark::Kind::wrong, "GB are 10⁹ bytes, GiB are 2³⁰."};
    }
  }
  if (fits(read, key, digits - 1) == Fit::yes && digits > 1) {
    return {Mark::Kind::wrong,
            "Close, but the last digit is not right: round once, at the very end."};
  }
  return {Mark::Kind::wrong, "That is not the number."};
}

Mark mark_printed(const Asked& asked, std::string_view answer) {
  const auto spaced = [](std::string_view text) {
    std::string words;
    for (const char c : text) {
      if (std::isspace(static_cast<unsigned char>(c)) == 0) {
        words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      } else if (!words.empty() && words.back() != ' ') {
        words += ' ';
      }
    }
    return replaced(std::string(without_space(words)), "−", "-");
  };
  for (const Question::Option& option : asked.options) {
    if (spaced(answer) != spaced(option.text)) continue;
    return {option.right ? Mark::Kind::right : Mark::Kind::wrong, option.reply};
  }
  return {Mark::Kind::wrong, "It prints something else."};
}

Mark mark_choice(const Asked& asked, std::string_view answer) {
  if (answer.size() != 1) return {Mark::Kind::unreadable, wanted(asked)};
  const auto at =
      static_cast<std::size_t>(std::tolower(static_cast<unsigned char>(answer[0])) - 'a');
  if (at >= asked.options.size()) return {Mark::Kind::unreadable, wanted(asked)};
  const Question::Option& chosen = asked.options[at];
  return {chosen.right ? Mark::Kind::right : Mark::Kind::wrong, chosen.reply};
}

Mark mark_truth(const Asked& asked, std::string_view answer) {
  for (const Question::Option& option : asked.options) {
    if (answer != option.text && answer != option.text.substr(0, 1)) continue;
    return {option.right ? Mark::Kind::right : Mark::Kind::wrong, option.reply};
  }
  return {Mark::Kind::unreadable, wanted(asked)};
}

/// "3b": the line, and what it does.
Mark mark_bug(const Asked& asked, std::string_view answer) {
  const std::size_t digits = std::min(answer.find_first_not_of("0123456789"), answer.size());
  if (digits == 0 || digits > 3) return {Mark::Kind::unreadable, wanted(asked)};
  const int line = std::atoi(std::string(answer.substr(0, digits)).c_str());
  Mark effect = mark_choice(asked, without_space(answer.substr(digits)));
  const std::vector<int>& wrong_lines = asked.question->bug_lines;
  if (effect.kind == Mark::Kind::unreadable ||
      std::ranges::find(wrong_lines, line) != wrong_lines.end()) {
    return effect;
  }
  if (effect.kind == Mark::Kind::right) {
    return {Mark::Kind::wrong,
            fmt::format("That is what happens. It may show in line {}: which line "
                        "does it come from?",
                        line)};
  }
  return {Mark::Kind::wrong, fmt::format("Line {} is right as it stands. {}", line, effect.words)};
}

}  // namespace

std::string wanted(const Asked& asked) {
  const char last = static_cast<char>('a' + asked.options.size() - 1);
  switch (asked.question->kind) {
    case Ask::choice:
      return fmt::format("please answer by a letter, a to {}", last);
    case Ask::truth:
      return "please answer true or false";
    case Ask::bug:
      return fmt::format("please answer by line and letter, as 12b (letters a to {})", last);
    case Ask::numeric: {
      std::size_t n = 0;
      for (std::size_t i = 0; i < asked.options.size(); ++i) {
        if (asked.options[i].right) n = asked.values[i].numbers.size();
      }
      return n == 1 ? "please answer by a number; 1536, 1.5 kB, 3/7, 2^10 and 1.2e-5 are some"
                    : fmt::format("please answer by {} numbers, as in [1, -0.5]", n);
    }
    case Ask::predict:
      return "please say what it prints";
    case Ask::text:
      break;
  }
  return "please answer in your own words";
}

Mark mark(const Asked& asked, std::string_view answer) {
  const std::string_view words = without_space(answer);
  if (words.empty()) return {Mark::Kind::unreadable, wanted(asked)};
  std::string lower(words);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  switch (asked.question->kind) {
    case Ask::choice:
      return mark_choice(asked, lower);
    case Ask::truth:
      return mark_truth(asked, lower);
    case Ask::bug:
      return mark_bug(asked, lower);
    case Ask::numeric:
      return mark_numbers(asked, typed(asked.values[right_one(asked)], words));
    case Ask::predict:
      return mark_printed(asked, words);
    case Ask::text:
      break;
  }
  return {};
}

Mark mark_option(const Asked& asked, std::size_t i) {
  if (asked.question->kind != Ask::numeric) return mark(asked, asked.options[i].text);
  Numbers exact;
  for (const double number : asked.values[i].numbers) {
    exact.push_back({{number, 0, number == std::round(number)}});
  }
  return mark_numbers(asked, exact);
}

}  // namespace kit
