#pragma once
#include "front/kit.hpp"

namespace kit {

/// For each exercise: OUT/NAME/submissions/S0001/NAME.cpp, OUT/NAME/base/NAME.cpp (the stub) and
/// OUT/NAME/info.csv, as JPlag and Dolos take them. `submissions` holds folders and archives, one
/// each. People get pseudonyms; OUT.key.csv says whose is whose. Stubs as they came are left out.
Exit export_similarity(const Tree& tree, const Syllabus& syllabus, const fs::path& submissions,
                       const fs::path& out);

}  // namespace kit
