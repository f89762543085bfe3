#pragma once
// What an answer to a question is worth.
#include <string>
#include <string_view>

#include "quiz/asked.hpp"

namespace kit {

struct Mark {
  enum class Kind { right, wrong, unreadable } kind = Kind::unreadable;
  std::string words;  // why it is right, what is wrong with it, or what could be read
};
/// Of every kind but text, for which nobody can say.
Mark mark(const Asked& asked, std::string_view answer);

/// Of an answer that the question lists, in full.
Mark mark_option(const Asked& asked, std::size_t i);

/// What this kind of question wants to hear.
std::string wanted(const Asked& asked);

}  // namespace kit
