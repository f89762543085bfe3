#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/record.hpp"

namespace kit {

enum class Kind { not_started, does_not_compile, fails, crashes, hangs, passes };
/// The word for it in --json: not_started, …
const char* word(Kind kind);

struct Diagnosis {
  std::string version;  // the file's name without .cpp
  std::string belief, truth;
  bool exact = false;  // every check agrees; otherwise this, and something else
};

struct Verdict {
  Kind kind = Kind::fails;
  std::string message;                // one sentence, where the kind alone does not say it
  std::size_t total = 0, passed = 0;  // checks
  std::vector<Check> failing;
  std::vector<Diagnosis> diagnosis;
  std::string output;   // what the student's code printed
  std::string warning;  // what the compiler warned of
  double seconds = 0;
  /// After a pass: what your code and the model's took in the tests; nothing if not measured.
  struct Speed {
    double yours = 0, model = 0;  // seconds
  };
  std::optional<Speed> speed;
};

/// A wrong version and what the tests saw of it.
struct Wrong {
  std::string version;
  Record record;
};
/// All of a folder of records, by name.
std::vector<Wrong> read_wrong(const std::filesystem::path& folder);

/// The verdict on a record. `model` is the record of the model solution: it says which checks a
/// complete run has.
Verdict judge(const Record& record, const Record& model);

/// The wrong versions that the record equals: one that agrees at every check, or those whose wrong
/// values it has, the one first that explains most.
std::vector<Diagnosis> diagnose(const Record& record, const std::vector<Wrong>& wrong);

/// True for what stands in a record where the program ended before the check was made.
bool ended_early(const Check& check);

/// True if the two runs cannot be told apart by their checks.
bool same_record(const Record& a, const Record& b);

}  // namespace kit
