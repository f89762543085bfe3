#pragma once
// What a test may say. Every check goes through one of five verbs, and each verb writes what it saw
// into the record from which the kit reads the verdict and the name of a mistake:
//
//   is_close(got, want)                 within the tolerance below; NaN is close to nothing
//   shows(6, got, {"0.848528", …})      rounds to the printed digits
//   equals(got, want)                   exactly: counts, ids, flags, words
//   throws_with("rms_norm: x", call)    std::invalid_argument whose text contains the words
//   unchanged(before, after)            bit for bit
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/types.hpp"
#include "support/catch.hpp"

namespace kit {

/// A reference value may say how large the terms were that were summed to it. Float32 arithmetic
/// loses digits in proportion to them, not to the sum: 1e4 - 1e4 + 1 is a hard sum with result 1.
template <class T>
concept Summed = requires(const T& sum) {
  { sum.values } -> std::convertible_to<std::vector<double>>;
  { sum.magnitudes } -> std::convertible_to<std::vector<double>>;
  { sum.terms } -> std::convertible_to<double>;
};

namespace detail {

struct Numbers {
  std::vector<double> values;
  std::vector<double> tolerances;  // what the check allows, entry by entry
};

std::vector<double> doubles(std::span<const float> values);
/// 1e-6 + 1e-5·|want| + 4·2⁻²⁴·√terms·magnitude
double tolerance(double want, double magnitude, double terms);
void compare(std::string_view verb, const std::vector<double>& got, const std::vector<double>& want,
             const std::vector<double>& tolerances);
void compare_words(std::string_view verb, const std::string& got, const std::string& want, bool ok);
void show(int digits, const std::vector<double>& got, const std::vector<std::string>& want);
std::string exception_text(std::exception_ptr thrown);

template <class T>
std::vector<double> numbers(const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return {static_cast<double>(value)};
  } else {
    std::vector<double> all;
    for (const auto& entry : value) all.push_back(static_cast<double>(entry));
    return all;
  }
}

template <class T>
std::string words(const T& value) {
  if constexpr (std::is_convertible_v<T, std::string>) {
    return std::string(value);
  } else {
    std::string all;
    for (const auto& entry : value) all += words(entry) + "\n";
    return all;
  }
}

template <class T>
concept Text = std::is_convertible_v<T, std::string_view> || requires(const T& list) {
  { *list.begin() } -> std::convertible_to<std::string_view>;
};

}  // namespace detail

// ---- is_close -----------------------------------------------------------------------------------

template <class Got>
void is_close(const Got& got, const std::vector<double>& want, double magnitude = 0,
              double terms = 1) {
  std::vector<double> tolerances;
  for (const double value : want) tolerances.push_back(detail::tolerance(value, magnitude, terms));
  detail::compare("is_close", detail::numbers(got), want, tolerances);
}
template <class Got>
void is_close(const Got& got, std::initializer_list<double> want) {
  is_close(got, std::vector<double>(want));
}
template <std::floating_point Got>
void is_close(Got got, double want, double magnitude = 0, double terms = 1) {
  is_close(got, std::vector<double>{want}, magnitude, terms);
}
/// Against a reference that knows the size of its terms.
template <class Got, Summed Want>
void is_close(const Got& got, const Want& want) {
  std::vector<double> tolerances;
  for (std::size_t i = 0; i < want.values.size(); ++i) {
    tolerances.push_back(detail::tolerance(want.values[i], want.magnitudes[i], want.terms));
  }
  detail::compare("is_close", detail::numbers(got), want.values, tolerances);
}
/// A looser or tighter bound than the kit's own: say the reason beside the call.
template <class Got>
void is_within(double tolerance, const Got& got, const std::vector<double>& want) {
  detail::compare("is_within", detail::numbers(got), want,
                  std::vector<double>(want.size(), tolerance));
}
template <std::floating_point Got>
void is_within(double tolerance, Got got, double want) {
  is_within(tolerance, got, std::vector<double>{want});
}

// ---- shows --------------------------------------------------------------------------------------

template <class Got>
void shows(int digits, const Got& got, std::initializer_list<const char*> want) {
  detail::show(digits, detail::numbers(got), {want.begin(), want.end()});
}
template <std::floating_point Got>
void shows(int digits, Got got, const char* want) {
  detail::show(digits, {static_cast<double>(got)}, {want});
}

// ---- equals, unchanged --------------------------------------------------------------------------

template <class Got, class Want>
void equals(const Got& got, const Want& want) {
  if constexpr (detail::Text<Got>) {
    const std::string found = detail::words(got), wanted = detail::words(want);
    detail::compare_words("equals", found, wanted, found == wanted);
  } else {
    const std::vector<double> wanted = detail::numbers(want);
    detail::compare("equals", detail::numbers(got), wanted, std::vector<double>(wanted.size(), 0));
  }
}
template <class Got>
void equals(const Got& got, std::initializer_list<std::int64_t> want) {
  equals(got, std::vector<std::int64_t>(want));
}

/// The contract promises not to write into what it was given.
template <class T>
void unchanged(const T& before, const T& after) {
  const std::vector<double> wanted = detail::numbers(before);
  detail::compare("unchanged", detail::numbers(after), wanted,
                  std::vector<double>(wanted.size(), 0));
}

// ---- throws_with --------------------------------------------------------------------------------

/// The call must throw std::invalid_argument, and its text must contain `words`: the function's
/// name, what was found and what was needed, so that the reader can act on it.
void throws_with(std::string_view words, const std::function<void()>& call);

// ---- inputs -------------------------------------------------------------------------------------

inline lm::Vector row(std::initializer_list<double> entries) {
  lm::Vector values;
  for (const double entry : entries) values.push_back(static_cast<float>(entry));
  return values;
}
lm::Matrix matrix(std::initializer_list<std::initializer_list<double>> rows);
/// The source chapters write x·W with W of shape (in, out); a checkpoint and this kit hold W of
/// shape (out, in) and compute W·x. This takes the matrix as the book prints it.
lm::Matrix book_weight(std::initializer_list<std::initializer_list<double>> rows);

/// Seeded inputs, the same on every machine: uniform in [low, high), never a round number.
lm::Vector random_row(int size, std::uint64_t seed, double low = -2, double high = 2);
/// A learned gain as checkpoints have it: in [0.5, 2), every third entry negative.
lm::Vector random_gain(int size, std::uint64_t seed);
lm::Matrix random_matrix(int rows, int cols, std::uint64_t seed, double low = -1, double high = 1);

/// Ends a test that has no data to run on; the kit reports it as skipped, never as passed.
void skip(std::string_view reason);

}  // namespace kit

using kit::book_weight, kit::equals, kit::is_close, kit::is_within, kit::matrix, kit::random_gain,
    kit::random_matrix, kit::random_row, kit::row, kit::shows, kit::skip, kit::throws_with,
    kit::unchanged;
