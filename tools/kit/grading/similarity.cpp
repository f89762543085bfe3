#include "grading/similarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grading/archive.hpp"

namespace kit {
namespace {

constexpr std::size_t largest_file = 1 << 20;

/// The files of a submission by their exercise: exercises/CHAPTER/NAME.cpp, wherever that begins.
std::map<std::string, std::string> files_of(const fs::path& submission, const Syllabus& syllabus) {
  std::map<std::string, std::string> files;
  const auto take = [&](const fs::path& path, const std::string& text) {
    const Exercise* const exercise = syllabus.find(path.stem().string());
    if (exercise == nullptr || path.extension() != ".cpp" || text.size() > largest_file) return;
    if (path.parent_path().filename() == exercise->chapter) files.try_emplace(exercise->name, text);
  };
  if (!fs::is_directory(submission)) {
    for_each_entry(read_file(submission),
                   [&](const ArchiveEntry& entry) { take(entry.name, entry.text); });
    return files;
  }
  for (const auto& entry : fs::recursive_directory_iterator(submission)) {
    if (entry.is_regular_file() && !entry.is_symlink() && entry.file_size() <= largest_file &&
        entry.path().extension() == ".cpp") {
      take(entry.path(), read_file(entry.path()));
    }
  }
  return files;
}

std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : well_formed(text)) all += c == '"' ? "\"\"" : std::string(1, c);
  return all + "\"";
}

constexpr const char* how_to = R"(# Similar code

One folder for each exercise. Short functions are alike by nature: the longer an exercise, the more a
likeness says, and no number decides anything. `base/` is the stub that everybody began with.

JPlag 6 or newer (Java 21), in this folder; `java -jar jplag.jar rms_norm.jplag` then shows a report:

    for name in */; do
      java -jar jplag.jar -M run -l cpp -bc "${name}base" -r "${name%/}" "${name}submissions"
    done

Dolos (npm), in an exercise's folder; its page opens in a browser:

    cd rms_norm && dolos run -f web -l cpp -i base/rms_norm.cpp info.csv
)";

}  // namespace

Exit export_similarity(const Tree& tree, const Syllabus& syllabus, const fs::path& submissions,
                       const fs::path& out) {
  if (!fs::is_directory(submissions)) {
    throw Failure(Exit::usage, "there is no folder of submissions at " + submissions.string());
  }
  if (fs::exists(out) && !fs::is_empty(out)) {
    throw Failure(Exit::usage, out.string() + " is there already and not empty");
  }
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(submissions)) all.push_back(entry.path());
  std::ranges::sort(all);

  std::map<std::string, std::string> tables;  // info.csv of each exercise
  std::string key = "pseudonym,submission\r\n";
  std::size_t n = 0, n_files = 0;
  for (const fs::path& submission : all) {
    const auto files = files_of(submission, syllabus);
    if (files.empty()) {
      fmt::print(stderr, "{}: no exercises in it, left out\n", submission.filename().string());
      continue;
    }
    const std::string pseudonym = fmt::format("S{:04}", ++n);
    key += pseudonym + "," + quoted(submission.filename().string()) + "\r\n";
    for (const auto& [name, text] : files) {
      const Exercise& exercise = syllabus.at(name);
      if (text == read_file(tree.root / exercise.pristine())) continue;
      const fs::path file = fs::path("submissions") / pseudonym / (name + ".cpp");
      write_file(out / name / file, text);
      std::string& table = tables[name];
      if (table.empty()) {
        table = "filename,id,full_name\r\n";
        write_file(out / name / "base" / (name + ".cpp"),
                   read_file(tree.root / exercise.pristine()));
      }
      table += fmt::format("{},{},{}\r\n", file.string(), pseudonym, pseudonym);
      ++n_files;
    }
  }
  if (n == 0) {
    throw Failure(Exit::usage, submissions.string() +
                                   " holds no submission: neither folders nor "
                                   "archives with exercises/ in them");
  }
  for (const auto& [name, table] : tables) write_file(out / name / "info.csv", table);
  write_file(out / "README.md", how_to);
  write_file(out.string() + ".key.csv", key);
  fmt::print("{}: {} of {} in {}; {}.key.csv says whose they are\n", out.string(),
             one_or_many(n_files, "file"), one_or_many(n, "submission"),
             one_or_many(tables.size(), "exercise"), out.string());
  return Exit::done;
}

}  // namespace kit
