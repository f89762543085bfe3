#pragma once
#include <exception>
#include <source_location>
#include <stdexcept>
#include <string>

namespace kit {

/// What an unwritten stub throws. It says where the steps still stand.
class NotStarted : public std::exception {
 public:
  NotStarted(const char* function, std::source_location where)
      : message_(std::string(function) + " is not written yet (" + where.file_name() + ":" +
                 std::to_string(where.line()) + ")") {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// Marks the place in a stub that is yours: replace the call by your code.
[[noreturn]] inline void todo(const char* function,
                              std::source_location where = std::source_location::current()) {
  throw NotStarted(function, where);
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
