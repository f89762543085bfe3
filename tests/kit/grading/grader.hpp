#pragma once
// What the tests of kit-grade share. `kit-attacks [PART OF A NAME]` runs them.
//
// KIT_ATTACKS_QUICK=1 leaves out what takes minutes, for `kit verify`.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "front/kit.hpp"
#include "harness.hpp"

namespace kit::tests {

using json = nlohmann::json;

extern const fs::path checkout, grader;  // the kit, and its kit-grade
inline constexpr const char* seed = "9182736455463728190";
inline constexpr const char* place = "exercises/01_numbers/linear.cpp";

/// The text of a file, or of none.
std::string read(const fs::path& file);
/// Writes a file and the folders that it needs.
void write(const fs::path& file, std::string_view text);
/// The model's linear.
std::string model_linear();

bool is_quick();

/// A test that takes too long for a quick run.
struct Slow {
  Slow(std::string name, std::function<void()> body) {
    if (!is_quick()) Case(std::move(name), std::move(body));
  }
};

/// kit-grade with these arguments.
Ended run_grader(const std::vector<std::string>& line,
                 const std::vector<std::pair<std::string, std::string>>& environment = {});
/// kit grade SUBMISSION --out OUT, with the seed and these arguments besides.
Ended grade(const fs::path& submission, const fs::path& out, std::vector<std::string> line = {});
/// The result.json in that folder.
json result_in(const fs::path& out);
/// Where a session keeps what it knows.
fs::path session_folder(const std::string& session, const json& result);

/// In a verify, a machine that has no bubblewrap, or does not let it work, is no fault of the kit.
void skip_without_sandbox();

/// True if a process whose command line has these words is still there after a few seconds.
bool stays(const std::string& words);

}  // namespace kit::tests
