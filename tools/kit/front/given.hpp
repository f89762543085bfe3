#pragma once
// A handout: the kit without solutions, reference, hidden tests and wrong versions. given/ brings
// what it needs of them: the model's parts compiled, and what the visible tests saw of known
// mistakes.
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

bool is_handout(const Tree& tree);

/// Ends a verb that needs what a handout does not have.
void refuse_in_handout(const Tree& tree, const std::string& verb);

/// This system as CMake and given/parts name it: linux-x86_64.
std::string this_system();
/// The systems for which a handout brings compiled parts.
std::vector<std::string> given_systems(const Tree& tree);
/// Ends a verb if it needs these parts compiled and the handout has none for this system.
void need_given_parts(const Tree& tree, const std::string& who,
                      const std::vector<std::string>& parts);

/// Ends a verb if a handout has not brought this program, kit-quiz, for this system.
void need_given_program(const Tree& tree, const std::string& who, const std::string& program);

/// `kit verify` there: is all that was handed out sound on this machine, and how far is the work?
Exit verify_handout(const Tree& tree, const Syllabus& syllabus,
                    const std::vector<std::string>& names, bool json);

}  // namespace kit
