#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct ArchiveEntry {
  std::string name, text;
};

/// The same bytes for the same entries: no dates, no owners. By a rename.
void write_zip(const std::filesystem::path& file, const std::vector<ArchiveEntry>& entries);

/// Every file in an archive of whatever format and compression, archives in archives too. False if
/// these bytes are none. Entries beyond 64 MB are cut there.
bool for_each_entry(std::string_view bytes, const std::function<void(const ArchiveEntry&)>& see);

}  // namespace kit
