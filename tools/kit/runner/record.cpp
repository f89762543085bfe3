#include "runner/record.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "runner/process.hpp"

namespace kit {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::json;

std::string signal_words(int number, const std::string& output) {
  if (number == SIGABRT && output.find("__n < this->size()") != std::string::npos) {
    return "an index outside its std::vector";
  }
  if (number == SIGABRT && output.find("/span:") != std::string::npos) {
    return "an index outside its std::span";
  }
  if (number == SIGABRT && output.find("Assertion") != std::string::npos) {
    return "a failed assertion";
  }
  if (number == SIGABRT && output.find("terminate called") != std::string::npos) {
    return "an exception left a function that promised not to throw (noexcept, or a destructor)";
  }
  if (number == SIGABRT && output.find("free(): ") != std::string::npos) {
    return "memory given back that was not there to give, or twice (SIGABRT)";
  }
  if (number == SIGABRT) return "abort() was called (SIGABRT)";
  if (number == SIGFPE) return "a whole number divided by zero (SIGFPE)";
  if (number == SIGSEGV) return "an address outside its memory (SIGSEGV)";
  if (number == SIGKILL) return "killed, perhaps for want of memory (SIGKILL)";
  return std::string(strsignal(number)) + " (signal " + std::to_string(number) + ")";
}

double to_number(const json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string word = value.get<std::string>();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

std::string to_words(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Check to_check(const json& line, const std::string& test) {
  Check check;
  check.id = line.at("check");
  check.test = test;
  check.verb = line.at("verb");
  check.ok = line.at("ok");
  if (!line.contains("got")) {  // numbers that are right
    check.size = line.at("size");
    return check;
  }
  const json& got = line.at("got");
  check.in_words = got.is_string();
  if (check.in_words) {
    check.got_words = got;
    check.want_words = line.value("want", "");
    return check;
  }
  check.size = line.at("size");
  for (const json& value : got) check.got.push_back(to_number(value));
  if (line.contains("within")) {
    for (const json& value : line["within"]) check.within.push_back(to_number(value));
  }
  check.want_size = line.value("want_size", check.size);
  check.n_wrong = line.value("n_wrong", std::size_t{0});
  check.digits = line.value("digits", 0);
  if (line.contains("rows")) {
    for (const json& row : line["rows"]) {
      check.rows.push_back({row.at("index"), row.contains("got") ? to_words(row["got"]) : "",
                            row.contains("want") ? to_words(row["want"]) : "", row.at("ok")});
    }
  }
  return check;
}

/// Where a run stands when its process is gone: test cases begun, and the last check's place.
struct Place {
  std::size_t tests_begun = 0;
  std::string next_id;  // the id that the next check would have had
  bool done = false, unplugged = false, hung = false;
  std::string signal;     // what the program itself said of the signal
  std::string exit_code;  // what it said of a worker's
};

Place read_place(const fs::path& file) {
  Place place;
  std::string test, last;
  std::ifstream in(file);
  for (std::string text; std::getline(in, text);) {
    const json line = json::parse(text, nullptr, false);
    if (line.is_discarded()) continue;
    if (line.contains("test")) {
      ++place.tests_begun;
      test = line["test"];
      last.clear();
      place.signal.clear();
      place.exit_code.clear();
    }
    if (line.contains("check")) last = line["check"];
    if (line.contains("signal")) place.signal = line["signal"];
    place.hung = place.hung || line.contains("hung");
    if (line.contains("exit")) place.exit_code = line["exit"].dump();
    place.done = place.done || line.contains("done");
    place.unplugged = place.unplugged || line.contains("unplugged");
  }
  if (last.empty()) {
    place.next_id = test + "/0/1";
  } else {
    const std::size_t slash = last.rfind('/');
    place.next_id =
        last.substr(0, slash + 1) + std::to_string(std::stoi(last.substr(slash + 1)) + 1);
  }
  return place;
}

}  // namespace

void record_run(const fs::path& program, const fs::path& part, const fs::path& file,
                const RunOptions& options) {
  if (file.has_parent_path()) fs::create_directories(file.parent_path());
  const fs::path partial = file.string() + ".partial." + own_suffix();
  fs::remove(partial);

  double seconds = 0;
  std::string output;
  for (;;) {
    const Place before = read_place(partial);
    Command command;
    std::vector<std::string>& words = command.arguments;
    words = {
        program, "--part", part, "--record", partial, "--skip", std::to_string(before.tests_begun)};
    if (!options.only.empty()) words.insert(words.end(), {"--only", options.only});
    if (!options.worker.empty()) {
      words.push_back("--worker");
      words.insert(words.end(), options.worker.begin(), options.worker.end());
    }
    command.environment = {{"OMP_WAIT_POLICY", "passive"}, {"KIT_SEED", options.seed}};
    command.seconds = std::max(0.01, options.seconds * options.patience - seconds);
    command.stop = options.stop;
    Ended ended;
    try {
      ended = run(command);
    } catch (const Stopped&) {
      fs::remove(partial);
      throw;
    }
    seconds += ended.seconds;
    output += ended.output.substr(0, (64u << 10) - std::min<std::size_t>(output.size(), 64u << 10));

    const Place place = read_place(partial);
    if (place.done || place.unplugged) break;
    if (ended.exit_code == 5 || ended.exit_code == 2 || ended.exit_code == 127) {
      throw std::runtime_error(ended.output);  // the test program itself could not run
    }
    std::string verb = "exited";
    std::string got = "the program ended with exit code " +
                      (place.exit_code.empty() ? std::to_string(ended.exit_code) : place.exit_code);
    const bool hung = ended.timed_out || place.hung;
    if (hung) {
      verb = "hung";
      got = "still running after " + std::to_string(std::lround(options.seconds)) + " seconds";
    } else if (ended.signal != 0) {
      verb = "crashed";
      got = !place.signal.empty() ? place.signal : signal_words(ended.signal, ended.output);
    }
    std::ofstream(partial, std::ios::app)
        << "\n"
        << json{{"check", place.next_id}, {"verb", verb}, {"got", got}, {"ok", false}}.dump()
        << "\n";
    // Before its first test case: a static object of the file under test. Nothing would change.
    if (hung || place.tests_begun == before.tests_begun) break;
  }
  json last = {{"seconds", seconds}, {"output", output}};
  for (const auto& [key, text] :
       options.source.empty() ? std::map<std::string, std::string>{} : head_lines(options.source)) {
    last[key] = text;
  }
  std::ofstream(partial, std::ios::app)
      << last.dump(-1, ' ', false, json::error_handler_t::replace) << "\n";
  fs::rename(partial, file);
}

Record read_record(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("no record at " + file.string());
  Record record;
  for (std::string text; std::getline(in, text);) {
    const json line = json::parse(text, nullptr, false);
    if (line.is_discarded()) continue;  // the last line of a process that was killed
    if (line.contains("test")) record.tests.push_back(line["test"]);
    if (line.contains("check")) {
      const std::string id = line["check"];
      const std::size_t number = id.rfind('/');
      const std::size_t run = number == 0 ? 0 : id.rfind('/', number - 1);
      record.checks.push_back(to_check(line, id.substr(0, run)));
    }
    if (line.contains("skip")) record.skipped.push_back(line["skip"]);
    if (line.contains("unplugged")) {
      record.unplugged = line["unplugged"].get<std::vector<std::string>>();
      record.plug_error = line["error"];
    }
    if (line.contains("done")) record.done = true;
    record.seconds_in_parts = line.value("seconds_in_parts", record.seconds_in_parts);
    if (line.contains("forked")) record.forked = true;
    if (line.contains("seconds")) {
      record.seconds = line["seconds"];
      record.output = line["output"];
      record.belief = line.value("Belief", "");
      record.truth = line.value("Truth", "");
      record.kind = line.value("Kind", "");
      std::string names = line.value("Caught by", "");
      while (!names.empty()) {
        const std::size_t end = names.find("; ");
        record.caught_by.push_back(names.substr(0, end));
        names = end == std::string::npos ? "" : names.substr(end + 2);
      }
    }
  }
  return record;
}

std::map<std::string, std::string> head_lines(const fs::path& source) {
  std::map<std::string, std::string> lines;
  std::ifstream in(source);
  std::string key;
  for (std::string text; std::getline(in, text) && text.starts_with("//");) {
    text = text.substr(std::min<std::size_t>(text.size(), 3));
    bool opens = false;
    for (const char* name : {"Belief", "Truth", "Kind", "Caught by"}) {
      if (text.starts_with(std::string(name) + ": ")) {
        key = name;
        lines[key] = text.substr(key.size() + 2);
        opens = true;
      }
    }
    if (!opens && !key.empty()) lines[key] += " " + text.substr(text.find_first_not_of(' '));
  }
  return lines;
}

}  // namespace kit
