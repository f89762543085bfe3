#include "front/kit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>
#include <system_error>

#include "runner/process.hpp"

namespace kit {
namespace {

fs::path state_file(const Tree& tree) {
  return tree.root / ".kit/state";
}

/// fmt::print would throw where standard error is full, and this is the last chance to end well.
void complain(const std::string& words) {
  std::fputs(("kit: " + words + "\n").c_str(), stderr);
}

}  // namespace

const Exercise* Syllabus::find(std::string_view name) const {
  const auto found = std::ranges::find(exercises, name, &Exercise::name);
  return found == exercises.end() ? nullptr : &*found;
}

const Exercise& Syllabus::at(std::string_view name) const {
  if (const Exercise* found = find(name)) return *found;
  std::vector<std::string> names;
  for (const Exercise& exercise : exercises) names.push_back(exercise.name);
  const std::string question = nearest(name, names);
  throw Failure(Exit::usage, "there is no exercise \"" + std::string(name) + "\"" +
                                 (question.empty() ? "; `./kit list` shows all names" : question));
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

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_file(const fs::path& file, std::string_view text) {
  if (file.has_parent_path()) fs::create_directories(file.parent_path());
  const fs::path partial = file.string() + ".partial." + own_suffix();
  {
    std::ofstream out(partial, std::ios::binary);
    out << text;
    if (!out.flush()) {
      throw Failure(Exit::infrastructure, "cannot write " + file.string() + "; is the disk full?");
    }
  }
  fs::rename(partial, file);
}

std::string short_name(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  char name[17];
  std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash));
  return name;
}

std::string fingerprint(const fs::path& file) {
  return fs::exists(file) ? short_name(read_file(file)) : "";
}

bool Progress::passed(const Exercise& exercise) const {
  const auto found = entries.find(exercise.name);
  return found != entries.end() && found->second.verdict == "passes" &&
         found->second.fingerprint == fingerprint(exercise.stub());
}

bool Progress::ever_passed(const Exercise& exercise) const {
  const auto found = entries.find(exercise.name);
  return found != entries.end() && found->second.passed != 0;
}

std::string Progress::state(const Exercise& exercise) const {
  if (!fs::exists(exercise.stub())) return "missing";
  const auto found = entries.find(exercise.name);
  const std::string print = fingerprint(exercise.stub());
  if (found == entries.end() || print == fingerprint(exercise.pristine())) return "not_started";
  if (found->second.fingerprint == print) return found->second.verdict;
  return found->second.passed != 0 ? "changed" : "not_judged";
}

Progress read_progress(const Tree& tree) {
  Progress progress;
  for (const std::string& text : lines_of(read_file(state_file(tree)))) {
    std::istringstream line(text);
    std::string name;
    Progress::Entry entry;
    if (line >> name >> entry.verdict >> entry.fingerprint >> entry.hints) {
      line >> entry.begun >> entry.passed;
      progress.entries[name] = entry;
    } else {
      progress.others += text + "\n";
    }
  }
  return progress;
}

void write_progress(const Tree& tree, const Progress& progress) {
  std::string text;
  for (const auto& [name, entry] : progress.entries) {
    text += fmt::format("{} {} {} {} {} {}\n", name,
                        entry.verdict.empty() ? "not_started" : entry.verdict,
                        entry.fingerprint.empty() ? "-" : entry.fingerprint, entry.hints,
                        entry.begun, entry.passed);
  }
  write_file(state_file(tree), text + progress.others);
}

fs::path typed(const std::string& path) {
  const char* const from = std::getenv("KIT_FROM");
  const fs::path full = from == nullptr ? fs::absolute(path) : fs::path(from) / path;
  const fs::path normal = full.lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();  // no slash at its end
}

int run_verb(const std::function<int(const Tree&, const Syllabus&)>& verb) {
  // What is under way is written by renames, so it can be dropped anywhere; the loop knows better.
  end_with_children(Exit::interrupted);
  try {
    Tree tree;
    tree.root = fs::current_path();
    return verb(tree, read_syllabus(tree));
  } catch (const Failure& failure) {
    complain(failure.what());
    return failure.code;
  } catch (const std::system_error& error) {  // no process, no memory, no disk: not the kit's
    complain(error.what());
    return Exit::infrastructure;
  } catch (const std::bad_alloc&) {
    complain("this machine is short of memory");
    return Exit::infrastructure;
  } catch (const std::exception& error) {
    complain(error.what());
    complain("this is a fault of the kit; `./kit doctor` may know more");
    return Exit::fault;
  }
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
