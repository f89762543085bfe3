#include "front/kept.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace kit {
namespace {

void add_files(const fs::path& root, std::vector<std::string>& lines) {
  std::error_code gone;  // a file may go while we look
  for (auto entry = fs::recursive_directory_iterator(root, gone); entry != fs::end(entry);
       entry.increment(gone)) {
    const fs::path file = entry->path().lexically_relative(root);
    const bool is_made = file == "build" || file == ".git" || file == ".kit";
    if (is_made) entry.disable_recursion_pending();
    if (is_made || !entry->is_regular_file(gone)) continue;
    lines.push_back(fmt::format("{} {} {}", entry->path().string(), entry->file_size(gone),
                                entry->last_write_time(gone).time_since_epoch().count()));
  }
}

std::string state_of(const Tree& tree) {
  std::vector<std::string> lines;
  add_files(tree.root, lines);
  lines.push_back(read_file(tree.build() / "CMakeCache.txt"));  // how it is compiled
  for (const char* variable : {"KIT_CONFORMANCE_DIR", "PATH"}) {
    const char* const value = std::getenv(variable);
    lines.push_back(fmt::format("{}={}", variable, value == nullptr ? "" : value));
  }
  if (const char* data = std::getenv("KIT_CONFORMANCE_DIR")) add_files(data, lines);
  std::ranges::sort(lines);
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return short_name(text);
}

}  // namespace

Kept::Kept(const Tree& tree) : folder_(tree.build() / "kept"), state_(state_of(tree)) {}

std::optional<std::string> Kept::find(const std::string& name) const {
  const std::string text = fs::exists(folder_ / name) ? read_file(folder_ / name) : "";
  if (!text.starts_with(state_ + "\n")) return std::nullopt;
  return text.substr(state_.size() + 1);
}

void Kept::keep(const std::string& name, const std::string& words) const {
  fs::create_directories(folder_);
  write_file(folder_ / name, state_ + "\n" + words);
}

}  // namespace kit
