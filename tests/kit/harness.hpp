#pragma once
// The tool's own tests. Small on purpose: Catch2's main takes longer to compile than all of this,
// and these tests must be ready before the first exercise is verified.
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/process.hpp"

namespace kit::tests {

namespace fs = std::filesystem;

/// A test: `static const Case nearest_name("nearest proposes close names", [] { … });`
struct Case {
  Case(std::string name, std::function<void()> body);
};

/// Notes a failure if `ok` is false; the test goes on.
void expect(bool ok, const std::string& words);
/// That `text` contains `words`.
void expect_says(const std::string& text, std::string_view words);
/// Ends the test: it cannot run here.
[[noreturn]] void skip(const std::string& why);

/// A temporary folder, with a space in its path, gone with the test. Tests run side by side, so
/// each has its own.
struct Folder {
  Folder();
  Folder(const Folder&) = delete;
  ~Folder();
  const fs::path path;
};

/// A checkout of its own, with spaces in its path and stubs as they came, in git. It shares what is
/// built with the real one, so nothing is compiled but the files under test.
class Checkout {
 public:
  Checkout();
  const fs::path& root() const { return folder_.path; }

  /// ./kit's tool with these arguments: exit code and both outputs.
  Ended kit(const std::vector<std::string>& arguments) const;
  /// The same with standard output alone: for documents.
  Ended kit_output(const std::vector<std::string>& arguments) const;
  Ended shell(const std::string& command) const;

  std::string read(const fs::path& file) const;
  void write(const fs::path& file, std::string_view text) const;

 private:
  Folder folder_;
};

/// rms_norm's faces: this exercise is in the kit whatever else is.
extern const char* const stub;  // exercises/02_normalization/rms_norm.cpp
std::string solution();         // the text of the model's
std::string wrong(const std::string& version);

}  // namespace kit::tests
