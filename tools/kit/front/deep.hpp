#pragma once
// `./kit test --deep`: the tests again, under the sanitizers of the compilers. They watch every
// access to memory, so they see what a right result hides.
#include <string>
#include <string_view>
#include <vector>

#include "front/kit.hpp"

namespace kit {

struct Deep {
  std::string watches;  // memory, threads
  std::string not_run;  // why it could not be run; empty: it ran
  std::string found;    // in words, with the places in the file; empty: nothing
  bool is_race = false;
};

/// One run of the tests against a file. preset: `deep` for memory and undefined behavior, `threads`
/// for races.
Deep run_deep(const Tree& tree, const Exercise& exercise, const std::string& preset,
              const fs::path& file);

/// The findings as a student reads them.
std::string describe(const std::vector<Deep>& all);

/// What a sanitizer's report says of a file, in words: what happened, then the lines of the file
/// where it did. Empty if there is no report.
std::string sanitizer_words(const std::string& report, const fs::path& file, const fs::path& root);

}  // namespace kit
