// Hostile and broken files, each with the verdict it must get and the words it must be told:
// verdicts/*.cpp.
#include <algorithm>
#include <fstream>
#include <map>

#include "harness.hpp"

namespace kit::tests {
namespace {

std::map<std::string, std::string> head_of(const fs::path& file) {
  std::map<std::string, std::string> head;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && line.starts_with("// ");) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos)
      head[line.substr(3, colon - 3)] += line.substr(colon + 2) + "\n";
  }
  return head;
}

struct Verdicts {
  Verdicts() {
    std::vector<fs::path> files;
    for (const auto& entry :
         fs::directory_iterator(fs::path(KIT_CHECKOUT) / "tests/kit/verdicts")) {
      files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
      Case("verdict on " + file.stem().string(), [file] {
        static const Checkout shared;
        auto head = head_of(file);
        const std::string exercise = head["Exercise"].substr(0, head["Exercise"].find('\n'));
        const std::string verdict = head["Verdict"].substr(0, head["Verdict"].find('\n'));
        const Ended ended = shared.kit({"test", exercise, "--file", file.string()});
        expect(ended.output.starts_with(exercise + " " + verdict),
               "the verdict is not \"" + verdict + "\" but: " + ended.output);
        const int code = verdict == "passes" ? 0 : verdict == "is not started" ? 3 : 1;
        expect(ended.exit_code == code, "the exit code is " + std::to_string(ended.exit_code));
        for (std::size_t at = 0, end; (end = head["Says"].find('\n', at)) != std::string::npos;
             at = end + 1) {
          expect_says(ended.output, head["Says"].substr(at, end - at));
        }
      });
    }
  }
} verdicts;

}  // namespace
}  // namespace kit::tests
