#pragma once
// A small read-only view of a JSON text. Every error is a JsonError that says where and why.
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lm {

/// The text is no JSON ("line 3, column 7: ..."), or a value is of another kind than was asked for
/// ("rope_scaling.factor: a number was expected, found a string").
class JsonError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// One value of a JSON text: an object, an array, a number, a string, true, false or null.
/// A copy is cheap: all values of one text share it.
class Json {
 public:
  /// Reads a whole text. A byte order mark is skipped; nesting deeper than 64 levels is refused.
  /// Throws JsonError with line and column.
  static Json parse(std::string_view text);

  bool is_object() const;
  bool is_array() const;
  bool is_number() const;
  bool is_string() const;
  bool is_bool() const;

  /// The member of this name; none if it is missing or null, or if this is no object.
  std::optional<Json> find(std::string_view key) const;
  /// The first of these names that has a member: models spell one thing in several ways.
  std::optional<Json> find_any(std::initializer_list<std::string_view> keys) const;

  std::vector<std::string> keys() const;  ///< of an object, in alphabetical order
  std::vector<Json> items() const;        ///< of an array, in order

  double number() const;         ///< finite
  std::int64_t integer() const;  ///< a whole number: 4096 and 4096.0, not 4096.5
  const std::string& string() const;
  bool boolean() const;

 private:
  Json(std::shared_ptr<const void> text, const void* value, std::string path);
  [[noreturn]] void fail(const char* expected) const;

  std::shared_ptr<const void> text_;  // what was parsed, shared by all its values
  const void* value_ = nullptr;       // this value in it
  std::string path_;                  // where it stands, for messages: "rope_scaling.factor"
};

}  // namespace lm
