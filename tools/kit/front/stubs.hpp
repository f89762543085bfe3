#pragma once
#include <string>

#include "front/kit.hpp"

namespace kit {

/// Keeps the stubs as they came in .kit/stubs: a handout's own; else from git where there is git,
/// else as they are at the first start. Where a newer release of the kit changes a stub on which
/// somebody has worked, that file is left alone; what is returned says so, and what has changed.
std::string keep_pristine_stubs(const Tree& tree, const Syllabus& syllabus);

}  // namespace kit
