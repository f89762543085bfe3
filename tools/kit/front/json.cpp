#include "front/json.hpp"

#include <fmt/format.h>

#include "front/text.hpp"

namespace kit {
namespace {

std::string joined(const std::vector<std::string>& parts, char open, char close) {
  std::string text(1, open);
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ", ") + parts[i];
  return text + close;
}

}  // namespace

Json::Json(double number) : text_(fmt::format("{:.3f}", number)) {}

Json::Json(std::string_view words) : text_("\"") {
  for (const char c : well_formed(words)) {
    if (c == '"' || c == '\\') {
      text_ += std::string("\\") + c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      text_ += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

Json::Json(const std::vector<std::string>& list) {
  std::vector<std::string> parts;
  for (const std::string& one : list) parts.push_back(Json(one).text_);
  text_ = joined(parts, '[', ']');
}

Json::Json(const std::vector<Json>& list) {
  std::vector<std::string> parts;
  for (const Json& one : list) parts.push_back((list.size() > 1 ? "\n  " : "") + one.text_);
  text_ = joined(parts, '[', ']');
}

Json::Json(const Members& members) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : members) parts.push_back(Json(key).text_ + ": " + value.text_);
  text_ = joined(parts, '{', '}');
}

}  // namespace kit
