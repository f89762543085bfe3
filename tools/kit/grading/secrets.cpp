#include "grading/secrets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "grading/archive.hpp"
#include "grading/questions_file.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

constexpr std::size_t width = 40, stride = 20;  // letters that are no blanks
constexpr std::uint64_t base = 1'099'511'628'211;

/// Calls see(hash, number of the window) for every window of the text without its blanks.
template <class See>
void each_window(std::string_view text, const See& see) {
  std::uint64_t leaving = 1;  // base to the power of width
  for (std::size_t i = 0; i < width; ++i) leaving *= base;
  unsigned char ring[width] = {};
  std::uint64_t hash = 0;
  std::size_t n = 0;
  for (const char letter : text) {
    const auto c = static_cast<unsigned char>(letter);
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') continue;
    unsigned char& slot = ring[n % width];
    hash = hash * base + c + 1 - (n < width ? 0 : leaving * (slot + std::uint64_t{1}));
    slot = c;
    ++n;
    if (n >= width) see(hash, n - width);
  }
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(folder, none)) {
    if (entry.is_regular_file()) all.push_back(entry.path());
  }
  std::ranges::sort(all);
  return all;
}

/// Source text without its includes, which are anybody's.
std::string own_text(const std::string& text) {
  std::string rest;
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with("#include")) rest += line + "\n";
  }
  return rest;
}

/// A wrong version without the lines that say what its holder believes: those name a mistake.
std::string without_head(const std::string& text) {
  std::string rest;
  bool head = true;
  for (const std::string& line : lines_of(text)) {
    head = head && line.starts_with("//");
    if (!head) rest += line + "\n";
  }
  return rest;
}

/// What a program says stands in its machine code as well, and in quotes in a record. Literals side
/// by side are one.
std::vector<std::string> literals(const std::string& source) {
  std::vector<std::string> all;
  std::size_t end = std::string::npos;  // of the last one
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] != '"') continue;
    const bool goes_on =
        end < i && source.find_first_not_of(" \t\r\n", end + 1) == i && !all.empty();
    std::string words;
    for (++i; i < source.size() && source[i] != '"' && source[i] != '\n'; ++i) {
      if (source[i] == '\\') ++i;
      if (i < source.size()) words += source[i];
    }
    end = i;
    if (goes_on) {
      all.back().pop_back();
      all.back() += words + '"';
    } else {
      all.push_back('"' + words + '"');
    }
  }
  return all;
}

bool is_compiled(std::string_view bytes) {
  return bytes.starts_with("\177ELF") || bytes.starts_with("!<arch>\n") ||
         bytes.starts_with("\xcf\xfa\xed\xfe");
}

}  // namespace

Secrets::Secrets(const fs::path& kit, const std::set<std::string>& solved,
                 const std::set<std::string>& exam)
    : kit_(kit), solved_(solved), exam_(exam) {
  const auto name = [&](const fs::path& file) { return file.lexically_relative(kit).string(); };
  for (const char* folder : {"solutions", "reference", "tests/hidden", "tests/attacks"}) {
    for (const fs::path& file : files_in(kit / folder)) {
      const bool open = folder == std::string("solutions") && is_solved(file);
      if (!open) add(name(file), own_text(read_file(file)));
    }
  }
  // A stub may have been solved in this folder: only as it came it is the task.
  const auto as_it_came = [&](const fs::path& file) {
    const fs::path stub = kit / ".kit/stubs" / file.lexically_relative(kit / "exercises");
    return read_file(fs::exists(stub) ? stub : file);
  };
  // Of an exam's exercise the contract alone is handed out, where somebody calls it.
  const auto is_exam_task = [&](const fs::path& file) {
    return is_exam(file) && file.extension() != ".hpp";
  };
  for (const char* folder : {"exercises", "tests/visible"}) {
    for (const fs::path& file : files_in(kit / folder)) {
      if (is_exam_task(file)) add(name(file) + " (exam)", own_text(as_it_came(file)));
    }
  }
  for (const fs::path& file : files_in(kit / "tests/wrong")) {
    add(name(file), own_text(without_head(read_file(file))));
  }
  for (const fs::path& file : files_in(kit / "checkpoints")) {
    add(name(file) + " (exam)", split_questions(read_file(file)).exam);
  }
  std::ranges::sort(windows_);

  // What anybody may read is no secret, wherever else it stands.
  const auto allow_all = [&](const fs::path& folder) {
    for (const fs::path& file : files_in(kit / folder)) {
      if (!is_exam_task(file)) allow(as_it_came(file));
    }
  };
  for (const char* folder : {"exercises", "tests/visible", "tests/support", "tools", "docs"}) {
    allow_all(folder);
  }
  for (const char* file : {"README.md", "CMakeLists.txt", "CMakePresets.json", "kit", "LICENSE"}) {
    allow(read_file(kit / file));
  }
  for (const fs::path& file : files_in(kit / "checkpoints")) {
    allow(split_questions(read_file(file)).practice);
  }
  // What stands in strings stands in machine code, and in the records of what was said: messages,
  // and the names that attacks look for.
  for (const char* folder : {"reference", "tests/attacks", "tests/wrong"}) {
    for (const fs::path& file : files_in(kit / folder)) {
      for (const std::string& words : literals(read_file(file))) allow(words);
    }
  }
  for (const fs::path& file : files_in(kit / "solutions")) {
    const std::string text = read_file(file);
    if (is_solved(file)) allow(text);
    for (const std::string& words : literals(text)) allow(words);
  }
}

