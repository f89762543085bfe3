#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "front/verbs.hpp"

namespace kit {
namespace {

bool is_snake_case(std::string_view name) {
  return !name.empty() && std::islower(static_cast<unsigned char>(name[0])) &&
         std::ranges::all_of(
             name, [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '_'; });
}

/// Every line to fill in says so, and `./kit verify NAME` lists those that still do.
using Faces = std::vector<std::pair<fs::path, std::string>>;

std::string replaced(std::string text, const std::string& name) {
  for (std::size_t at; (at = text.find("@NAME@")) != std::string::npos;) text.replace(at, 6, name);
  return text;
}

constexpr const char* contract = R"(#pragma once
#include "common/types.hpp"

namespace lm {

/// FILL IN: one verb sentence, then the formula:
///     y[i] = x[i]
///
/// x       (size)  FILL IN: what it is; left unchanged
/// returns (size)
///
/// Throws std::invalid_argument if FILL IN.
/// Source: FILL IN: author year, equation.
Vector @NAME@(std::span<const float> x);

}  // namespace lm
)";

constexpr const char* stub =
    R"(// Exercise: @NAME@            read @NAME@.md, then make `./kit test @NAME@` pass
#include "@NAME@.hpp"

#include "common/check.hpp"

lm::Vector lm::@NAME@([[maybe_unused]] std::span<const float> x) {
  // 1. FILL IN: the steps in words
  kit::todo("@NAME@");
}
)";

constexpr const char* solution =
    R"(// Exercise: @NAME@            read @NAME@.md, then make `./kit test @NAME@` pass
#include "@NAME@.hpp"

#include "common/check.hpp"

lm::Vector lm::@NAME@(std::span<const float> x) {
  return {x.begin(), x.end()};  // FILL IN: the shortest code we are proud of
}
)";

constexpr const char* section = R"(# FILL IN: a title

## Why

FILL IN: 80 words; what breaks without it.

## The idea

FILL IN: one formula, one picture.

## Shapes

```
x       (size)  FILL IN: the contract's lines, letter by letter
returns (size)
```

## By hand

FILL IN: the worked example of the visible test.

## Write it

`exercises/…/@NAME@.cpp`. FILL IN: the steps.

## Run

`./kit test @NAME@`

FILL IN: what green looks like.

## Where it sits in LLaMA

FILL IN. The first sentence is shown after a pass.

## Often written instead

FILL IN: the wrong versions, and what each changes.

## Further

FILL IN: the paper.

<!-- hints
1. FILL IN: a nudge
2. FILL IN: the formula
3. FILL IN: the line
-->
<!-- numbers
FILL IN: 3.535534 = sqrt((3^2 + 4^2) / 2)
-->
)";

constexpr const char* oracle_header = R"(#pragma once
#include <span>
#include <vector>

namespace reference {

/// FILL IN: the formula, in double precision and plain loops.
std::vector<double> @NAME@(std::span<const float> x);

}  // namespace reference
)";

constexpr const char* oracle = R"(#include "reference/@NAME@.hpp"

std::vector<double> reference::@NAME@(std::span<const float> x) {
  return {x.begin(), x.end()};  // FILL IN
}
)";

constexpr const char* visible = R"(#include "@NAME@.hpp"

#include "support/testing.hpp"

// FILL IN: the arithmetic that a reader can do in the head.
TEST_CASE("@NAME@ worked example: [3, 4]", "[@NAME@]") {
  shows(6, lm::@NAME@(row({3, 4})), {"3.000000", "4.000000"});
}
)";

constexpr const char* hidden = R"(#include "@NAME@.hpp"

#include "reference/@NAME@.hpp"
#include "support/testing.hpp"

// FILL IN: properties, bad input, three known answers from outside with their source.
TEST_CASE("@NAME@ agrees with the reference at real sizes", "[@NAME@][hidden]") {
  const int size = GENERATE(1, 2, 63, 288, 4096);
  const auto x = random_row(size, 1);
  is_close(lm::@NAME@(x), reference::@NAME@(x));
}
)";

