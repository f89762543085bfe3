#include "files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "common/check.hpp"
#include "common/json.hpp"
#include "safetensors.hpp"

namespace lm {

namespace {

std::size_t whole_pages(std::size_t size) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (size + page - 1) / page * page;
}

std::size_t size_of(const std::filesystem::path& path) {
  const auto type = std::filesystem::status(path).type();
  const bool is_file = type == std::filesystem::file_type::regular;
  if (!is_file) {
    const bool is_there = type != std::filesystem::file_type::not_found;
    throw std::runtime_error(path.string() + (is_there ? " is no file" : " does not exist"));
  }
  return std::filesystem::file_size(path);
}

// Addresses without contents: nothing is used of the memory before something is put there.
MappedBytes reserve(std::size_t size) {
  const std::size_t reserved = whole_pages(size + 1);
  void* first = mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (first == MAP_FAILED) throw std::runtime_error("there are no addresses left for this file");
  return {{static_cast<std::byte*>(first), [=](std::byte* p) { munmap(p, reserved); }}, size};
}

// Puts a file's bytes at an offset that is a whole number of pages.
void put_file(const MappedBytes& bytes, std::size_t offset, const std::filesystem::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw std::runtime_error("cannot read " + path.string());
  const std::size_t size = size_of(path);
  const bool ok = size == 0 || mmap(bytes.memory.get() + offset, size, PROT_READ,
                                    MAP_PRIVATE | MAP_FIXED, file, 0) != MAP_FAILED;
  close(file);
  if (!ok) throw std::runtime_error("cannot read " + path.string());
}

// What a clone without Git LFS leaves in the place of every large file.
void refuse_pointer(const MappedBytes& bytes, const std::filesystem::path& path) {
  if (bytes.text().starts_with("version https://git-lfs")) {
    throw std::runtime_error(path.string() +
                             " is a Git LFS pointer, not the file it stands for: "
                             "`git lfs pull` fetches that");
  }
}

// Which tensors to take from which file.
std::map<std::string, std::set<std::string>> read_index(const std::filesystem::path& path) {
  const Json index = Json::parse(map_file(path).text());
  const auto weight_map = index.find("weight_map");
  kit::require(weight_map && !weight_map->keys().empty(), "there is no weight_map in it");

  std::map<std::string, std::set<std::string>> tensors_of;
  for (const std::string& name : weight_map->keys()) {
    const std::string file = weight_map->find(name).value_or(*weight_map).string();
    kit::require(std::filesystem::path(file).filename() == file, "it looks for ", name, " in ",
                 file, ", which is not in this folder");
    tensors_of[file].insert(name);
  }
  return tensors_of;
}

const char* text(Dtype dtype) {
  return dtype == Dtype::f32 ? "F32" : dtype == Dtype::f16 ? "F16" : "BF16";
}

// Many files are one once they lie behind one another and a new header says where each tensor is.
MappedBytes map_together(const std::filesystem::path& index) {
  const std::filesystem::path folder = index.parent_path();
  nlohmann::json header = nlohmann::json::object();
  std::map<std::filesystem::path, std::size_t> offsets;
  std::size_t end = 0;
  for (const auto& [name, tensors] : about(index, [&] { return read_index(index); })) {
    const std::filesystem::path path = folder / name;
    const MappedBytes file = map_file(path);
    for (const TensorInfo& info : about(path, [&] { return safetensors_header(file); })) {
      if (!tensors.contains(info.name)) continue;
      header[info.name] = {{"dtype", text(info.dtype)},
                           {"shape", info.shape},
                           {"data_offsets", {end + info.begin, end + info.end}}};
    }
    offsets[path] = end;
    end += whole_pages(file.size);
  }

  std::string head = header.dump();
  const std::uint64_t size = whole_pages(sizeof size + head.size()) - sizeof size;
  head.resize(size, ' ');
  const std::size_t data = sizeof size + size;
  const MappedBytes all = reserve(data + end);
  std::memcpy(all.memory.get(), &size, sizeof size);
  std::memcpy(all.memory.get() + sizeof size, head.data(), head.size());
  for (const auto& [path, offset] : offsets) put_file(all, data + offset, path);
  return all;
}

// What the system could give without swapping; all there is where it does not say.
double free_memory() {
  std::ifstream lines("/proc/meminfo");
  for (std::string name, unit; lines >> name;) {
    double kilobytes = 0.0;
    if (name == "MemAvailable:" && lines >> kilobytes) return kilobytes * 1024.0;
    std::getline(lines, unit);
  }
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

MappedBytes map_file(const std::filesystem::path& path) {
  const MappedBytes bytes = reserve(size_of(path));
  put_file(bytes, 0, path);
  refuse_pointer(bytes, path);
  return bytes;
}

MappedBytes map_safetensors(const std::filesystem::path& folder) {
  const std::filesystem::path whole = folder / "model.safetensors";
  const std::filesystem::path index = folder / "model.safetensors.index.json";
  if (std::filesystem::exists(whole)) return map_file(whole);
  if (std::filesystem::exists(index)) return map_together(index);
  throw std::invalid_argument(
      "there is neither model.safetensors nor model.safetensors.index.json");
}

void need_memory(double bytes, const std::string& what) {
  const double gib = 1024.0 * 1024.0 * 1024.0, have = free_memory();
  if (bytes > have) {
    throw std::runtime_error(
        fmt::format("{} need {:.1f} GiB of memory, {:.1f} GiB are free: take a smaller model or "
                    "fewer --steps",
                    what, bytes / gib, have / gib));
  }
}

}  // namespace lm
