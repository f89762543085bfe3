#pragma once
// The switchboard of `kit blame`: the model's parts do the work, and beside each call the student's
// part gets the same arguments. The first call whose result differs names part, layer and step.
// Compiled in place of the plain forwarding (switchboard.hpp) where KIT_SHADOW is defined.
#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/fields.hpp"

namespace kit::shadow {

/// One function of one contract, as the observer sees it.
struct Observed {
  std::string exercise, function;
  int layer_argument = -1;  // which argument is the layer, if one is
  void* other = nullptr;    // the student's implementation, if it has one to be watched
  bool compares_runs = false;  // also compared between a run of the model's and a mixed run
  long calls = 0;
};
Observed& observed(void* forwarder);

/// True while a student's part runs beside the model's: its own calls are not watched again.
bool inside();
void enter(const Observed& part);
void leave();

/// Where the decoder is: a layer, and how many tokens it has read.
void at_layer(int layer);

/// Compares; on the first difference reports it and ends the program.
void compare(const Observed& part, const std::vector<double>& model,
             const std::vector<double>& student);
/// Reports what a student's part threw where the model's did not.
[[noreturn]] void threw(const Observed& part, const std::string& what);
/// In a run that is written down or compared with one: the next result of this function.
void next_result(const Observed& part, const std::vector<double>& result);

template <class T>
inline constexpr bool is_function = false;
template <class R, class... A>
inline constexpr bool is_function<std::function<R(A...)>> = true;

/// An argument for the student's part. What the call may write into is a copy.
template <class Parameter>
struct Argument {  // a value, or a reference to what stays unchanged
  std::remove_reference_t<Parameter>& original;
  auto& get() { return original; }
  void append_to(std::vector<double>&) const {}
};
template <class T>
  requires(!std::is_const_v<T>)
struct Argument<T&> {
  T copy;
  explicit Argument(T& original) : copy(original) {}
  T& get() { return copy; }
  void append_to(std::vector<double>& numbers) const { append_numbers(numbers, copy); }
};
template <class T>
  requires(!std::is_const_v<T>)
struct Argument<std::span<T>> {
  std::vector<T> copy;
  explicit Argument(std::span<T> original) : copy(original.begin(), original.end()) {}
  std::span<T> get() { return copy; }
  void append_to(std::vector<double>& numbers) const { append_numbers(numbers, copy); }
};

/// What a call may have written: arguments that are references or spans to change.
template <class Parameter>
void append_written(std::vector<double>& numbers, const std::remove_reference_t<Parameter>& value) {
  if constexpr (std::is_lvalue_reference_v<Parameter> &&
                !std::is_const_v<std::remove_reference_t<Parameter>>) {
    append_numbers(numbers, value);
  } else if constexpr (std::is_same_v<Parameter, std::span<float>>) {
    append_numbers(numbers, value);
  }
}

template <class Function, class... Parameters>
decltype(auto) call(Observed& part, Function model, Parameters&&... arguments) {
  using Result = std::invoke_result_t<Function, Parameters...>;
  int at = 0;
  (
      [&] {
        if constexpr (std::is_same_v<std::remove_cvref_t<Parameters>, int>) {
          if (at == part.layer_argument) at_layer(arguments);
        }
        ++at;
      }(),
      ...);

  // A function among the arguments may change things when it is called; to call it twice would.
  constexpr bool repeatable = !(is_function<std::remove_cvref_t<Parameters>> || ...);
  if constexpr (repeatable) {
    if (part.other != nullptr && !inside()) {
      std::tuple<Argument<Parameters>...> copies{Argument<Parameters>{arguments}...};
      enter(part);
      std::vector<double> student, expected;
      try {
        std::apply(
            [&](auto&... copy) {
              const auto other = reinterpret_cast<Function>(part.other);
              if constexpr (std::is_void_v<Result>) {
                other(static_cast<Parameters&&>(copy.get())...);
              } else {
                append_numbers(student, other(static_cast<Parameters&&>(copy.get())...));
              }
              (copy.append_to(student), ...);
            },
            copies);
      } catch (const std::exception& error) {
        threw(part, error.what());
      } catch (...) {
        threw(part, "no std::exception");
      }
      leave();
      if constexpr (std::is_void_v<Result>) {
        model(std::forward<Parameters>(arguments)...);
        (append_written<Parameters>(expected, arguments), ...);
        compare(part, expected, student);
        return;
      } else {
        Result result = model(std::forward<Parameters>(arguments)...);
        append_numbers(expected, result);
        (append_written<Parameters>(expected, arguments), ...);
        compare(part, expected, student);
        return result;
      }
    }
  }
  if constexpr (std::is_void_v<Result>) {
    model(std::forward<Parameters>(arguments)...);
    if (part.compares_runs && !inside()) {
      std::vector<double> result;
      (append_written<Parameters>(result, arguments), ...);
      next_result(part, result);
    }
  } else {
    Result result = model(std::forward<Parameters>(arguments)...);
    if (part.compares_runs && !inside()) {
      std::vector<double> numbers;
      append_numbers(numbers, result);
      next_result(part, numbers);
    }
    return result;
  }
}

}  // namespace kit::shadow
