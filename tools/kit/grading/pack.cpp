#include "grading/pack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "grading/archive.hpp"

namespace kit {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t largest_file = 1 << 20;

struct Who {
  std::string name, id;
};

/// .kit/who: name and id of the last time.
Who remembered(const Tree& tree) {
  const std::vector<std::string> lines = lines_of(read_file(tree.root / ".kit/who"));
  return lines.size() < 2 ? Who{} : Who{lines[0], lines[1]};
}

Who ask(const Tree& tree, const PackOptions& options) {
  const Who before = remembered(tree);
  const Who who{options.name.empty() ? before.name : options.name,
                options.id.empty() ? before.id : options.id};
  if (who.name.empty() || who.id.empty()) {
    throw Failure(Exit::usage,
                  "whose work is it? Say it once:  ./kit pack --name \"Your Name\" --id your-id");
  }
  const auto plain_letter = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-' || c == '@';
  };
  if (who.id.size() > 64 || !std::ranges::all_of(who.id, plain_letter) || who.id[0] == '.' ||
      who.id[0] == '-') {
    throw Failure(Exit::usage, "the id \"" + well_formed(who.id) +
                                   "\" has to be of letters, digits and . _ - @, at most 64");
  }
  const auto control = [](unsigned char c) { return c < 32 || c == 127; };
  if (who.name.size() > 200 || std::ranges::any_of(who.name, control) ||
      well_formed(who.name) != who.name) {
    throw Failure(Exit::usage, "the name has to be one line of at most 200 letters, in UTF-8");
  }
  return who;
}

}  // namespace

Exit pack(const Tree& tree, const Syllabus& syllabus, const PackOptions& options) {
  const Who who = ask(tree, options);
  const Progress progress = read_progress(tree);
  std::vector<ArchiveEntry> entries;
  json files = json::array();
  std::size_t n_begun = 0, n_passing = 0;
  for (const Exercise& exercise : syllabus.exercises) {
    const fs::path file = tree.root / exercise.stub();
    if (fs::is_symlink(file) || !fs::is_regular_file(file)) {
      fmt::print(stderr, "{}: no file, left out\n", exercise.stub().string());
      continue;
    }
    if (fs::file_size(file) > largest_file) {
      throw Failure(Exit::usage, exercise.stub().string() +
                                     " is larger than 1 MB; what is graded "
                                     "is source code");
    }
    const std::string state = progress.state(exercise);
    const auto entry = progress.entries.find(exercise.name);
    const int hints = entry == progress.entries.end() ? 0 : entry->second.hints;
    n_begun += state == "not_started" ? 0 : 1;
    n_passing += state == "passes" ? 1 : 0;
    entries.push_back({exercise.stub().string(), read_file(file)});
    files.push_back({{"exercise", exercise.name}, {"state", state}, {"hints", hints}});
  }
  const json about = {{"schema_version", 1}, {"name", who.name}, {"id", who.id}, {"files", files}};
  entries.insert(entries.begin(), {"submission.json", about.dump(2) + "\n"});

  const fs::path out =
      options.out.empty() ? options.folder / ("submission-" + who.id + ".zip") : options.out;
  if (fs::is_directory(out)) {
    throw Failure(Exit::usage, out.string() + " is a folder; --out takes the name of a zip file");
  }
  if (!fs::exists(fs::absolute(out).parent_path())) {
    throw Failure(Exit::usage, "there is no folder " + out.parent_path().string());
  }
  write_zip(out, entries);
  write_file(tree.root / ".kit/who", who.name + "\n" + who.id + "\n");
  fmt::print("{}: {} of {} ({}); {} begun, {} passing when last judged here\n", out.string(),
             one_or_many(files.size(), "exercise"), who.name, who.id, n_begun, n_passing);
  return Exit::done;
}

}  // namespace kit
