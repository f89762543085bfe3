#include "quiz/asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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
