#pragma once
#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

/// A JSON value as text, written in the order given. What the kit reads is read by nlohmann-json;
/// that in every verb that prints a document would double the time to the first start.
class Json {
 public:
  using Members = std::vector<std::pair<std::string_view, Json>>;

  template <std::integral T>
  Json(T value) {
    if constexpr (std::same_as<T, bool>) {
      text_ = value ? "true" : "false";
    } else {
      text_ = std::to_string(value);
    }
  }
  Json(double number);  // to the millisecond or whatever it counts
  Json(std::string_view words);
  Json(const std::string& words) : Json(std::string_view(words)) {}
  Json(const char* words) : Json(std::string_view(words)) {}
  Json(const std::vector<std::string>& list);
  Json(const std::vector<Json>& list);
  Json(const Members& members);
  Json(std::initializer_list<Members::value_type> members) : Json(Members(members)) {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace kit
