#pragma once
#include <string>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// The kit's own test. Without names: everything. Prints what is red and the closing line
/// `N passed, N failed`; with `json`, standard output is one document and the rest goes to
/// standard error. Returns Exit::done or Exit::not_so.
Exit verify(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& names,
            bool json);

}  // namespace kit