constexpr const char* wrong = R"(// Belief: FILL IN: as its holder would say it.
// Truth: FILL IN: one sentence that corrects it.
// Kind: value
// Caught by: @NAME@ worked example: [3, 4]
#include "@NAME@.hpp"

#include "common/check.hpp"

lm::Vector lm::@NAME@(std::span<const float> x) {
  return Vector(x.size());  // FILL IN: what that belief leads to
}
)";

/// The line goes behind its chapter's last, or before the first line of a later chapter.
std::string with_line(const std::string& syllabus, const std::string& chapter,
                      const std::string& line) {
  const std::vector<std::string> lines = lines_of(syllabus);
  std::size_t at = lines.size();
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (!lines[i].starts_with("add_exercise(")) continue;
    const std::string other = lines[i].substr(13, lines[i].find(' ') - 13);
    if (other <= chapter) {
      at = i + 1;
      while (at < lines.size() && lines[at - 1].find(')') == std::string::npos) ++at;
      break;
    }
    at = i;
  }
  std::string text;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    if (i == at) text += line + "\n";
    if (i < lines.size()) text += lines[i] + "\n";
  }
  return text;
}

}  // namespace

Exit make_new(const Tree& tree, const Syllabus& syllabus, const NewExercise& wanted) {
  if (!is_snake_case(wanted.name)) {
    throw Failure(Exit::usage, "an exercise is named in snake_case, like rms_norm; \"" +
                                   wanted.name + "\" is not");
  }
  const std::string& chapter = wanted.chapter;
  if (chapter.size() < 4 || !std::isdigit(static_cast<unsigned char>(chapter[0])) ||
      !std::isdigit(static_cast<unsigned char>(chapter[1])) || chapter[2] != '_' ||
      !is_snake_case(chapter.substr(3))) {
    throw Failure(Exit::usage, "--chapter takes a chapter like 02_normalization; \"" +
                                   wanted.chapter + "\" is none" +
                                   nearest(wanted.chapter, syllabus.chapters()));
  }
  if (const Exercise* found = syllabus.find(wanted.name)) {
    throw Failure(Exit::usage, "there is an exercise " + wanted.name + " already, in " +
                                   found->chapter + "; names are unique in the kit");
  }
  for (const std::string& name : wanted.needs) syllabus.at(name);
  for (const std::string& name : wanted.uses) syllabus.at(name);

  Exercise exercise;
  exercise.chapter = wanted.chapter;
  exercise.name = wanted.name;
  const Faces faces = {
      {exercise.contract(), contract},
      {exercise.stub(), stub},
      {exercise.section(), section},
      {exercise.solution(), solution},
      {fs::path("reference") / (wanted.name + ".hpp"), oracle_header},
      {fs::path("reference") / (wanted.name + ".cpp"), oracle},
      {exercise.face("tests/visible", ".cpp"), visible},
      {exercise.face("tests/hidden", ".cpp"), hidden},
      {exercise.wrong_folder() / "returns_zeros.cpp", wrong},
  };
  for (const auto& [file, text] : faces) {
    if (fs::exists(tree.root / file)) {
      fmt::print("  kept  {}\n", file.string());  // never overwritten
      continue;
    }
    write_file(tree.root / file, replaced(text, wanted.name));
    fmt::print("  new   {}\n", file.string());
  }

  std::string line = "add_exercise(" + wanted.chapter + " " + wanted.name;
  if (wanted.part) line += " PART";
  if (wanted.side) line += " SIDE";
  const auto add_list = [&](const char* word, const std::vector<std::string>& names) {
    if (names.empty()) return;
    line += std::string(" ") + word;
    for (const std::string& name : names) line += " " + name;
  };
  add_list("NEEDS", wanted.needs);
  add_list("USES", wanted.uses);
  const fs::path list = tree.root / "exercises/CMakeLists.txt";
  write_file(list, with_line(read_file(list), wanted.chapter, line + ")"));
  fmt::print(
      "  line  exercises/CMakeLists.txt: {1})\n\n"
      "Fill in the lines that say FILL IN, and write a question into checkpoints/{2}.md;\n"
      "`./kit verify {0}` lists what is missing.\n",
      wanted.name, line, wanted.chapter);
  return Exit::done;
}

}  // namespace kit
