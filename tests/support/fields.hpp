#pragma once
// What any value of a contract is made of, as plain numbers: so that two of them can be compared
// whatever their type. Aggregates are taken apart by structured bindings, which need their count.
#include <concepts>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/types.hpp"

namespace kit {

struct AnyField {
  template <class T>
  operator T() const;  // never defined: only its type is asked for
};

/// How many fields an aggregate has.
template <class T, class... Fields>
consteval std::size_t n_fields() {
  if constexpr (requires { T{Fields{}..., AnyField{}}; }) {
    return n_fields<T, Fields..., AnyField>();
  } else {
    return sizeof...(Fields);
  }
}

/// Calls `visit` with each field of an aggregate, in order; with none of one that has more than 14
/// (Config: what a loader makes of a file is the business of its own tests).
template <class T, class Visit>
void for_each_field(T&& value, Visit visit) {
  constexpr std::size_t n = n_fields<std::remove_cvref_t<T>>();
  const auto all = [&](auto&... field) { (visit(field), ...); };
  if constexpr (n == 1) {
    auto& [a] = value;
    all(a);
  } else if constexpr (n == 2) {
    auto& [a, b] = value;
    all(a, b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = value;
    all(a, b, c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = value;
    all(a, b, c, d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = value;
    all(a, b, c, d, e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, f] = value;
    all(a, b, c, d, e, f);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, f, g] = value;
    all(a, b, c, d, e, f, g);
  } else if constexpr (n == 8) {
    auto& [a, b, c, d, e, f, g, h] = value;
    all(a, b, c, d, e, f, g, h);
  } else if constexpr (n == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = value;
    all(a, b, c, d, e, f, g, h, i);
  } else if constexpr (n == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = value;
    all(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (n == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
    all(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (n == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (n == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (n == 14) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, o);
  }
}

template <class T>
inline constexpr bool is_shared_pointer = false;
template <class T>
inline constexpr bool is_shared_pointer<std::shared_ptr<T>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Appends what a value is made of. Memory that is only kept alive (shared pointers) is no part.
template <class T>
void append_numbers(std::vector<double>& numbers, const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    numbers.push_back(static_cast<double>(value));
  } else if constexpr (is_shared_pointer<T>) {
  } else if constexpr (is_optional<T>) {
    numbers.push_back(value.has_value());
    if (value) append_numbers(numbers, *value);
  } else if constexpr (std::same_as<T, lm::MatrixView> || std::same_as<T, lm::Matrix>) {
    numbers.push_back(value.rows);
    numbers.push_back(value.cols);
    for (int i = 0; i < value.rows; ++i) append_numbers(numbers, value.row(i));
  } else if constexpr (std::ranges::range<const T>) {
    numbers.push_back(static_cast<double>(std::ranges::distance(value)));
    for (const auto& entry : value) append_numbers(numbers, entry);
  } else {
    for_each_field(value, [&](const auto& field) { append_numbers(numbers, field); });
  }
}

}  // namespace kit
