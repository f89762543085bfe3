#include "front/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "front/build.hpp"
#include "runner/judge.hpp"

namespace kit {
namespace {

// Longest first, so that <= is not read as <.
const std::vector<std::pair<std::string, std::vector<std::string>>> operators = {
    {"<<=", {}},    {">>=", {}},    {"->", {}},     {"::", {}},     {"<<", {">>"}},
    {">>", {"<<"}}, {"<=", {"<"}},  {">=", {">"}},  {"==", {"!="}}, {"!=", {"=="}},
    {"&&", {"||"}}, {"||", {"&&"}}, {"++", {"--"}}, {"--", {"++"}}, {"+=", {"-=", "="}},
    {"-=", {"+="}}, {"*=", {"/="}}, {"/=", {"*="}}, {"%=", {"/="}}, {"<", {"<="}},
    {">", {">="}},  {"+", {"-"}},   {"-", {"+"}},   {"*", {"/"}},   {"/", {"*"}},
    {"%", {"/"}},   {"!", {""}},    {"&", {"|"}},   {"|", {"&"}},   {"^", {"|"}}};

const std::map<std::string, std::string> twins = {{"true", "false"},
                                                  {"false", "true"},
                                                  {"min", "max"},
                                                  {"max", "min"},
                                                  {"cos", "sin"},
                                                  {"sin", "cos"},
                                                  {"floor", "ceil"},
                                                  {"ceil", "floor"},
                                                  {"exp", "log"},
                                                  {"log", "exp"},
                                                  {"rows", "cols"},
                                                  {"cols", "rows"},
                                                  {"first_rows", "columns"},
                                                  {"begin", "end"},
                                                  {"f16", "bf16"},
                                                  {"bf16", "f16"},
                                                  {"keys", "values"},
                                                  {"values", "keys"},
                                                  {"front", "back"},
                                                  {"back", "front"}};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? ""
                                    : line.substr(begin, line.find_last_not_of(" \t") - begin + 1);
}

/// A number next to it: 0 becomes 1, 2.0f becomes 3.0f, 1e-6 twice as much.
std::string neighbour(const std::string& literal) {
  const bool real = literal.find_first_of(".eE") != std::string::npos && !literal.starts_with("0x");
  const std::size_t suffix_at = literal.find_last_not_of("fFuUlLzZ") + 1;
  const std::string suffix = literal.starts_with("0x") ? "" : literal.substr(suffix_at);
  if (!real) {
    return fmt::format("{}{}", std::stoull(literal, nullptr, 0) + 1, suffix);
  }
  const double value = std::stod(literal);
  return fmt::format("{:.17g}{}{}", value == 0 ? 1.0 : 2 * value,
                     value == 0 || 2 * value == static_cast<int>(2 * value) ? ".0" : "", suffix);
}

/// Template brackets and includes hold < and > that compare nothing.
bool compares(const std::string& source, std::size_t at) {
  return at > 0 && source[at - 1] == ' ' && at + 1 < source.size() && source[at + 1] == ' ';
}

std::map<std::string, std::string> read_equivalent(const Tree& tree) {
  std::map<std::string, std::string> reasons;  // "name | line | was -> with" to the reason
  std::istringstream lines(read_file(tree.root / "tests/mutants.txt"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t reason = line.find(" # ");
    if (reason != std::string::npos && !line.starts_with('#')) {
      reasons[trimmed(line.substr(0, reason))] = line.substr(reason + 3);
    }
  }
  return reasons;
}

std::string key(const Exercise& exercise, const Mutant& mutant) {
  return fmt::format("{} | {} | {} -> {}", exercise.name, mutant.source_line, mutant.was,
                     mutant.with.empty() ? "nothing" : mutant.with);
}

}  // namespace

std::vector<Mutant> mutants_of(const std::string& source) {
  std::vector<Mutant> all;
  std::size_t line_begin = 0;
  int line = 0;
  while (line_begin < source.size()) {
    const std::size_t line_end = std::min(source.find('\n', line_begin), source.size());
    const std::string text = source.substr(line_begin, line_end - line_begin);
    ++line;
    const auto add = [&](std::size_t at, std::size_t size, const std::string& with) {
      all.push_back({line_begin + at, size, with, line, text.substr(at, size), trimmed(text)});
    };
    const bool skipped = text.starts_with('#') || text.starts_with("using ") ||
                         text.find("// speed only") != std::string::npos;
    for (std::size_t i = 0; !skipped && i < text.size();) {
      const char c = text[i];
      if (c == '"' || c == '\'') {  // a string or a character
        std::size_t end = i + 1;
        while (end < text.size() && text[end] != c) end += text[end] == '\\' ? 2 : 1;
        i = end + 1;
      } else if (text.compare(i, 2, "//") == 0) {
        break;
      } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 &&
                 (i == 0 || !is_word(text[i - 1]))) {
        std::size_t end = i;
        while (end < text.size() &&
               (is_word(text[end]) || text[end] == '.' || text[end] == '\'' ||
                ((text[end] == '-' || text[end] == '+') && (text[end - 1] == 'e')))) {
          ++end;
        }
        const std::string literal = text.substr(i, end - i);
        if (literal.find('\'') == std::string::npos) add(i, end - i, neighbour(literal));
        i = end;
      } else if (is_word(c)) {
        std::size_t end = i;
        while (end < text.size() && is_word(text[end])) ++end;
        const auto twin = twins.find(text.substr(i, end - i));
        if (twin != twins.end()) add(i, end - i, twin->second);
        i = end;
      } else {
        std::size_t size = 1;
        for (const auto& [token, others] : operators) {
          if (text.compare(i, token.size(), token) != 0) continue;
          size = token.size();
          const bool alone = token == "<" || token == ">" || token == "*" || token == "&" ||
                             token == "+" || token == "-" || token == "/" || token == "<<" ||
                             token == ">>" || token == "|" || token == "^" || token == "&&";
          const bool unary_minus = token == "-" && i + 1 < text.size() && text[i + 1] != ' ';
          if (unary_minus) {
            add(i, 1, "");
          } else if (!alone || compares(text, i) ||
                     (size == 2 && i > 0 && text[i - 1] == ' ' && text[i + 2] == ' ')) {
            for (const std::string& other : others) add(i, size, other);
          }
          break;
        }
        i += size;
      }
    }
    line_begin = line_end + 1;
  }
  return all;
}

