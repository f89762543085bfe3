#include "common/json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace lm {

namespace {

using Value = nlohmann::json;

constexpr int max_depth = 64;

const Value& as_value(const void* value) {
  return *static_cast<const Value*>(value);
}

std::string place(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t last_break = before.rfind('\n');
  const std::size_t start = last_break == std::string_view::npos ? 0 : last_break + 1;
  const std::size_t column = 1 + before.size() - start;
  return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

// The parser below builds a tree; a file of a million brackets must not make it dig that deep.
void refuse_deep_nesting(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > max_depth) {
      throw JsonError(place(text, i) + "nested deeper than " + std::to_string(max_depth));
    }
  }
}

}  // namespace

Json::Json(std::shared_ptr<const void> text, const void* value, std::string path)
    : text_(std::move(text)), value_(value), path_(std::move(path)) {}

Json Json::parse(std::string_view text) {
  if (text.starts_with("version https://git-lfs")) {
    throw JsonError("line 1, column 1: this is a Git LFS pointer, not the file it stands for");
  }
  refuse_deep_nesting(text);
  try {
    auto value = std::make_shared<const Value>(Value::parse(text));
    const void* root = value.get();
    return Json(std::move(value), root, "");
  } catch (const Value::parse_error& error) {
    // The message repeats the position, counted otherwise: keep what follows it.
    const std::string message = error.what();
    const std::size_t cause = message.find(" - ");
    const std::size_t position = error.byte > 0 ? error.byte - 1 : 0;
    throw JsonError(place(text, position) +
                    (cause == std::string::npos ? "no JSON" : message.substr(cause + 3)));
  } catch (const Value::exception& error) {
    const std::string message = error.what();
    throw JsonError("no JSON: " + message.substr(std::min(message.size(), message.find("] ") + 2)));
  }
}

bool Json::is_object() const {
  return as_value(value_).is_object();
}
bool Json::is_array() const {
  return as_value(value_).is_array();
}
bool Json::is_number() const {
  return as_value(value_).is_number();
}
bool Json::is_string() const {
  return as_value(value_).is_string();
}
bool Json::is_bool() const {
  return as_value(value_).is_boolean();
}

std::optional<Json> Json::find(std::string_view key) const {
  if (!is_object()) return std::nullopt;
  const auto member = as_value(value_).find(std::string(key));
  if (member == as_value(value_).end() || member->is_null()) return std::nullopt;
  return Json(text_, &*member, path_.empty() ? std::string(key) : path_ + "." + std::string(key));
}

std::optional<Json> Json::find_any(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys) {
    if (const std::optional<Json> member = find(key)) return member;
  }
  return std::nullopt;
}

std::vector<std::string> Json::keys() const {
  std::vector<std::string> names;
  if (!is_object()) return names;
  for (const auto& member : as_value(value_).items()) names.push_back(member.key());
  return names;
}

std::vector<Json> Json::items() const {
  if (!is_array()) fail("an array");
  std::vector<Json> values;
  for (const Value& item : as_value(value_)) {
    values.push_back(Json(text_, &item, path_ + "[" + std::to_string(values.size()) + "]"));
  }
  return values;
}

double Json::number() const {
  if (!is_number()) fail("a number");
  return as_value(value_).get<double>();
}

std::int64_t Json::integer() const {
  const double value = number();
  if (value != std::floor(value) || std::fabs(value) >= 0x1p63) fail("a whole number of 64 bits");
  if (as_value(value_).is_number_float()) return static_cast<std::int64_t>(value);
  return as_value(value_).get<std::int64_t>();
}

const std::string& Json::string() const {
  if (!is_string()) fail("a string");
  return as_value(value_).get_ref<const std::string&>();
}

bool Json::boolean() const {
  if (!is_bool()) fail("true or false");
  return as_value(value_).get<bool>();
}

void Json::fail(const char* expected) const {
  std::string found = as_value(value_).dump(-1, ' ', false, Value::error_handler_t::replace);
  if (found.size() > 40) found = found.substr(0, 40) + "...";
  throw JsonError((path_.empty() ? "the text" : path_) + ": " + expected + " was expected, found " +
                  found);
}

}  // namespace lm
