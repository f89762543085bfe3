#include "front/kit.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace kit {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {  // Levenshtein
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

fs::path state_file(const Tree& tree) { return tree.root / ".kit/state"; }

}  // namespace

const Exercise* Syllabus::find(std::string_view name) const {
  const auto found = std::ranges::find(exercises, name, &Exercise::name);
  return found == exercises.end() ? nullptr : &*found;
}

const Exercise& Syllabus::at(std::string_view name) const {
  if (const Exercise* found = find(name)) return *found;
  std::vector<std::string> near;
  for (const Exercise& exercise : exercises) {
    if (distance(name, exercise.name) <= 3 || exercise.name.find(name) != std::string::npos) {
      near.push_back(exercise.name);
    }
  }
  std::string sentence = "there is no exercise \"" + std::string(name) + "\"";
  for (std::size_t i = 0; i < near.size(); ++i) {
    sentence += (i == 0 ? "; do you mean " : i + 1 == near.size() ? " or " : ", ") + near[i];
  }
  sentence += near.empty() ? "; `./kit list` shows all names" : "?";
  throw Failure(Exit::usage, sentence);
}

std::vector<std::string> Syllabus::chapters() const {
  std::vector<std::string> all;
  for (const Exercise& exercise : exercises) {
    if (all.empty() || all.back() != exercise.chapter) all.push_back(exercise.chapter);
  }
  return all;
}

std::vector<const Exercise*> Syllabus::select(const std::vector<std::string>& names) const {
  std::vector<const Exercise*> all;
  for (const std::string& name : names) {
    bool chapter = false;
    for (const Exercise& exercise : exercises) {
      if (exercise.chapter == name || exercise.chapter.starts_with(name + "_")) {
        all.push_back(&exercise);
        chapter = true;
      }
    }
    if (!chapter) all.push_back(&at(name));
  }
  if (names.empty()) {
    for (const Exercise& exercise : exercises) all.push_back(&exercise);
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Syllabus read_syllabus(const Tree& tree) {
  const fs::path file = tree.build() / "syllabus.json";
  const auto json = nlohmann::json::parse(read_file(file), nullptr, false);
  if (json.is_discarded()) {
    throw Failure(Exit::fault, file.string() + " is missing or broken; `./kit` makes it anew");
  }
  Syllabus syllabus;
  syllabus.link_options = json.at("link_options").get<std::vector<std::string>>();
  for (const auto& line : json.at("exercises")) {
    Exercise exercise;
    exercise.chapter = line.at("chapter");
    exercise.name = line.at("name");
    exercise.part = line.at("part");
    exercise.side = line.at("side");
    exercise.replaces = line.at("replaces");
    exercise.needs = line.at("needs").get<std::vector<std::string>>();
    exercise.uses = line.at("uses").get<std::vector<std::string>>();
    syllabus.exercises.push_back(exercise);
  }
  return syllabus;
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_file(const fs::path& file, std::string_view text) {
  if (file.has_parent_path()) fs::create_directories(file.parent_path());
  const fs::path partial = file.string() + ".partial." + std::to_string(getpid());
  {
    std::ofstream out(partial, std::ios::binary);
    out << text;
    if (!out.flush()) {
      throw Failure(Exit::infrastructure, "cannot write " + file.string() + "; is the disk full?");
    }
  }
  fs::rename(partial, file);
}

std::string fingerprint(const fs::path& file) {
  if (!fs::exists(file)) return "";
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : read_file(file)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

bool is_terminal(int file_descriptor) { return isatty(file_descriptor) == 1; }

const Colour& colour() {
  static const Colour none{};
  static const Colour ansi{"\033[1m",  "\033[2m",  "\033[31m", "\033[32m",
                           "\033[33m", "\033[34m", "\033[0m"};
  static const char* const no_color = std::getenv("NO_COLOR");
  static const bool on = is_terminal(STDOUT_FILENO) && (no_color == nullptr || *no_color == '\0');
  return on ? ansi : none;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::istringstream words{std::string(text)};
  std::string result, line(indent);
  std::size_t columns = indent.size();
  bool empty = true;
  for (std::string word; words >> word;) {
    // UTF-8: count what is seen, not bytes.
    const auto seen = static_cast<std::size_t>(
        std::ranges::count_if(word, [](char c) { return (c & 0xC0) != 0x80; }));
    if (!empty && columns + 1 + seen > width) {
      result += line + "\n";
      line = indent;
      columns = indent.size();
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    columns += seen + (empty ? 0 : 1);
    empty = false;
  }
  return result + line + "\n";
}

bool Progress::passed(const Exercise& exercise) const {
  const auto found = entries.find(exercise.name);
  return found != entries.end() && found->second.verdict == "passes" &&
         found->second.fingerprint == fingerprint(exercise.stub());
}

bool Progress::ever_passed(const Exercise& exercise) const {
  const auto found = entries.find(exercise.name);
  return found != entries.end() && found->second.verdict == "passes";
}

Progress read_progress(const Tree& tree) {
  Progress progress;
  std::istringstream lines(read_file(state_file(tree)));
  for (std::string text; std::getline(lines, text);) {
    std::istringstream line(text);
    std::string name;
    Progress::Entry entry;
    if (line >> name >> entry.verdict >> entry.fingerprint >> entry.hints) {
      progress.entries[name] = entry;
    }
  }
  return progress;
}

void write_progress(const Tree& tree, const Progress& progress) {
  std::string text;
  for (const auto& [name, entry] : progress.entries) {
    text += name + " " + (entry.verdict.empty() ? "not_started" : entry.verdict) + " " +
            (entry.fingerprint.empty() ? "-" : entry.fingerprint) + " " +
            std::to_string(entry.hints) + "\n";
  }
  write_file(state_file(tree), text);
}

const Exercise* next_exercise(const Syllabus& syllabus, const Progress& progress) {
  for (const bool side : {false, true}) {
    for (const Exercise& exercise : syllabus.exercises) {
      if (exercise.side == side && !progress.passed(exercise)) return &exercise;
    }
  }
  return nullptr;
}

}  // namespace kit
