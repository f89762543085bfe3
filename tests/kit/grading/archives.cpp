// Archives and folders that are traps.
#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <chrono>

#include "grading/grader.hpp"

namespace kit::tests {
namespace {

struct Entry {
  std::string name, text;
  std::string link = {};  // where it leads, if it is one
};

void write_zip(const fs::path& file, const std::vector<Entry>& entries) {
  archive* const zip = archive_write_new();
  archive_write_set_format_zip(zip);
  archive_write_open_filename(zip, file.c_str());
  for (const Entry& one : entries) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, one.name.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, one.link.empty() ? AE_IFREG : AE_IFLNK);
    if (!one.link.empty()) archive_entry_set_symlink(entry, one.link.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(one.text.size()));
    archive_write_header(zip, entry);
    archive_write_data(zip, one.text.data(), one.text.size());
    archive_entry_free(entry);
  }
  archive_write_close(zip);
  archive_write_free(zip);
}

void expect_archive(const std::vector<Entry>& entries, int exit_code, const std::string& verdict,
                    const std::string& words) {
  const Folder folder;
  write_zip(folder.path / "s.zip", entries);
  const auto start = std::chrono::steady_clock::now();
  const Ended ended = grade(folder.path / "s.zip", folder.path / "out", {"--exercises", "linear"});
  expect(ended.exit_code == exit_code,
         "the exit code is " + std::to_string(ended.exit_code) + ": " + ended.output);
  expect(std::chrono::steady_clock::now() - start < std::chrono::seconds(30), "it takes too long");
  const json result = result_in(folder.path / "out");
  expect(result["points"] == 0, "it gets points");
  expect(result["exercises"][0]["verdict"] == verdict,
         "the verdict is " + result["exercises"][0]["verdict"].dump());
  expect_says(
      result["malformed"].get<std::string>() + result["exercises"][0]["message"].get<std::string>(),
      words);
  expect(!fs::exists(folder.path / "x") && !fs::exists("/tmp/kit-attacks-x"), "a file got out");
}

const Case zip_link("an archive's link is not followed", [] {
  expect_archive({{place, "", "../../../../../etc/shadow"}}, 0, "refused", "a link");
  expect_archive({{place, "", "/etc/passwd"}}, 0, "refused", "a link");
});
const Case zip_up("an archive that leads out of itself is refused", [] {
  expect_archive({{"../x", "x"}, {place, model_linear()}}, 3, "missing", "leads out of it: ../x");
  expect_archive({{"a/../../x", "x"}, {place, model_linear()}}, 3, "missing", "leads out of it");
  expect_archive({{"/tmp/kit-attacks-x", "x"}, {place, model_linear()}}, 3, "missing", "leads out");
});
const Case zip_bomb("an archive that unpacks to a gigabyte is not unpacked", [] {
  const std::string zeros(std::size_t{64} << 20, ' ');
  expect_archive({{"build/core", zeros}, {"a/b", zeros}, {place, zeros}}, 0, "refused",
                 "larger than 1 MB");
});
const Case zip_names("an archive's names may be anything", [] {
  const std::string longest = std::string(60'000, 'n');
  expect_archive({{longest, "x"}, {"\x1b[2J\xff", "x"}, {"::error::x", "x"}}, 3, "missing",
                 "no exercise's file is in it");
});
const Case zip_in_zip("an archive in an archive is named, not unpacked", [] {
  expect_archive({{"__MACOSX/x", "x"}, {"week3/submission-s1.zip", "PK"}}, 3, "missing",
                 "but an archive, week3/submission-s1.zip: unpack it");
  const Folder folder;
  write(folder.path / "in/submission-s1.zip", "PK");
  const Ended ended = grade(folder.path / "in", folder.path / "out", {"--exercises", "linear"});
  expect(ended.exit_code == 3, ended.output);
  expect_says(result_in(folder.path / "out")["malformed"].get<std::string>(),
              "but an archive, submission-s1.zip: unpack it");
});
const Case zip_twice("a file that stands twice in an archive is not taken", [] {
  expect_archive({{place, "int a;"}, {place, model_linear()}}, 0, "refused", "twice");
});
const Case no_zip("what is no archive is said to be none", [] {
  const Folder folder;
  write(folder.path / "s.zip", "PK\x03\x04 and then nothing that makes sense");
  const Ended ended = grade(folder.path / "s.zip", folder.path / "out", {"--exercises", "linear"});
  expect(ended.exit_code == 3, ended.output);
  expect_says(result_in(folder.path / "out")["malformed"].get<std::string>(), "zip archive");
});

const Case no_zips("in a folder of submissions, every file gets a result", [] {
  const Folder folder;
  write(folder.path / "in/s1.rar", "Rar!");
  write(folder.path / "in/s2.zip", "PK");
  write(folder.path / "in/s2/notes.txt", "mine");
  const Ended ended = grade(folder.path / "in", folder.path / "out",
                            {"--exercises", "linear", "--shard-count", "1", "--shard-index", "0"});
  expect(ended.exit_code == 0, ended.output);
  const auto why = [&](const char* name) {
    return result_in(folder.path / "out" / name)["malformed"].get<std::string>();
  };
  expect_says(why("s1.rar"), "zip archive");
  expect_says(why("s2.zip"), "zip archive");
  expect_says(why("s2"), "no exercise's file");
});

const Case links("links, pipes and folders in a submission are not read", [] {
  const Folder folder;
  const fs::path in = folder.path / "in";
  fs::create_directories(in / "s1/exercises/01_numbers");
  fs::create_symlink("/etc/passwd", in / "s1" / place);
  fs::create_directories(in / "s2/exercises");
  fs::create_directory_symlink(checkout / "solutions/01_numbers", in / "s2/exercises/01_numbers");
  fs::create_directories(in / "s3/exercises/01_numbers");
  mkfifo((in / "s3" / place).c_str(), 0644);
  fs::create_directories(in / "s4" / place);
  fs::create_directory_symlink(checkout / "solutions", in / "s5");
  write(in / "s6" / place, std::string(2 << 20, ' '));
  const Ended ended =
      grade(in, folder.path / "out", {"--shard-count", "1", "--exercises", "linear"});
  expect(ended.exit_code == 0, ended.output);
  for (const char* name : {"s1", "s2", "s3", "s4", "s6"}) {
    const json result = result_in(folder.path / "out" / name);
    expect(result["points"] == 0 && result["exercises"][0]["verdict"] == "refused",
           std::string(name) + ": " + result["exercises"][0].dump());
  }
  expect(!fs::exists(folder.path / "out/s5"), "a link to a folder is a submission");
});

}  // namespace
}  // namespace kit::tests
