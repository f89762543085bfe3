#include "grading/handout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "front/build.hpp"
#include "front/given.hpp"
#include "grading/course.hpp"
#include "grading/questions_file.hpp"
#include "grading/secrets.hpp"
#include "grading/syllabus_file.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

using json = nlohmann::json;

Ended must(const std::vector<std::string>& arguments, const std::string& what) {
  Command command;
  command.arguments = arguments;
  command.kept_output = 4 << 20;
  const Ended ended = run(command);
  if (!ended.ok()) throw Failure(Exit::infrastructure, what + ":\n" + ended.output.substr(0, 3000));
  return ended;
}

std::set<std::string> visible_tests(const Tree& tree, const std::string& exercise) {
  std::set<std::string> names;
  const Ended ended = must({(tree.build() / "tests" / (exercise + ".test")).string(), "--list",
                            "--only", "~[hidden]~[conformance]"},
                           "the tests of " + exercise + " cannot be listed");
  for (const std::string& line : lines_of(ended.output)) names.insert(line);
  return names;
}

/// Compiles the model's parts for a system, and the quiz, which computes on the reference (but for
/// that of an exam's exercises), without symbols and for every processor of its kind. Returns the
/// build's folder.
fs::path build_parts(const Tree& tree, const std::string& system,
                     const std::vector<std::string>& names, const std::set<std::string>& exam) {
  Tree there = tree;
  there.preset = "handout-" + system;
  const std::string machine = system.substr(system.find('-') + 1);
  std::vector<std::string> cmake = {
      "cmake", "-S", tree.root.string(), "-B", there.build().string(), "-G", "Ninja",
      "-DKIT_OPTIMIZE=-O3",
      // An assertion names its file; tools/cmake/Options.cmake aligns a handout's matrices alike.
      "-DCMAKE_CXX_FLAGS=-ffile-prefix-map=" + tree.root.string() + "/= -DEIGEN_MAX_ALIGN_BYTES=64",
      "-DCMAKE_MODULE_LINKER_FLAGS=-s", "-DCMAKE_EXE_LINKER_FLAGS=-s",
      "-DKIT_FMT=fmt::fmt-header-only", "-DKIT_EXAM="};
  for (const std::string& name : exam) cmake.back() += name + ";";
  if (system != this_system()) {
    const std::string compiler = machine + "-linux-gnu-g++";
    Command version;
    version.arguments = {compiler, "--version"};
    if (!system.starts_with("linux-") || !run(version).ok()) {
      throw Failure(Exit::usage,
                    fmt::format("parts for {} need a compiler for it, {}; Debian has it in the "
                                "package g++-{}-linux-gnu",
                                system, compiler, machine == "x86_64" ? "x86-64" : machine));
    }
    cmake.insert(cmake.end(),
                 {"-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=" + machine,
                  "-DCMAKE_CXX_COMPILER=" + compiler, "-DKIT_MOLD=OFF", "-DKIT_LLD=OFF"});
    // Only headers of the libraries are needed, and these are this system's.
    for (const std::string& line : lines_of(read_file(tree.build() / "CMakeCache.txt"))) {
      for (const char* library : {"Catch2", "fmt", "Eigen3", "CLI11", "nlohmann_json"}) {
        if (line.starts_with(std::string(library) + "_DIR:")) cmake.push_back("-D" + line);
      }
    }
  }
  must(cmake, "the build for " + system + " cannot be set up");
  std::vector<std::string> targets = {"kit-quiz"};
  for (const std::string& name : names) targets.push_back(name + ".model");
  build(there, "compiling parts for " + system, targets);
  return there.build();
}

