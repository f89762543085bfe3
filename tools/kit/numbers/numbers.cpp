#include "numbers/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "numbers/value.hpp"
#include "runner/process.hpp"

namespace kit::numbers {
namespace fs = std::filesystem;

std::string shown(const Value& value) {
  if (value.is_number()) return fmt::format("{}", value.number());
  if (!value.is_list()) return "'" + value.words() + "'";
  std::string text;
  for (const Value& entry : value.list()) text += (text.empty() ? "" : ", ") + shown(entry);
  return "[" + text + "]";
}

namespace {

/// A page with its block, checked line by line.
class Check {
 public:
  Check(const Page& page, int& executed) : page_(page), executed_(executed) {
    for (const Page::Number& number : page.numbers) text_.insert(number.printed.digits);
  }
  std::vector<Problem> problems;

  void block() {
    for (const auto& [line, text] : page_.block) {
      try {
        execute(text.substr(0, text.find('#')));
      } catch (const std::exception& error) {
        problems.push_back({line, error.what()});
      }
    }
    for (const auto& [line, number] : page_.numbers) {
      if (number.must_be_listed && listed_.insert(number.digits).second) {
        problems.push_back({line, number.digits + " is printed, but not in the numbers block"});
      }
    }
  }

  /// Every string that a visible test passes to shows(…).
  void shows(const fs::path& test) {
    static const std::regex call(R"(\bshows\([^;]*;)"), literal("\"([^\"]*)\"");
    std::ifstream in(test, std::ios::binary);
    const std::string code{std::istreambuf_iterator<char>(in), {}};
    for (auto c = std::sregex_iterator(code.begin(), code.end(), call); c != std::sregex_iterator();
         ++c) {
      const std::string words = c->str();
      for (auto l = std::sregex_iterator(words.begin(), words.end(), literal);
           l != std::sregex_iterator(); ++l) {
        const std::vector<Printed> number = numbers_in((*l)[1]);
        if (number.size() == 1 && text_.contains(number[0].digits)) continue;
        const auto line = 1 + std::count(code.begin(), code.begin() + c->position(), '\n');
        problems.push_back({1, fmt::format("does not print {}, which the visible test shows in its "
                                           "line {}",
                                           l->str(), line)});
      }
    }
  }

 private:
  void execute(const std::string& line) {
    static const std::regex form(R"( *(let )? *(.*?) *= *(.*?) *)");
    std::smatch found;
    if (line.find_first_not_of(' ') == std::string::npos) return;
    if (line.starts_with("allow ")) {
      for (const Printed& number : numbers_in(line)) list(number);
    } else if (!std::regex_match(line, found, form)) {
      throw Error("needs PRINTED = EXPRESSION, let NAME = EXPRESSION, or allow NUMBER …");
    } else {
      const Value value = evaluate(found[3], names_, functions());
      if (found[1].matched) {
        names_.insert_or_assign(found[2], value);
      } else {
        compare(found[2], found[3], value);
      }
    }
  }

  void list(const Printed& number) {
    listed_.insert(number.digits);
    if (!text_.contains(number.digits)) missing(number.digits);
  }
  [[noreturn]] static void missing(const std::string& printed) {
    throw Error(printed + " is listed, but the text does not print it");
  }

  void compare(const std::string& left, const std::string& right, const Value& value) {
    const std::vector<Printed> printed = numbers_in(left);
    for (const Printed& number : printed) listed_.insert(number.digits);
    const std::vector<double> computed = value.is_words() ? std::vector<double>{} : flat({value});
    bool ok = value.is_words() ? left == shown(value) : computed.size() == printed.size();
    for (std::size_t i = 0; i < computed.size() && ok; ++i) ok = agrees(printed[i], computed[i]);
    if (!ok) throw Error(fmt::format("{} is printed, but {} is {}", left, right, shown(value)));
    if (value.is_words() && page_.text.find(value.words()) == std::string::npos) missing(left);
    for (const Printed& number : printed) list(number);
    executed_ += value.is_words() ? 1 : static_cast<int>(printed.size());
  }

  const Page& page_;
  int& executed_;
  std::map<std::string, Value> names_;
  std::set<std::string> text_, listed_;
};

}  // namespace

bool agrees(const Printed& printed, double value) {
  if (!std::isfinite(value)) return false;
  const double distance = std::abs(value - printed.value());
  if (printed.unit == 0) return distance <= 1e-9;  // 0.1 * 30 is 3
  return distance <= 0.5 * printed.unit * (1 + 1e-9) + 0x1p-51 * std::abs(value);
}

std::vector<Problem> check(const fs::path& file, const Page& page, int& executed) {
  // exercises/CHAPTER/NAME.md has its visible test at tests/visible/CHAPTER/NAME.cpp.
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  const fs::path test = folder.parent_path().parent_path() / "tests/visible" / folder.filename() /
                        file.stem().concat(".cpp");
  Check check(page, executed);
  if (page.has_block || fs::exists(test)) check.block();
  check.shows(test);
  for (const auto& [line, link] : page.links) {
    const std::string target = link.substr(0, link.find('#'));
    if (target.find(':') == std::string::npos && !fs::exists(folder / target)) {
      check.problems.push_back({line, "links to " + target + ", which does not exist"});
    }
  }
  return check.problems;
}

std::vector<Problem> check_commands(const Page& page, const fs::path& kit) {
  static std::map<std::string, std::string> helps;
  const auto help = [&](const std::string& verb) -> const std::string& {
    const auto [found, is_new] = helps.try_emplace(verb);
    Command command;
    command.arguments = {kit.string(), verb, "--help"};
    if (verb.empty()) command.arguments.erase(command.arguments.begin() + 1);
    if (is_new) found->second = run(command).output;
    return found->second;
  };
  std::vector<Problem> problems;
  for (const auto& [line, verb, options] : page.commands) {
    const std::string& words = help(verb);
    if (!verb.empty() && words == help("")) {  // what the kit says to a word that is no verb
      problems.push_back({line, "./kit has no verb " + verb});
      continue;
    }
    for (const std::string& option : options) {
      if (!std::regex_search(words, std::regex("[ ,]" + option + "(?![-a-z])"))) {
        problems.push_back({line, fmt::format("./kit {} has no option {}", verb, option)});
      }
    }
  }
  return problems;
}

}  // namespace kit::numbers
