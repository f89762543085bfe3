// kit-numbers [--json] [--commands] [--kit PROGRAM] FILE.md … | --functions
//
// Checks Markdown files as numbers.hpp says: one line for each problem; 0 all is well, 1 it is not,
// 2 usage. With --kit, that program is asked whether it knows the quoted commands; --commands
// prints these; --functions prints what an expression may call and how many arguments it takes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "numbers/numbers.hpp"
#include "numbers/value.hpp"

int main(int argc, char** argv) try {
  bool json = false, commands = false, usage = false;
  std::string kit;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--json")
      json = true;
    else if (argument == "--commands")
      commands = true;
    else if (argument == "--kit" && i + 1 < argc)
      kit = argv[++i];
    else if (argument == "--functions") {
      for (const auto& [name, function] : kit::numbers::functions().named) {
        fmt::print("{} {}\n", name, function.least);
      }
      return 0;
    } else if (argument.starts_with("-"))
      usage = true;
    else
      files.push_back(argument);
  }
  if (usage || files.empty()) {
    fmt::print(
        stderr,
        "usage: kit-numbers [--json] [--commands] [--kit PROGRAM] FILE.md ... | --functions\n");
    return 2;
  }

  int executed = 0;
  auto quoted = nlohmann::ordered_json::array(), problems = nlohmann::ordered_json::array();
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    const kit::numbers::Page page =
        kit::numbers::read_page({std::istreambuf_iterator<char>(in), {}});
    auto found = kit::numbers::check(file, page, executed);
    if (!in) found = {{0, "cannot be read"}};
    if (!kit.empty()) {
      for (const auto& problem : kit::numbers::check_commands(page, kit)) found.push_back(problem);
    }
    for (const auto& [line, words] : found) {
      problems.push_back({{"file", file}, {"line", line}, {"words", words}});
      if (!json) fmt::print("{}:{}: {}\n", file, line, words);
    }
    for (const auto& [line, verb, options] : page.commands) {
      quoted.push_back({{"file", file}, {"line", line}, {"verb", verb}, {"options", options}});
      if (commands && !json) {
        fmt::print("{}:{}: ./kit {} {}\n", file, line, verb, fmt::join(options, " "));
      }
    }
  }
  const nlohmann::ordered_json document = {
      {"files", files.size()}, {"numbers", executed}, {"commands", quoted}, {"problems", problems}};
  if (json)
    fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    fmt::print("{} files, {} numbers executed, {} problems\n", files.size(), executed,
               problems.size());
  return problems.empty() ? 0 : 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "kit-numbers: {}\n", error.what());
  return 5;
}
