#pragma once
#include "front/kit.hpp"

namespace kit {

struct PackOptions {
  std::string name, id;  // empty: as last time
  fs::path out;          // empty: submission-ID.zip, in `folder`
  fs::path folder;
};

/// One zip to hand in: the files of all exercises, and submission.json with name and id.
Exit pack(const Tree& tree, const Syllabus& syllabus, const PackOptions& options);

}  // namespace kit
