#include "support/testing.hpp"

#include <cxxabi.h>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <typeinfo>

#include "support/record.hpp"

namespace kit {
namespace detail {

double tolerance(double want, double magnitude, double terms) {
  return 1e-6 + 1e-5 * std::abs(want) + 4 * 0x1p-24 * std::sqrt(terms) * magnitude;
}

void compare(std::string_view verb, const std::vector<double>& got, const std::vector<double>& want,
             const std::vector<double>& tolerances) {
  record::Check check;
  check.verb = verb;
  check.got = got;
  check.want = want;
  check.tolerances = tolerances;
  record::write(check);
}

void compare_words(std::string_view verb, const std::string& got, const std::string& want,
                   bool ok) {
  record::Check check;
  check.verb = verb;
  check.ok = ok;
  check.in_words = true;
  check.got_words = got;
  check.want_words = want;
  record::write(check);
}

void show(int digits, const std::vector<double>& got, const std::vector<std::string>& want) {
  record::Check check;
  check.verb = "shows";
  check.digits = digits;
  check.got = got;
  for (const std::string& printed : want) {
    const std::size_t point = printed.find('.');
    const std::size_t decimals = point == std::string::npos ? 0 : printed.size() - point - 1;
    if (decimals != static_cast<std::size_t>(digits)) {
      throw std::logic_error("shows: " + printed + " does not have " + std::to_string(digits) +
                             " decimals");
    }
    const double value = std::stod(printed);
    check.want.push_back(value);
    // Half a unit of the last printed digit, and the rounding of the float32 itself.
    check.tolerances.push_back(0.5 * std::pow(10.0, -digits) + 2 * 0x1p-24 * std::abs(value));
  }
  record::write(check);
}

std::string exception_text(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status), std::free);
    return std::string(status == 0 ? name.get() : typeid(error).name()) + ": " + error.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

}  // namespace detail

void throws_with(std::string_view words, const std::function<void()>& call) {
  std::string got = "no exception";
  bool ok = false;
  try {
    call();
  } catch (const std::invalid_argument& refused) {
    got = detail::exception_text(std::current_exception());
    ok = std::string_view(refused.what()).find(words) != std::string_view::npos;
  } catch (...) {
    got = detail::exception_text(std::current_exception());
  }
  detail::compare_words("throws_with", got, std::string(words), ok);
}

namespace {

/// splitmix64: small, and the same on every machine, which the standard's distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + session_seed()) {}
  double uniform(double low, double high) {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return low + (high - low) * (static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53);
  }

 private:
  /// Practice runs are all alike; a grading session draws its own seed.
  static std::uint64_t session_seed() {
    static const char* const text = std::getenv("KIT_SEED");
    static const std::uint64_t seed = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
    return seed;
  }
  std::uint64_t state_;
};

}  // namespace

lm::Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  lm::Matrix result(static_cast<int>(rows.size()),
                    rows.size() == 0 ? 0 : static_cast<int>(rows.begin()->size()));
  std::size_t at = 0;
  for (const auto& entries : rows) {
    for (const double entry : entries) result.data.at(at++) = static_cast<float>(entry);
  }
  return result;
}

lm::Matrix book_weight(std::initializer_list<std::initializer_list<double>> rows) {
  const lm::Matrix printed = matrix(rows);
  lm::Matrix weight(printed.cols, printed.rows);
  for (int in = 0; in < printed.rows; ++in) {
    for (int out = 0; out < printed.cols; ++out) {
      weight.row(out)[static_cast<std::size_t>(in)] =
          printed.row(in)[static_cast<std::size_t>(out)];
    }
  }
  return weight;
}

lm::Vector random_row(int size, std::uint64_t seed, double low, double high) {
  Random random(seed);
  lm::Vector values(static_cast<std::size_t>(size));
  for (float& value : values) value = static_cast<float>(random.uniform(low, high));
  return values;
}

lm::Vector random_gain(int size, std::uint64_t seed) {
  lm::Vector gain = random_row(size, seed, 0.5, 2);
  for (std::size_t i = 2; i < gain.size(); i += 3) gain[i] = -gain[i];
  return gain;
}

lm::Matrix random_matrix(int rows, int cols, std::uint64_t seed, double low, double high) {
  lm::Matrix result(rows, cols);
  result.data = random_row(rows * cols, seed, low, high);
  return result;
}

void skip(std::string_view reason) {
  record::write_skip(reason);
}

}  // namespace kit
