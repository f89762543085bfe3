#include "grader/submission.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "front/text.hpp"

namespace kit {
namespace {

constexpr std::size_t largest_file = 1 << 20;
constexpr int most_entries = 100'000;
constexpr const char* too_large = "larger than 1 MB";

/// Where an exercise's file may stand: in a clone, in its chapter's folder, or by itself; the first
/// of these that is there counts.
std::vector<fs::path> places(const Exercise& exercise) {
  const fs::path file = exercise.name + ".cpp";
  return {exercise.stub(), fs::path(exercise.chapter) / file, file};
}

struct File {
  explicit File(int descriptor_) : descriptor(descriptor_) {}
  File(const File&) = delete;
  ~File() {
    if (descriptor >= 0) close(descriptor);
  }
  int descriptor;
};

/// Opens what stands at `path` below an open folder, without following a link anywhere on the way.
int open_below(int folder, const fs::path& path) {
  int at = dup(folder);
  for (auto part = path.begin(); part != path.end() && at >= 0; ++part) {
    const bool last = std::next(part) == path.end();
    const int next =
        openat(at, part->c_str(),
               O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (last ? 0 : O_DIRECTORY));
    close(at);
    at = next;
  }
  return at;
}

/// True if something stands at that path; then `taken` has its text or says why not.
bool take(int folder, const fs::path& path, Taken& taken) {
  const File file(open_below(folder, path));
  if (file.descriptor < 0) {
    if (errno == ELOOP || errno == ENOTDIR) taken.refused = "a link, or below one";
    if (errno == EACCES) taken.refused = "not readable";
    return !taken.refused.empty();
  }
  struct stat status = {};
  fstat(file.descriptor, &status);
  if (!S_ISREG(status.st_mode)) {
    taken.refused = "no regular file";
    return true;
  }
  char buffer[1 << 16];
  for (ssize_t n; (n = read(file.descriptor, buffer, sizeof buffer)) > 0;) {
    taken.text.append(buffer, static_cast<std::size_t>(n));
    if (taken.text.size() > largest_file) {
      taken = {"", too_large};
      return true;
    }
  }
  return true;
}

/// The only folder in a folder, if nothing else is there: an archive unpacked into its own name.
std::string only_folder(const fs::path& folder) {
  std::string found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.') || name == "__MACOSX") continue;
    if (!found.empty() || !entry.is_directory() || entry.is_symlink()) return "";
    found = name;
  }
  return found;
}

bool is_archive(const fs::path& file) {
  const std::string name = file.extension().string();
  return name == ".zip" || name == ".ZIP" || name == ".gz" || name == ".7z" || name == ".rar";
}

void read_folder(const fs::path& path, const Syllabus& syllabus, Submission& submission) {
  const File folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.descriptor < 0) {
    throw Failure(Exit::usage, path.string() + " is not readable");
  }
  for (const fs::path& above : {fs::path(), fs::path(only_folder(path))}) {
    for (const Exercise& exercise : syllabus.exercises) {
      for (const fs::path& place : places(exercise)) {
        Taken taken;
        if (!take(folder.descriptor, above / place, taken)) continue;
        submission.files.emplace(exercise.name, std::move(taken));
        break;
      }
    }
    if (!submission.files.empty()) return;
  }
  for (const auto& entry : fs::directory_iterator(path)) {
    const std::string name = clean(entry.path().filename().string(), 200);
    if (is_archive(name)) submission.archive = std::max(submission.archive, name);
  }
}

struct Place {
  std::string exercise;
  std::size_t rank = 0;
};

/// Which exercise's file stands at a path of the archive, its own name for the whole left out.
std::map<std::string, Place> all_places(const Syllabus& syllabus) {
  std::map<std::string, Place> all;
  for (const Exercise& exercise : syllabus.exercises) {
    const std::vector<fs::path> where = places(exercise);
    for (std::size_t rank = 0; rank < where.size(); ++rank) {
      all[where[rank].string()] = {exercise.name, rank};
    }
  }
  return all;
}

std::string leads_out(const std::string& path) {
  const fs::path parts(path);
  const bool up = std::ranges::find(parts, fs::path("..")) != parts.end();
  if (!up && !parts.is_absolute()) return "";
  return fmt::format("the archive has an entry that leads out of it: {}", clean(path, 200));
}

