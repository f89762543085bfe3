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
  int layer_argument = -1;     // which argument is the layer, if one is
  void* other = nullptr;       // the student's implementation, if it has one to be watched
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
requires(!std::is_const_v<T>) struct Argument<T&> {
  T copy;
  explicit Argument(T& original) : copy(original) {}
  T& get() { return copy; }
  void append_to(std::vector<double>& numbers) const { append_numbers(numbers, copy); }
};
template <class T>
requires(!std::is_const_v<T>) struct Argument<std::span<T>> {
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

/// What the student's part makes of these arguments: its result, then what it wrote.
template <class Function, class... Parameters>
std::vector<double> student_numbers(const Observed& part,
                                    std::remove_reference_t<Parameters>&... arguments) {
  std::tuple<Argument<Parameters>...> copies{Argument<Parameters>{arguments}...};
  std::vector<double> numbers;
  enter(part);
  try {
    std::apply(
        [&](auto&... copy) {
          const auto other = reinterpret_cast<Function>(part.other);
          if constexpr (std::is_void_v<std::invoke_result_t<Function, Parameters...>>) {
            other(static_cast<Parameters&&>(copy.get())...);
          } else {
            append_numbers(numbers, other(static_cast<Parameters&&>(copy.get())...));
          }
          (copy.append_to(numbers), ...);
        },
        copies);
  } catch (const std::exception& error) {
    threw(part, error.what());
  } catch (...) {
    threw(part, "no std::exception");
  }
  leave();
  return numbers;
}

/// Takes the layer from the argument that is one.
template <class... Parameters>
void note_layer(const Observed& part, const Parameters&... arguments) {
  int at = 0;
  const auto look = [&](const auto& argument) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(argument)>, int>) {
      if (at == part.layer_argument) at_layer(argument);
    }
    ++at;
  };
  (look(arguments), ...);
}

template <class Function, class... Parameters>
decltype(auto) call(Observed& part, Function model, Parameters&&... arguments) {
  using Result = std::invoke_result_t<Function, Parameters...>;
  note_layer(part, arguments...);

  // A function among the arguments may change things when it is called; to call it twice would.
  constexpr bool repeatable = !(is_function<std::remove_cvref_t<Parameters>> || ...);
  const bool is_watched = repeatable && part.other != nullptr && !inside();
  const bool is_traced = !is_watched && part.compares_runs && !inside();
  std::vector<double> student, numbers;
  if constexpr (repeatable) {
    if (is_watched) student = student_numbers<Function, Parameters...>(part, arguments...);
  }
  const auto judge = [&] {
    if (is_watched) compare(part, numbers, student);
    if (is_traced) next_result(part, numbers);
  };
  if constexpr (std::is_void_v<Result>) {
    model(std::forward<Parameters>(arguments)...);
    if (is_watched || is_traced) (append_written<Parameters>(numbers, arguments), ...);
    judge();
  } else {
    Result result = model(std::forward<Parameters>(arguments)...);
    if (is_watched || is_traced) append_numbers(numbers, result);
    if (is_watched) (append_written<Parameters>(numbers, arguments), ...);
    judge();
    return result;
  }
}

}  // namespace kit::shadow
