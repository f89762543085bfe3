#pragma once
// What an expression computes with, and how a C++ function becomes one that it can call.
#include <cmath>
#include <concepts>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "common/kinds.hpp"

namespace kit::numbers {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A number, some words, or a list; a matrix is a list of rows. Truth is 1 or 0.
struct Value {
  std::variant<double, std::string, std::vector<Value>> is;

  Value(double number = 0) : is(number) {}
  Value(std::string words) : is(std::move(words)) {}
  Value(std::vector<Value> list) : is(std::move(list)) {}

  bool is_number() const { return std::holds_alternative<double>(is); }
  bool is_words() const { return std::holds_alternative<std::string>(is); }
  bool is_list() const { return std::holds_alternative<std::vector<Value>>(is); }
  double number() const { return get<double>("a number"); }
  const std::string& words() const { return get<std::string>("a 'string'"); }
  const std::vector<Value>& list() const { return get<std::vector<Value>>("a [list]"); }

 private:
  template <class T>
  const T& get(const char* kind) const {
    if (const T* value = std::get_if<T>(&is)) return *value;
    throw Error(std::string("must be ") + kind);
  }
};
using List = std::vector<Value>;

/// As a reader would write it, to the last digit.
std::string shown(const Value& value);

/// All numbers in it, in order.
std::vector<double> flat(const List& values);

/// f of a number, or of each number of a list.
template <class F>
Value each(const Value& value, F f) {
  if (!value.is_list()) return f(value.number());
  List result;
  for (const Value& entry : value.list()) result.push_back(each(entry, f));
  return result;
}

// ---- from a result ------------------------------------------------------------------------------

template <class T>
concept MatrixLike = requires(const T& m) {
  { m.rows } -> std::convertible_to<std::size_t>;
  { m.cols } -> std::convertible_to<std::size_t>;
  m.data[0];
};

template <class T>
Value to_value(const T& result) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<double>(result);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    return std::string(std::string_view(result));
  } else if constexpr (requires { result.values; }) {  // reference::Result
    return to_value(result.values);
  } else if constexpr (MatrixLike<T>) {
    const auto rows = static_cast<std::size_t>(result.rows);
    const auto cols = static_cast<std::size_t>(result.cols);
    List list(rows, List(cols));
    for (std::size_t i = 0; i < rows * cols; ++i) {
      std::get<List>(list[i / cols].is)[i % cols] = to_value(result.data[i]);
    }
    return list;
  } else {
    List list;
    for (const auto& entry : result) list.push_back(to_value(entry));
    return list;
  }
}

// ---- to a parameter -----------------------------------------------------------------------------

/// How an expression spells the values of an enum that a function takes.
template <class Enum>
inline const std::map<std::string, Enum> words_of = {};
template <>
inline const std::map<std::string, lm::Activation> words_of<lm::Activation> = {
    {"sigmoid", lm::Activation::sigmoid},
    {"relu", lm::Activation::relu},
    {"silu", lm::Activation::silu},
    {"gelu", lm::Activation::gelu},
    {"gelu_tanh", lm::Activation::gelu_tanh}};
template <>
inline const std::map<std::string, lm::Dtype> words_of<lm::Dtype> = {{"f32", lm::Dtype::f32},
                                                                     {"f16", lm::Dtype::f16},
                                                                     {"bf16", lm::Dtype::bf16},
                                                                     {"int8", lm::Dtype::int8}};
template <>
inline const std::map<std::string, lm::RopePairing> words_of<lm::RopePairing> = {
    {"interleaved", lm::RopePairing::interleaved}, {"half_split", lm::RopePairing::half_split}};

/// Holds what a parameter of type T needs while the call runs.
template <class T>
struct Argument {
  T held;
  explicit Argument(const Value& value) : held(from(value)) {}
  const T& get() const { return held; }

  static T from(const Value& value) {
    if constexpr (std::is_enum_v<T>) {
      const auto found = words_of<T>.find(value.words());
      if (found != words_of<T>.end()) return found->second;
      std::string all;
      for (const auto& [word, unused] : words_of<T>) all += (all.empty() ? "" : ", ") + word;
      throw Error("must be one of " + all);
    } else if constexpr (std::is_integral_v<T>) {
      const double number = value.number();
      if (number != std::trunc(number)) throw Error("must be a whole number");
      if (number < static_cast<double>(std::numeric_limits<T>::lowest()) ||
          number - 1 >= static_cast<double>(std::numeric_limits<T>::max())) {
        throw Error("is out of range");
      }
      return static_cast<T>(number);
    } else if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(value.number());
    } else if constexpr (std::is_constructible_v<T, const std::string&>) {
      return T(value.words());
    } else if constexpr (MatrixLike<T>) {
      T matrix{};
      std::tie(matrix.rows, matrix.cols) = shape(value);
      matrix.data = entries<std::remove_cvref_t<decltype(matrix.data[0])>>(value);
      return matrix;
    } else {
      T list;
      for (const Value& entry : value.list()) {
        list.push_back(Argument<typename T::value_type>::from(entry));
      }
      return list;
    }
  }

  static std::pair<int, int> shape(const Value& value) {
    const List& rows = value.list();
    const std::size_t cols = rows.empty() ? 0 : rows[0].list().size();
    for (const Value& row : rows) {
      if (row.list().size() != cols) throw Error("has rows of different lengths");
    }
    return {static_cast<int>(rows.size()), static_cast<int>(cols)};
  }
  template <class Entry>
  static std::vector<Entry> entries(const Value& matrix) {
    std::vector<Entry> all;
    for (const Value& row : matrix.list()) {
      for (const Value& entry : row.list()) all.push_back(Argument<Entry>::from(entry));
    }
    return all;
  }
};

