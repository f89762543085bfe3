#pragma once
// Files for the tests of loaders: made byte by byte, or whole from the conformance data.
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/golden.hpp"

namespace kit {

/// The bytes of a file, little-endian as all model files are (and all machines this kit runs on).
struct Bytes {
  std::vector<std::byte> bytes;

  template <class Number>
  Bytes& number(Number value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
    return *this;
  }
  template <class Number>
  Bytes& numbers(const std::vector<Number>& values) {
    for (const Number value : values) number(value);
    return *this;
  }
  Bytes& text(std::string_view words) {
    for (const char letter : words) bytes.push_back(static_cast<std::byte>(letter));
    return *this;
  }
  operator std::span<const std::byte>() const { return bytes; }
  std::size_t size() const { return bytes.size(); }
  /// The first n bytes: a file that was cut.
  Bytes first(std::size_t n) const { return {{bytes.begin(), bytes.begin() + static_cast<int>(n)}}; }
};

/// A file of the conformance data, whole; nothing, and skip(), where there is none.
inline std::optional<std::string> conformance_text(const std::string& path) {
  const auto file = conformance_file(path);
  if (!file) return {};
  std::ifstream in(*file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace kit