/// The folder in which a handout grows; it goes if the handout does not come about.
class Growing {
 public:
  Growing(fs::path kit, const fs::path& out)
      : kit_(std::move(kit)), root_(out.string() + ".partial") {
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  Growing(const Growing&) = delete;
  ~Growing() {
    std::error_code ignored;
    if (!done_) fs::remove_all(root_, ignored);
  }

  const fs::path& root() const { return root_; }
  void write(const fs::path& file, std::string_view text) const { write_file(root_ / file, text); }
  void copy(const fs::path& file) const { copy(file, file); }
  void copy(const fs::path& from, const fs::path& to) const {
    fs::create_directories((root_ / to).parent_path());
    fs::copy(kit_ / from, root_ / to, fs::copy_options::recursive);
  }
  void copy_if_there(const fs::path& file) const {
    if (fs::exists(kit_ / file)) copy(file);
  }
  void become(const fs::path& out) {
    fs::remove(out);  // an empty folder, or nothing
    fs::rename(root_, out);
    done_ = true;
  }

 private:
  fs::path kit_, root_;
  bool done_ = false;
};

void copy_records(const Tree& tree, const std::string& name, const Growing& handout) {
  const fs::path records = tree.build() / "records" / name;
  const std::set<std::string> visible = visible_tests(tree, name);
  const fs::path to = fs::path("given/records") / name;
  const std::string model = visible_part(read_file(records / "model.jsonl"), visible);
  if (model.empty()) throw Failure(Exit::fault, name + ": its model has no record");
  handout.write(to / "model.jsonl", model);
  if (!fs::exists(records / "wrong")) return;
  for (const auto& entry : fs::directory_iterator(records / "wrong")) {
    const std::string text = visible_part(read_file(entry.path()), visible);
    const bool caught = text.find("\"ok\":false") != std::string::npos ||
                        text.find("\"ok\": false") != std::string::npos;
    if (caught) handout.write(to / "wrong" / entry.path().filename(), text);
  }
}

std::string filled(std::string text,
                   const std::vector<std::pair<std::string, std::string>>& words) {
  for (const auto& [key, value] : words) {
    for (std::size_t at; (at = text.find("@" + key + "@")) != std::string::npos;) {
      text.replace(at, key.size() + 2, value);
    }
  }
  return text;
}

std::string in_words(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

void require_room(const Tree& tree, const fs::path& out) {
  if (fs::exists(out) && (!fs::is_directory(out) || !fs::is_empty(out))) {
    throw Failure(Exit::usage, out.string() +
                                   " is there already and not empty; a handout is never "
                                   "written over anything");
  }
  const fs::path inside = fs::weakly_canonical(out).lexically_relative(tree.root);
  if (!inside.empty() && *inside.begin() != ".." && *inside.begin() != "build") {
    throw Failure(Exit::usage, out.string() + " lies in the kit itself; choose a folder outside");
  }
}

Exit report(const std::vector<Leak>& leaks, const fs::path& place) {
  for (const Leak& leak : leaks) fmt::print(stderr, "{}: {}\n", leak.where, leak.what);
  if (!leaks.empty()) {
    fmt::print(stderr, "{} must not be handed out: {}\n", place.string(),
               one_or_many(leaks.size(), "leak"));
  }
  return leaks.empty() ? Exit::done : Exit::not_so;
}

}  // namespace

std::string visible_part(std::string_view record, const std::set<std::string>& visible) {
  std::string text, test;
  for (const std::string& raw : lines_of(record)) {
    json line = json::parse(raw, nullptr, false);
    if (line.is_discarded() || !line.is_object()) continue;
    if (line.contains("test")) test = line["test"];
    if (line.contains("seconds")) {
      line["seconds"] = 0;
      line["output"] = "";  // may speak of hidden tests
      std::string caught;
      std::istringstream names(line.value("Caught by", ""));
      for (std::string name; std::getline(names, name, ';');) {
        name.erase(0, name.find_first_not_of(' '));
        if (visible.contains(name)) caught += (caught.empty() ? "" : "; ") + name;
      }
      if (line.contains("Caught by")) line["Caught by"] = caught;
    } else if (!test.empty() && !visible.contains(test) && !line.contains("done") &&
               !line.contains("forked")) {
      continue;
    }
    text += line.dump() + "\n";
  }
  return text;
}

std::string with_hints(const std::string& section, int n) {
  std::string text;
  bool inside = false;
  for (const std::string& line : lines_of(section)) {
    if (line.starts_with("<!-- hints")) inside = true;
    if (line.starts_with("-->")) inside = false;
    const bool later = inside && !line.empty() && line[0] > '0' + n && line[0] <= '9' &&
                       line.size() > 1 && line[1] == '.';
    if (!later) text += line + "\n";
  }
  return text;
}

Exit make_handout(const Tree& tree, const Syllabus& syllabus, const HandoutOptions& options) {
  require_room(tree, options.out);
  const Course course = read_course(tree, syllabus);
  const std::vector<std::string> chapters = syllabus.chapters();
  const std::set<std::string> open = options.chapters.empty()
                                         ? course.open_chapters(syllabus)
                                         : chosen_chapters(options.chapters, chapters);
  const std::set<std::string> solved = chosen_chapters(options.with_solutions, chapters);
  const std::vector<std::string> systems =
      options.systems.empty() ? std::vector{this_system()} : options.systems;

  std::vector<const Exercise*> exercises;
  std::set<std::string> names;
  for (const Exercise& exercise : syllabus.exercises) {
    if (!open.contains(exercise.chapter) || course.exam.contains(exercise.name)) continue;
    exercises.push_back(&exercise);
    names.insert(exercise.name);
  }
  // The parts that somebody calls: a program of the kit, the decoder, or an exercise that is open.
  std::set<std::string> called(syllabus.called_by_programs.begin(),
                               syllabus.called_by_programs.end());
  const std::vector<SyllabusLine> lines =
      opened(read_syllabus_file(read_file(tree.root / "exercises/CMakeLists.txt")), names, called);
  for (const SyllabusLine& line : lines) {
    if (line.in_decoder()) called.insert(line.name);
    called.insert(line.uses.begin(), line.uses.end());
  }
  const std::vector<std::string> parts(called.begin(), called.end());
  std::vector<std::string> records;
  for (const std::string& name : names) records.push_back(name + ".record");
  build(tree, "building the records", records);

  Growing handout(tree.root, fs::weakly_canonical(options.out));
  for (const std::string& system : systems) {
    const fs::path built = build_parts(tree, system, parts, course.exam);
    for (const std::string& part : parts) {
      handout.write(fs::path("given/parts") / system / (part + ".so"),
                    read_file(built / "parts" / part / "model.so"));
    }
    const fs::path program = fs::path("given/programs") / system / "kit-quiz";
    fs::create_directories((handout.root() / program).parent_path());
    fs::copy(built / "tools/kit/kit-quiz", handout.root() / program);
  }

  for (const char* file : {"CMakeLists.txt", "CMakePresets.json", "LICENSE", ".clang-format", "kit",
                           "tools/cmake", "tools/kit", "tests/support", "exercises/common",
                           "exercises/models", "exercises/10_decoder/given", "docs/decoder.md"}) {
    handout.copy(file);
  }
  for (const char* folder : {"tools/kit/numbers", "tools/kit/quiz", "tools/kit/grader"}) {
    fs::remove_all(handout.root() / folder);  // on the reference, and on hidden tests
  }
  const fs::path own = "tools/handout";  // what only a handout has
  handout.write(".gitignore", read_file(tree.root / ".gitignore") + "!/given/parts/*/*.so\n");
  handout.copy(own / "tests.yml", ".github/workflows/tests.yml");

  std::string syllabus_file =
      "# The syllabus: one line for each exercise, in reading order. add_given: the compiled part "
      "in "
      "given/\n# answers.\n";
  for (const SyllabusLine& line : lines) {
    syllabus_file += line.text();
    const fs::path contract = fs::path("exercises") / line.chapter / (line.name + ".hpp");
    handout.copy(contract);
  }
  handout.write("exercises/CMakeLists.txt", syllabus_file);
  for (const std::string& chapter : open) {
    handout.copy_if_there(fs::path("exercises") / chapter / "README.md");
    if (solved.contains(chapter)) {
      for (const Exercise* exercise : exercises) {
        if (exercise->chapter == chapter) handout.copy(exercise->solution());
      }
    }
  }
  for (const Exercise* exercise : exercises) {
    handout.copy(exercise->pristine(), exercise->stub());
    handout.copy(exercise->pristine(), exercise->face("given/stubs", ".cpp"));
    handout.write(exercise->section(),
                  with_hints(read_file(tree.root / exercise->section()), course.hints));
    handout.copy(exercise->face("tests/visible", ".cpp"));
    copy_records(tree, exercise->name, handout);
  }

  std::set<std::string> secret;  // what the quiz of a handout cannot compute
  for (const std::string& name : course.exam) {
    secret.merge(functions_in(read_file(tree.root / "reference" / (name + ".hpp"))));
  }
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(tree.root / "checkpoints", none)) {
    const std::string file = entry.path().filename();
    const bool is_open = std::ranges::any_of(
        open, [&](const std::string& chapter) { return file.starts_with(chapter + "."); });
    if (!is_open || entry.path().extension() != ".md") continue;
    handout.write("checkpoints/" + file,
                  split_questions(read_file(entry.path()), names, secret).practice);
  }