Taken take(archive* zip, archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr || archive_entry_filetype(entry) != AE_IFREG) {
    return {"", "a link, or no regular file"};
  }
  Taken taken;
  char buffer[1 << 16];
  la_ssize_t n = 0;
  while ((n = archive_read_data(zip, buffer, sizeof buffer)) > 0) {
    taken.text.append(buffer, static_cast<std::size_t>(n));
    if (taken.text.size() > largest_file) return {"", too_large};
  }
  if (n < 0) {
    return {"", archive_entry_is_encrypted(entry) != 0 ? "encrypted" : "damaged in the archive"};
  }
  return taken;
}

void read_zip(const fs::path& path, const Syllabus& syllabus, Submission& submission) {
  const std::unique_ptr<archive, int (*)(archive*)> zip(archive_read_new(), archive_read_free);
  // By its list of contents: what does not count is passed over, not unpacked.
  archive_read_support_format_zip_seekable(zip.get());
  const auto give_up = [&](const std::string& why) {
    submission.malformed = why;
    submission.files.clear();
  };
  if (archive_read_open_filename(zip.get(), path.c_str(), 1 << 16) != ARCHIVE_OK) {
    return give_up("the file is no zip archive, and no folder");
  }
  const std::map<std::string, Place> known = all_places(syllabus);
  std::map<std::string, std::size_t> rank_of;  // of what was taken
  for (int n_entries = 0;; ++n_entries) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(zip.get(), &entry);
    if (status == ARCHIVE_EOF) break;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
      return give_up("the zip archive is damaged, or is none");
    }
    if (n_entries == most_entries) return give_up("the archive has more than 100000 entries");
    const char* const name = archive_entry_pathname(entry);
    if (name == nullptr) continue;
    const std::string why = leads_out(name);
    if (!why.empty()) return give_up(why);
    std::string place = fs::path(name).lexically_normal().string();
    std::size_t rank = 0;
    auto found = known.find(place);
    if (found == known.end() && place.find('/') != std::string::npos) {
      found = known.find(place.substr(place.find('/') + 1));  // below the archive's own name
      rank = 10;
    }
    if (found == known.end() && is_archive(place)) submission.archive = clean(place, 200);
    if (found == known.end()) continue;
    rank += found->second.rank;
    const std::string& exercise = found->second.exercise;
    const auto before = rank_of.find(exercise);
    if (before != rank_of.end() && before->second < rank) continue;
    if (before != rank_of.end() && before->second == rank) {
      submission.files[exercise] = {"", "twice in the archive"};
      continue;
    }
    rank_of[exercise] = rank;
    submission.files[exercise] = take(zip.get(), entry);
  }
}

}  // namespace

Submission read_submission(const fs::path& path, const Syllabus& syllabus) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw Failure(Exit::usage, "there is no submission " + path.string());
  Submission submission;
  const fs::path file = (path / "").parent_path().filename();  // also where the path ends in /
  submission.name = clean((fs::is_directory(status) ? file : file.stem()).string(), 255);
  if (submission.name.empty() || submission.name == ".") submission.name = "submission";
  if (fs::is_directory(status)) {
    read_folder(path, syllabus, submission);
  } else if (fs::is_regular_file(status)) {
    read_zip(path, syllabus, submission);
  } else {
    throw Failure(Exit::usage, path.string() + " is neither a folder nor a zip archive");
  }
  if (submission.files.empty() && submission.malformed.empty()) {
    const std::string packed =
        submission.archive.empty()
            ? ""
            : ", but an archive, " + submission.archive + ": unpack it, and grade what is in it";
    submission.malformed = "no exercise's file is in it" + packed + "; expected are " +
                           syllabus.exercises.front().stub().string() +
                           " and so on, in the folder or the archive itself or in the only folder "
                           "within";
  }
  return submission;
}

std::string clean(std::string_view text, std::size_t longest) {
  const std::string whole = well_formed(plain(text));
  std::string result;
  for (std::size_t i = 0; i < whole.size();) {
    const auto byte = static_cast<unsigned char>(whole[i]);
    const std::size_t size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    const std::string_view letter = std::string_view(whole).substr(i, size);
    i += size;
    if (result.size() + size + 3 > longest) return result + "…";
    const bool control =
        (size == 1 && byte != '\n' && byte != '\t' && (byte < 0x20 || byte == 0x7F)) ||
        (letter >= "\u0080" && letter <= "\u009F");
    // Letters that turn the direction of a line, or that nobody sees.
    const bool turns = (letter >= "\u200B" && letter <= "\u200F") ||
                       (letter >= "\u2028" && letter <= "\u202E") ||
                       (letter >= "\u2060" && letter <= "\u2069") || letter == "\uFEFF";
    if (!control && !turns) result += letter;
  }
  return result;
}

}  // namespace kit