Exit verify_mutants(const Tree& tree, const Syllabus& syllabus,
                    const std::vector<std::string>& names) {
  const std::map<std::string, std::string> equivalent = read_equivalent(tree);
  int total = 0, killed = 0, called_equivalent = 0;
  for (const Exercise* exercise : syllabus.select(names)) {
    build(tree, "building the tests",
          {exercise->name + ".test", "records/" + exercise->name + "/model.jsonl"});
    const std::string source = read_file(tree.root / exercise->solution());
    const Record model = read_record(tree.records(*exercise) / "model.jsonl");
    const double seconds = 3 * model.seconds + 0.5;
    const std::vector<Mutant> mutants = mutants_of(source);
    const fs::path folder = tree.build() / "mutants" / exercise->name;

    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    int valid = 0, dead = 0, late = 0, same = 0;
    std::vector<std::string> survivors;
    const auto work = [&] {
      for (std::size_t i; (i = next++) < mutants.size();) {
        const Mutant& mutant = mutants[i];
        const fs::path file = folder / (std::to_string(i) + ".cpp");
        std::string changed = source;
        changed.replace(mutant.at, mutant.size, mutant.with);
        write_file(file, changed);
        const fs::path object = folder / (std::to_string(i) + ".so");
        const Compiled compiled = compile(tree, syllabus, *exercise, file, object);
        const auto tested = [&](double patience) {
          const fs::path record_file = folder / (std::to_string(i) + ".jsonl");
          record_run(tree.build() / "tests" / (exercise->name + ".test"), object, record_file,
                     {.seconds = seconds, .patience = patience});
          return judge(read_record(record_file), model).kind;
        };
        Kind kind = Kind::does_not_compile;
        if (compiled.error.empty()) kind = tested(1);
        if (kind == Kind::hangs) kind = tested(5);  // or was the machine busy?
        const std::scoped_lock lock(mutex);
        tree.on_step(exercise->name, static_cast<int>(i + 1), static_cast<int>(mutants.size()));
        if (!compiled.error.empty()) continue;
        ++valid;
        if (kind != Kind::passes) {
          ++dead;
          late += kind == Kind::hangs ? 1 : 0;
        } else if (equivalent.contains(key(*exercise, mutant))) {
          ++same;
        } else {
          survivors.push_back(fmt::format("{}:{}: {}", exercise->solution().string(), mutant.line,
                                          key(*exercise, mutant)));
        }
      }
    };
    std::vector<std::jthread> workers;
    for (unsigned n = 0; n < std::max(1u, std::thread::hardware_concurrency()); ++n) {
      workers.emplace_back(work);
    }
    workers.clear();
    fs::remove_all(folder);

    std::ranges::sort(survivors);
    for (const std::string& survivor : survivors) fmt::print("survives  {}\n", survivor);
    fmt::print("{}: {} mutants, {} killed ({} of them by time), {} equivalent, {} survive\n",
               exercise->name, valid, dead, late, same, survivors.size());
    total += valid;
    killed += dead;
    called_equivalent += same;
  }
  const int others = total - called_equivalent;
  fmt::print(
      "{} mutants: {} of {} that are not equivalent killed ({:.1f} %), {} equivalent ({:.1f} %)\n",
      total, killed, others, others == 0 ? 100.0 : 100.0 * killed / others, called_equivalent,
      total == 0 ? 0.0 : 100.0 * called_equivalent / total);
  return killed * 100 >= others * 95 && called_equivalent * 100 <= total * 8 ? Exit::done
                                                                             : Exit::not_so;
}

}  // namespace kit