  std::string list;
  for (const std::string& system : systems) list += (list.empty() ? "" : ", ") + system;
  handout.write("README.md", filled(read_file(tree.root / own / "README.md"),
                                    {{"CHAPTERS", in_words(open)},
                                     {"EXERCISES", std::to_string(exercises.size())},
                                     {"SOLUTIONS", in_words(solved)},
                                     {"SYSTEMS", list}}));
  handout.write("course.json", handout_course(course, names));
  handout.write(
      "given/handout.json",
      json{{"chapters", open}, {"with_solutions", solved}, {"systems", systems}}.dump(2) + "\n");

  const Exit leaks =
      report(Secrets(tree.root, solved, course.exam).search(handout.root()), options.out);
  if (leaks != Exit::done) return leaks;
  handout.become(options.out);
  fmt::print(
      "{}: {} of {}, the model's parts for {}; nothing of solutions, hidden tests, "
      "wrong versions or exam answers is in it\n",
      options.out.string(), one_or_many(exercises.size(), "exercise"),
      open.size() == 1 ? "1 chapter" : fmt::format("{} chapters", open.size()), list);
  return Exit::done;
}

Exit check_handout(const Tree& tree, const Syllabus& syllabus, const fs::path& place) {
  if (!fs::exists(place)) throw Failure(Exit::usage, "there is nothing at " + place.string());
  const Course course = read_course(tree, syllabus);
  std::set<std::string> solved;
  const json about = json::parse(read_file(place / "given/handout.json"), nullptr, false);
  if (about.is_object() && about.contains("with_solutions")) {
    solved = about["with_solutions"].get<std::set<std::string>>();
  }
  const Exit found = report(Secrets(tree.root, solved, course.exam).search(place), place);
  if (found == Exit::done) fmt::print("{}: nothing that must not be handed out\n", place.string());
  return found;
}

}  // namespace kit