bool Secrets::is_exam(const fs::path& file) const {
  const fs::path folder = file.parent_path().parent_path().filename();  // FOLDER/CHAPTER/NAME.cpp
  return exam_.contains(file.stem().string()) &&
         (folder == "exercises" || folder == "visible" || folder == "solutions");
}

bool Secrets::is_solved(const fs::path& solution) const {
  return solved_.contains(solution.parent_path().filename().string()) && !is_exam(solution);
}

void Secrets::add(const std::string& name, std::string_view text) {
  files_.push_back(name);
  const auto file = static_cast<std::uint32_t>(files_.size() - 1);
  each_window(text, [&](std::uint64_t hash, std::size_t number) {
    if (number % stride == 0) windows_.push_back({hash, file});
  });
}

void Secrets::allow(std::string_view text) {
  std::set<std::uint64_t> seen;
  each_window(text, [&](std::uint64_t hash, std::size_t) {
    const auto found = std::ranges::lower_bound(windows_, hash, {}, &Window::hash);
    if (found != windows_.end() && found->hash == hash) seen.insert(hash);
  });
  if (seen.empty()) return;
  std::erase_if(windows_, [&](const Window& one) { return seen.contains(one.hash); });
}

std::string Secrets::first_in(std::string_view text) const {
  std::string file;
  each_window(text, [&](std::uint64_t hash, std::size_t) {
    if (!file.empty()) return;
    const auto found = std::ranges::lower_bound(windows_, hash, {}, &Window::hash);
    if (found != windows_.end() && found->hash == hash) file = files_[found->file];
  });
  return file;
}

void Secrets::search_file(const fs::path& file, const fs::path& base_folder,
                          std::vector<Leak>& leaks) const {
  const std::string where = file.lexically_relative(base_folder).string();
  if (fs::is_symlink(file)) {
    leaks.push_back({where, "a symbolic link; a handout holds files only"});
    return;
  }
  const std::string bytes = read_file(file);
  const auto look = [&](const std::string& name, std::string_view text, bool part) {
    if (const std::string secret = first_in(text); !secret.empty()) {
      leaks.push_back({name, "text of " + secret});
    }
    if (text.find(kit_.string() + "/") != std::string_view::npos) {
      leaks.push_back({name, "a path of this machine: " + kit_.string()});
    }
    if (is_compiled(text) && !part) {
      leaks.push_back({name, "a compiled file that is none of the model's parts"});
    }
  };
  const bool as_program = where.starts_with("given/programs/");
  const bool as_part = where.starts_with("given/parts/") || as_program;
  look(where, bytes, as_part);
  for_each_entry(
      bytes, [&](const ArchiveEntry& entry) { look(where + "!" + entry.name, entry.text, false); });
  if (!as_part) return;
  // A part has to be the one that this kit built for that system, if it still has it.
  const fs::path built = kit_ / "build" / ("handout-" + file.parent_path().filename().string());
  const fs::path own = as_program ? built / "tools/kit" / file.filename()
                                  : built / "parts" / file.stem() / "model.so";
  if (fs::exists(own) && read_file(own) != bytes) {
    leaks.push_back({where, "not what this kit compiled"});
  }
}

std::vector<Leak> Secrets::search(const fs::path& place) const {
  std::vector<Leak> leaks;
  if (!fs::is_directory(place)) {
    search_file(place, place.parent_path(), leaks);
    return leaks;
  }
  for (auto entry = fs::recursive_directory_iterator(place); entry != fs::end(entry); ++entry) {
    const fs::path file = entry->path();
    const std::string name = file.lexically_relative(place).string();
    if (name == ".git" || name == "build") {  // below; and what is built there is never committed
      entry.disable_recursion_pending();
    } else if (!entry->is_directory() || entry->is_symlink()) {
      search_file(file, place, leaks);
    } else {
      const bool solved = name.starts_with("solutions/") && solved_.contains(file.filename());
      const bool secret_folder = name == "reference" || name == "tests/hidden" ||
                                 name == "tests/wrong" || name == "tests/attacks" ||
                                 name.starts_with("solutions/");
      if (secret_folder && !solved)
        leaks.push_back({name, "a folder that a handout does not have"});
    }
  }
  if (fs::exists(place / ".git")) search_history(place, leaks);
  return leaks;
}

void Secrets::search_history(const fs::path& place, std::vector<Leak>& leaks) const {
  Command git;
  git.arguments = {"git", "-C", place.string(), "cat-file", "--batch-all-objects", "--batch"};
  git.kept_output = std::size_t{1} << 30;
  git.error = Command::Error::dropped;
  const Ended ended = run(git);
  if (!ended.ok() || ended.output_cut) {
    leaks.push_back({".git",
                     "a history that git cannot read, or of more than 1 GB, so nobody has "
                     "looked into all of it"});
  }
  std::set<std::string> found;
  const auto look = [&](std::string_view text) {
    if (const std::string secret = first_in(text); !secret.empty()) found.insert(secret);
  };
  // For each object a line, NAME KIND BYTES, then so many bytes and the end of a line.
  const std::string_view all = ended.output;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t line = std::min(all.find('\n', at), all.size());
    const std::string head(all.substr(at, line - at));
    const std::size_t n = std::strtoull(head.c_str() + head.rfind(' ') + 1, nullptr, 10);
    at = std::min(line + 1, all.size());
    const std::string_view object = all.substr(at, n);
    look(object);
    for_each_entry(object, [&](const ArchiveEntry& entry) { look(entry.text); });
    at += object.size() + 1;
  }
  for (const std::string& secret : found) {
    leaks.push_back({".git", "in the history: text of " + secret});
  }
}

}  // namespace kit
