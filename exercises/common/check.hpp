#pragma once
#include <exception>
#include <stdexcept>
#include <string>

namespace kit {

/// What an unwritten stub throws. It says where the steps still stand.
class NotStarted : public std::exception {
 public:
  NotStarted(const char* function, const char* file, int line)
      : message_(std::string(function) + " is not written yet (" + file + ":" +
                 std::to_string(line) + ")") {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// Marks the place in a stub that is yours: replace the call by your code. File and line are the
/// caller's (std::source_location would say it nicer, but clang 14 has none).
[[noreturn]] inline void todo(const char* function, const char* file = __builtin_FILE(),
                              int line = __builtin_LINE()) {
  throw NotStarted(function, file, line);
}

inline std::string text(const char* words) { return words; }
inline std::string text(const std::string& words) { return words; }
inline std::string text(auto number) { return std::to_string(number); }

/// Checks a precondition. The message names the function, what was found and what was needed:
///     kit::require(x.size() == y.size(), "dot: x has ", x.size(), " values, y has ", y.size());
///
/// Throws std::invalid_argument with that message if ok is false.
template <class... Words>
void require(bool ok, const Words&... words) {
  if (!ok) throw std::invalid_argument((text(words) + ...));
}

}  // namespace kit
