#include "grading/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <unistd.h>

#include <memory>

#include "front/kit.hpp"

namespace kit {
namespace {

struct Free {
  void operator()(archive* one) const { archive_free(one); }
  void operator()(archive_entry* one) const { archive_entry_free(one); }
};
using Archive = std::unique_ptr<archive, Free>;
using Entry = std::unique_ptr<archive_entry, Free>;

constexpr std::size_t largest_entry = 64 << 20;
constexpr int deepest = 4;  // archives in archives: a bomb of them ends here

bool walk(std::string_view bytes, const std::string& inside,
          const std::function<void(const ArchiveEntry&)>& see, int depth) {
  const Archive reader(archive_read_new());
  archive_read_support_filter_all(reader.get());
  archive_read_support_format_all(reader.get());
  archive_read_support_format_raw(reader.get());  // one compressed file: x.cpp.gz
  if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    return false;
  bool any = false;
  archive_entry* header = nullptr;
  for (;;) {
    const int status = archive_read_next_header(reader.get(), &header);
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return any;
    // Raw and not compressed is just a file.
    if (archive_format(reader.get()) == ARCHIVE_FORMAT_RAW &&
        archive_filter_count(reader.get()) < 2) {
      return false;
    }
    const char* const name = archive_entry_pathname(header);
    ArchiveEntry entry{inside + (name == nullptr ? "?" : name), ""};
    char buffer[1 << 16];
    for (la_ssize_t n; entry.text.size() < largest_entry &&
                       (n = archive_read_data(reader.get(), buffer, sizeof buffer)) > 0;) {
      entry.text.append(buffer, static_cast<std::size_t>(n));
    }
    any = true;
    if (depth >= deepest || !walk(entry.text, entry.name + "!", see, depth + 1)) see(entry);
  }
}

}  // namespace

void write_zip(const std::filesystem::path& file, const std::vector<ArchiveEntry>& entries) {
  const std::string partial = file.string() + ".partial." + std::to_string(getpid());
  const Archive writer(archive_write_new());
  archive_write_set_format_zip(writer.get());
  const auto fail = [&] {
    const char* const why = archive_error_string(writer.get());
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw Failure(Exit::infrastructure,
                  "cannot write " + file.string() + ": " + (why == nullptr ? "no reason" : why));
  };
  if (archive_write_open_filename(writer.get(), partial.c_str()) != ARCHIVE_OK) fail();
  for (const ArchiveEntry& entry : entries) {
    const Entry header(archive_entry_new());
    archive_entry_set_pathname(header.get(), entry.name.c_str());
    archive_entry_set_size(header.get(), static_cast<la_int64_t>(entry.text.size()));
    archive_entry_set_filetype(header.get(), AE_IFREG);
    archive_entry_set_perm(header.get(), 0644);
    archive_entry_set_mtime(header.get(), 315532800, 0);  // zip's first day, 1980
    if (archive_write_header(writer.get(), header.get()) != ARCHIVE_OK) fail();
    if (archive_write_data(writer.get(), entry.text.data(), entry.text.size()) < 0) fail();
  }
  if (archive_write_close(writer.get()) != ARCHIVE_OK) fail();
  fs::rename(partial, file);
}

bool for_each_entry(std::string_view bytes, const std::function<void(const ArchiveEntry&)>& see) {
  return !bytes.empty() && walk(bytes, "", see, 0);
}

}  // namespace kit
