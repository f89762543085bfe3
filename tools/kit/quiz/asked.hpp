#pragma once
// A question as it is asked: with its numbers drawn and computed, its choices shuffled.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quiz/questions.hpp"

namespace kit {

/// What an expression comes to.
struct Computed {
  std::string shown;            // as a text prints it
  std::vector<double> numbers;  // one, or those of a list
  bool list = false;
};

struct Asked {
  const Question* question = nullptr;
  std::string text;
  std::vector<Question::Option> options;  // in the order shown
  std::vector<Computed> values;           // numeric: of each option
  std::vector<std::string> problems;      // expressions that cannot be computed
};

/// What to draw: by seed, or, so that all of them come up, the n-th value of everything.
struct Draw {
  const Question* question = nullptr;
  std::uint64_t seed = 0;
  std::optional<std::size_t> nth = {};
};
Asked pose(const Draw& draw);

/// 0 … n - 1, the same for the same seed and words on every machine.
std::size_t drawn(std::uint64_t seed, std::string_view words, std::size_t n);

/// Code with its lines numbered, so that one can be named.
std::string numbered(const std::string& text);

/// Compiles and runs the program of a `predict`; what it printed. Nothing if there is no compiler.
std::optional<std::string> printed_by(const Tree& tree, const Asked& asked);

}  // namespace kit