/// A span sees a list rounded to its type, as a test would pass it. The reference checks no sizes:
/// where one list is shorter than another it finds NaN behind the end, and so does the reader.
template <class T>
struct Argument<std::span<const T>> {
  std::size_t size;
  std::vector<T> held;
  explicit Argument(const Value& value)
      : size(value.list().size()), held(Argument<std::vector<T>>::from(value)) {
    held.insert(held.end(), 256, std::numeric_limits<T>::quiet_NaN());
  }
  std::span<const T> get() const { return {held.data(), size}; }
};

/// A matrix that somebody else owns.
template <MatrixLike T>
requires std::is_pointer_v<decltype(T::data)>
struct Argument<T> {
  std::vector<std::remove_cvref_t<decltype(T{}.data[0])>> held;
  std::pair<int, int> shape;
  explicit Argument(const Value& value)
      : held(Argument<int>::template entries<typename decltype(held)::value_type>(value)),
        shape(Argument<int>::shape(value)) {
    held.insert(held.end(), 256, NAN);
  }
  T get() const { return T{held.data(), shape.first, shape.second}; }
};

// ---- functions ----------------------------------------------------------------------------------

/// Can a result of type T become a value, a value an argument for a parameter of type T?
template <class T>
constexpr bool is_result() {
  if constexpr (std::is_arithmetic_v<T> || std::is_convertible_v<const T&, std::string_view> ||
                MatrixLike<T>) {
    return true;
  } else if constexpr (requires(T t) { t.values; }) {
    return is_result<decltype(T::values)>();
  } else if constexpr (requires(T t) { t.begin(); }) {
    return is_result<typename T::value_type>();
  }
  return false;
}
template <class P>
constexpr bool is_parameter() {
  using T = std::remove_cvref_t<P>;
  if constexpr (std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>) {
    return false;  // the function writes into it
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || MatrixLike<T> ||
                       std::is_constructible_v<T, const std::string&>) {
    return true;
  } else if constexpr (requires(T t) { t.begin(); }) {
    return is_parameter<typename T::value_type>();
  }
  return false;
}

struct Function {
  std::size_t least, most;  // arguments
  std::function<Value(const List&)> call;
};

struct Functions {
  std::map<std::string, Function> named;

  /// Any function or lambda whose parameters and result the above can carry. One that takes a
  /// single number also works entry by entry.
  template <class F>
  void add(const std::string& name, F function) {
    add(name, std::function(std::move(function)));
  }
  /// The same for a function that may have other parameters; then it is left out.
  template <class Result, class... Parameters>
  void offer(const std::string& name, Result (*function)(Parameters...)) {
    if constexpr (is_result<Result>() && (is_parameter<Parameters>() && ...)) add(name, function);
  }
  template <class Result, class... Parameters>
  void add(const std::string& name, std::function<Result(Parameters...)> function) {
    constexpr std::size_t n = sizeof...(Parameters);
    constexpr bool of_a_number = n == 1 && (std::is_arithmetic_v<Parameters> && ...);
    named[name] = {n, n, [function](const List& arguments) {
                     const auto once = [&](const List& given) {
                       return call(function, given, std::index_sequence_for<Parameters...>());
                     };
                     if constexpr (of_a_number) {
                       return each(arguments[0], [&](double x) { return once({x}); });
                     } else {
                       return once(arguments);
                     }
                   }};
  }

 private:
  template <class Result, class... Parameters, std::size_t... I>
  static Value call(const std::function<Result(Parameters...)>& function, const List& arguments,
                    std::index_sequence<I...>) {
    const std::tuple held{hold<std::remove_cvref_t<Parameters>>(arguments[I], I)...};
    return to_value(function(std::get<I>(held).get()...));
  }
  template <class T>
  static Argument<T> hold(const Value& value, std::size_t i) try {
    return Argument<T>(value);
  } catch (const Error& error) {
    throw Error("argument " + std::to_string(i + 1) + " " + error.what());
  }
};

/// Arithmetic's own: sqrt, sum, dot … (expression.cpp).
Functions arithmetic();
/// Those of reference/ (written by the build).
void offer_references(Functions& all);
/// Both, and what else a text needs (functions.cpp).
const Functions& functions();

/// Computes what a text says. Throws Error.
Value evaluate(const std::string& text, const std::map<std::string, Value>& names,
               const Functions& functions);

}  // namespace kit::numbers
