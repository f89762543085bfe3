#include "grading/grader.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace kit::tests {

const fs::path checkout = KIT_CHECKOUT;
const fs::path grader = KIT_BUILT "/tools/kit/grader/kit-grade";

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string model_linear() {
  return read(checkout / "solutions/01_numbers/linear.cpp");
}

bool is_quick() {
  return std::getenv("KIT_ATTACKS_QUICK") != nullptr;
}

Ended run_grader(const std::vector<std::string>& line,
                 const std::vector<std::pair<std::string, std::string>>& environment) {
  Command command;
  command.arguments = {grader.string()};
  command.arguments.insert(command.arguments.end(), line.begin(), line.end());
  command.folder = checkout;
  command.environment = environment;
  if (is_quick()) command.environment.emplace_back("KIT_NO_BUILD", "1");  // ninja may be at work
  command.kept_output = 4 << 20;
  return run(command);
}

Ended grade(const fs::path& submission, const fs::path& out, std::vector<std::string> line) {
  line.insert(line.begin(), {"grade", submission.string(), "--out", out.string(), "--seed", seed});
  return run_grader(line);
}

json result_in(const fs::path& out) {
  const json result = json::parse(read(out / "result.json"), nullptr, false);
  if (!result.is_object()) throw std::runtime_error("there is no result in " + out.string());
  return result;
}

fs::path session_folder(const std::string& session, const json& result) {
  Command hash;
  const std::string version = result["versions"]["kit"];
  hash.arguments = {"sh", "-c", "printf %s \"$0\" | sha256sum", session + " " + version};
  return checkout / ".kit/grading" / run(hash).output.substr(0, 16);
}

void skip_without_sandbox() {
  static const Ended doctor = run_grader({"doctor", "--grading"});
  if (is_quick() && doctor.exit_code == Exit::infrastructure) {
    skip("nothing can be isolated here: " + doctor.output.substr(0, doctor.output.find('\n')));
  }
}

bool stays(const std::string& words) {
  const auto any_says = [&] {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
      if (!std::isdigit(entry.path().filename().string()[0])) continue;
      if (read(entry.path() / "cmdline").find(words) != std::string::npos) return true;
    }
    return false;
  };
  for (int i = 0; i < 500; ++i) {
    if (!any_says()) return false;
    usleep(10'000);
  }
  return true;
}

}  // namespace kit::tests
