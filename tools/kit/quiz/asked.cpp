#include "quiz/asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "numbers/value.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

std::uint64_t mixed(std::uint64_t seed, std::string_view words) {
  std::uint64_t hash = seed ^ 0xcbf29ce484222325;  // FNV-1a, then splitmix64
  for (const char c : words) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash += 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

/// Calls `text` for what stands outside of {braces}, `brace` for what stands in them. In code,
/// braces are C++'s own unless they hold the name of a value.
template <class Text, class Brace>
void walk(std::string_view words, const std::vector<Question::Let>& lets, Text on_text,
          Brace on_brace) {
  bool fence = false, span = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words.substr(i).starts_with("```")) {
      fence = !fence;
      on_text(words.substr(i, 3));
      i += 2;
      continue;
    }
    if (words[i] == '`' && !fence) span = !span;
    const std::size_t end = words[i] == '{' ? words.find('}', i) : std::string_view::npos;
    if (end != std::string_view::npos) {
      const std::string_view inside = words.substr(i + 1, end - i - 1);
      const bool name = std::ranges::find(lets, inside, &Question::Let::name) != lets.end();
      if (name || (!fence && !span)) {
        on_brace(inside, fence || span);
        i = end;
        continue;
      }
    }
    on_text(words.substr(i, 1));
  }
}

/// {expression:6} is shown with six decimals.
std::pair<std::string, int> with_decimals(std::string_view inside) {
  const std::size_t colon = inside.rfind(':');
  if (colon == std::string_view::npos || colon + 2 != inside.size() ||
      std::isdigit(static_cast<unsigned char>(inside.back())) == 0) {
    return {std::string(inside), -1};
  }
  return {std::string(inside.substr(0, colon)), inside.back() - '0'};
}

std::string in_prose(const Computed& value, int decimals, bool code) {
  std::string text = value.shown;
  if (decimals >= 0 && !value.numbers.empty()) {
    text = "";
    for (const double number : value.numbers) {
      text += fmt::format("{}{:.{}f}", text.empty() ? "" : ", ", number, decimals);
    }
    if (value.list) text = "[" + text + "]";
  }
  if (text.starts_with('\'')) return text.substr(1, text.size() - 2);
  for (std::size_t at = 0; !code && (at = text.find('-', at)) != std::string::npos;) {
    if (at == 0 || text[at - 1] != 'e') text.replace(at, 1, "−");
    ++at;
  }
  return text;
}

Computed computed(const numbers::Value& value) {
  return {numbers::shown(value), value.is_words() ? std::vector<double>{} : numbers::flat({value}),
          value.is_list()};
}

/// Evaluates what one question asks for, with the names of its lets.
class Evaluator {
 public:
  Evaluator(const Question& question, std::vector<std::string>& problems)
      : question_(question), problems_(problems) {}

  void let(const std::string& name, const std::string& expression) {
    if (const auto value = evaluated(expression)) names_.insert_or_assign(name, *value);
  }
  Computed value(const std::string& expression) {
    const auto value = evaluated(expression);
    return value ? computed(*value) : Computed{"?", {}, false};
  }
  /// A text with its {braces} filled in.
  std::string filled(std::string_view words) {
    std::string text;
    walk(
        words, question_.lets, [&](std::string_view part) { text += part; },
        [&](std::string_view inside, bool code) {
          const auto [expression, decimals] = with_decimals(inside);
          text += in_prose(value(expression), decimals, code);
        });
    return text;
  }

 private:
  std::optional<numbers::Value> evaluated(const std::string& expression) {
    try {
      return numbers::evaluate(expression, names_, numbers::functions());
    } catch (const std::exception& error) {
      problems_.push_back(expression + ": " + error.what());
      return {};
    }
  }

  const Question& question_;
  std::vector<std::string>& problems_;
  std::map<std::string, numbers::Value> names_;
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

std::size_t drawn(std::uint64_t seed, std::string_view words, std::size_t n) {
  return static_cast<std::size_t>(mixed(seed, words) % n);
}

Asked pose(const Draw& draw) {
  const Question& q = *draw.question;
  Asked asked;
  asked.question = &q;
  Evaluator evaluator(q, asked.problems);
  for (const Question::Let& let : q.lets) {
    const std::size_t n = let.values.size();
    evaluator.let(let.name,
                  let.values[draw.nth ? *draw.nth % n : drawn(draw.seed, q.id + let.name, n)]);
  }
  asked.text = evaluator.filled(q.text);
  for (Question::Option option : q.options) {
    if (q.kind == Ask::numeric) {
      asked.values.push_back(evaluator.value(option.text));
    } else {
      option.text = evaluator.filled(option.text);
    }
    option.reply = evaluator.filled(option.reply);
    asked.options.push_back(option);
  }
  if (q.kind == Ask::choice || q.kind == Ask::bug) {
    for (std::size_t k = asked.options.size(); k > 1; --k) {
      std::swap(asked.options[k - 1], asked.options[drawn(draw.seed, q.id + std::to_string(k), k)]);
    }
  }
  return asked;
}

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

std::optional<std::string> printed_by(const Tree& tree, const Asked& asked) {
  constexpr std::string_view fence = "```cpp\n";
  const std::size_t begin = asked.text.find(fence) + fence.size();
  const std::string code = asked.text.substr(begin, asked.text.find("```", begin) - begin);
  const fs::path folder = tree.root / ".kit/predict",
                 source = folder / (asked.question->id + ".cpp"),
                 program = folder / asked.question->id;
  write_file(source,
             "#include <algorithm>\n#include <bit>\n#include <cmath>\n#include <cstdint>\n#include "
             "<cstdio>\n"
             "#include <numeric>\n#include <string>\n#include <vector>\n\nint main() {\n" +
                 code + "}\n");
  const char* const chosen = std::getenv("CXX");
  Command compiler;
  compiler.arguments = {chosen == nullptr || *chosen == '\0' ? "c++" : chosen,
                        "-std=c++20",
                        "-w",
                        "-ffp-contract=off",
                        source,
                        "-o",
                        program};
  compiler.seconds = 60;
  if (!run(compiler).ok()) return {};
  Command command;
  command.arguments = {program};
  command.seconds = 10;
  std::string output = run(command).output;
  while (output.ends_with('\n')) output.pop_back();
  return output;
}

std::string numbered(const std::string& text) {
  std::string result;
  bool code = false;
  int n = 0;
  for (const std::string& line : lines_of(text)) {
    const bool border = line.starts_with("```");
    if (border) code = !code;
    result += code && !border ? fmt::format("{:>2}  {}\n", ++n, line) : line + "\n";
  }
  return result;
}

}  // namespace kit
