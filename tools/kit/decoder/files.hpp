#pragma once
// Files as bytes in memory. The disk is read where somebody looks, and what was read may be dropped
// again: loading a model needs room for its weights once.
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/check.hpp"

namespace lm {

/// Bytes that stay where they are as long as a copy of this lives.
struct MappedBytes {
  std::shared_ptr<std::byte> memory;
  std::size_t size = 0;

  operator std::span<const std::byte>() const { return {memory.get(), size}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(memory.get()), size}; }
};

/// Maps one file. Throws std::runtime_error if it cannot be read, or is a Git LFS pointer.
MappedBytes map_file(const std::filesystem::path& path);

/// Maps the weights of a Hugging Face folder: model.safetensors, or all the files that
/// model.safetensors.index.json names, laid behind one another as one safetensors file.
MappedBytes map_safetensors(const std::filesystem::path& folder);

/// Does something with a file; what is refused on the way says which file it was.
template <class Work>
auto about(const std::filesystem::path& path, Work work) {
  try {
    return work();
  } catch (const std::logic_error& error) {  // what a loader refuses
    throw std::runtime_error(path.string() + ": " + error.what());
  }
}

/// Refuses what would not fit: throws std::runtime_error if fewer bytes of memory are free.
void need_memory(double bytes, const std::string& what);

}  // namespace lm
