// A grader that is killed.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "grading/grader.hpp"

namespace kit::tests {
namespace {

/// Ten people, each with another file of each of three exercises.
constexpr int n_people = 10;
void write_class(const fs::path& folder) {
  for (const char* name :
       {"01_numbers/linear", "01_numbers/softmax", "02_normalization/rms_norm"}) {
    std::vector<fs::path> versions = {checkout / "solutions" / (std::string(name) + ".cpp")};
    for (const auto& entry : fs::directory_iterator(checkout / "tests/wrong" / name)) {
      versions.push_back(entry.path());
    }
    std::ranges::sort(versions);
    for (std::size_t i = 0; i < n_people; ++i) {
      write(folder / ("p" + std::to_string(i)) / "exercises" / (std::string(name) + ".cpp"),
            read(versions[i % versions.size()]));
    }
  }
}

/// The results in a folder, without what depends on the clock; those that are half written are bad.
std::map<std::string, json> results_in(const fs::path& out) {
  std::map<std::string, json> all;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(out, none)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".tmp.") != std::string::npos) continue;
    expect(fs::exists(entry.path() / "DONE"), name + " is half a result");
    json result = result_in(entry.path());
    result.erase("seconds");
    for (json& one : result["exercises"]) {
      for (const char* key : {"seconds", "cached", "retried"}) one.erase(key);
    }
    all[name] = result;
  }
  return all;
}

/// Starts the grader in a process group of its own and kills the group after that time. Returns
/// true if it had come to its end by then.
bool ends_before(double seconds, const std::vector<std::string>& line) {
  std::vector<const char*> arguments = {grader.c_str()};
  for (const std::string& word : line) arguments.push_back(word.c_str());
  arguments.push_back(nullptr);
  const pid_t grader_pid = fork();
  if (grader_pid == 0) {
    setpgid(0, 0);
    if (chdir(checkout.c_str()) != 0) _exit(127);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execv(arguments[0], const_cast<char**>(arguments.data()));
    _exit(127);
  }
  setpgid(grader_pid, grader_pid);
  int status = 0;
  for (double waited = 0; waited < seconds; waited += 0.01) {
    if (waitpid(grader_pid, &status, WNOHANG) == grader_pid) {
      expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
             "the grader ended with " + std::to_string(status));
      return true;
    }
    usleep(10'000);
  }
  kill(-grader_pid, SIGKILL);
  waitpid(grader_pid, &status, 0);
  const std::string stage = "/quarter-turn-" + std::to_string(grader_pid) + "-";
  expect(!stays(stage), "what it started runs on");
  return false;
}

const Slow killed("a grader that is killed 20 times ends with an undisturbed one's results", [] {
  const Folder folder;
  const fs::path in = folder.path / "in", calm = folder.path / "calm", out = folder.path / "out";
  write_class(in);
  std::random_device dice;
  std::uniform_real_distribution<double> share(0, 1);
  for (int kills = 0; kills < 20;) {
    const std::string session = std::to_string(dice());
    const auto line = [&](const fs::path& where) -> std::vector<std::string> {
      return {"grade", in.string(),     "--out", where.string(), "--seed",
              session, "--shard-count", "1",     "--exercises",  "linear,softmax,rms_norm"};
    };
    const Ended undisturbed = run_grader(line(calm));
    if (undisturbed.exit_code != 0) return expect(false, undisturbed.output);
    const auto wanted = results_in(calm);
    expect(wanted.size() == n_people, "not everybody has a result");
    // What it has kept of this session would answer for the other.
    const fs::path kept = session_folder(session, result_in(calm / "p0"));
    expect(fs::remove_all(kept) > 0, kept.string() + " is not the session's folder");

    for (bool ended = false; !ended;) {
      const auto before = results_in(out);
      const double wait = kills < 20 ? share(dice) * undisturbed.seconds / 10 : 1e9;
      ended = ends_before(wait, line(out));
      kills += !ended;
      const auto after = results_in(out);
      for (const auto& [name, result] : before) {
        expect(after.contains(name) && after.at(name) == result, name + "'s result is lost");
      }
    }
    expect(results_in(out) == wanted, "other results than without a disturbance");
    fs::remove_all(out);
    fs::remove_all(calm);
    fs::remove_all(kept);
  }
});

}  // namespace
}  // namespace kit::tests
