#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "front/kit.hpp"

namespace kit {

/// A file of a submission that could not be taken: why.
struct Taken {
  std::string text;
  std::string refused;
};

/// What somebody handed in: for each exercise its one file, and nothing else.
struct Submission {
  std::string name;
  std::string malformed;               // why it could not be read, in one sentence
  std::map<std::string, Taken> files;  // by exercise
  std::string archive;                 // one that is in there, packed twice; or none
};

/// Reads a folder or a zip archive. Of all that is in there, only regular files of up to 1 MB count
/// that stand where an exercise's file stands; nothing is unpacked, no link is followed. Throws a
/// Failure (usage) if there is no such folder or file.
Submission read_submission(const fs::path& path, const Syllabus& syllabus);

/// Text that may be shown anywhere: UTF-8, and no control characters but line ends and tabs.
std::string clean(std::string_view text, std::size_t longest = 4000);

}  // namespace kit
