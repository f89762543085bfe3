#pragma once
#include <cstdint>
#include <vector>

#include "quiz/asked.hpp"

namespace kit {

/// Asks in a terminal or a pipe. What was answered wrong comes back as the same place of `second`
/// has it; without `second` it is an exam, and the replies come at the end.
void hold_dialogue(const Tree& tree, const std::vector<Asked>& first,
                   const std::vector<Asked>& second, std::uint64_t seed);

}  // namespace kit
