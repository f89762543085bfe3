#include "support/record.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace kit::record {
namespace {

using json = nlohmann::ordered_json;

int file_descriptor = -1;
std::string test_name;
int run = 0, number = 0;
bool ok_so_far = true;

void write_line(const json& line) {
  const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  write_raw(text.data(), text.size());
}

/// JSON has no NaN and no infinity: they are words.
json number_or_word(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  // Nine digits name a float32 exactly; large counts are whole numbers and stay so.
  if (value == std::floor(value) && std::abs(value) < 9e15) {
    return static_cast<std::int64_t>(value);
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return std::strtod(text, nullptr);
}

bool agrees(double got, double want, double tolerance) {
  if (std::isinf(want) || tolerance == 0) return got == want;
  return std::abs(got - want) <= tolerance;  // false for NaN
}

/// Long rows keep their first 32 entries and 32 more, spread evenly: enough to tell two programs
/// apart, and small on disk.
std::vector<std::size_t> sample(std::size_t size) {
  std::vector<std::size_t> picked;
  for (std::size_t i = 0; i < std::min<std::size_t>(size, 32); ++i) picked.push_back(i);
  if (size <= 64) {
    for (std::size_t i = 32; i < size; ++i) picked.push_back(i);
  } else {
    for (std::size_t k = 1; k <= 32; ++k) picked.push_back(31 + k * (size - 32) / 32);
  }
  return picked;
}

bool is_ok(const Check& check, std::size_t i) {
  return i < check.got.size() && i < check.want.size() &&
         agrees(check.got[i], check.want[i], check.tolerances[i]);
}

/// The rows of the table that a student sees: a short one whole, a long one from just before its
/// first wrong entry.
json table(const Check& check, std::size_t first_wrong) {
  constexpr std::size_t n_rows = 8;
  const std::size_t longest = std::max(check.got.size(), check.want.size());
  const std::size_t begin =
      longest <= n_rows ? 0 : std::min(first_wrong, longest - 1) - (first_wrong > 0);
  json rows = json::array();
  for (std::size_t i = begin; i < std::min(longest, begin + n_rows); ++i) {
    json entry = {{"index", i}};
    if (i < check.got.size()) entry["got"] = number_or_word(check.got[i]);
    if (i < check.want.size()) entry["want"] = number_or_word(check.want[i]);
    entry["ok"] = is_ok(check, i);
    rows.push_back(entry);
  }
  return rows;
}

/// Says what was compared; returns whether it is ok.
bool add_words(json& line, const Check& check) {
  line["got"] = check.got_words;
  if (!check.want_words.empty()) line["want"] = check.want_words;
  return check.ok;
}

bool add_numbers(json& line, const Check& check) {
  const std::size_t common = std::min(check.got.size(), check.want.size());
  std::size_t first_wrong = check.got.size(), n_wrong = 0;
  for (std::size_t i = common; i-- > 0;) {
    if (is_ok(check, i)) continue;
    first_wrong = i;
    ++n_wrong;
  }
  line["size"] = check.got.size();
  if (n_wrong == 0 && check.got.size() == check.want.size()) return true;

  json got = json::array(), within = json::array();  // of what is right, nobody asks how
  for (const std::size_t i : sample(check.got.size())) {
    got.push_back(number_or_word(check.got[i]));
    within.push_back(number_or_word(i < common ? check.tolerances[i] : 0));
  }
  line["got"] = got;
  if (!check.tolerances.empty()) line["within"] = within;
  line["want_size"] = check.want.size();
  line["n_wrong"] = n_wrong;
  if (check.digits > 0) line["digits"] = check.digits;
  line["rows"] = table(check, first_wrong);
  return false;
}

}  // namespace

void open(const std::string& file) {
  file_descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_descriptor < 0) {
    std::perror(file.c_str());
    std::exit(5);
  }
  // A twin of this process would write its own lines in between.
  pthread_atfork(
      nullptr,
      [] {
        write_line({{"forked", true}});
      },
      [] { _exit(0); });
}

void write_raw(const char* line, std::size_t size) {
  if (file_descriptor < 0) return;
  while (size > 0) {
    const ssize_t written = ::write(file_descriptor, line, size);
    if (written <= 0) return;
    line += written;
    size -= static_cast<std::size_t>(written);
  }
}

void begin_test(std::string_view name) {
  test_name = name;
  run = -1;
  number = 0;
  write_line({{"test", name}});
}
void begin_run() {
  ++run;
  number = 0;
}
void done(double seconds_in_parts) {
  write_line({{"done", true}, {"seconds_in_parts", seconds_in_parts}});
}
bool all_ok() {
  return ok_so_far;
}

void write(const Check& check) {
  json line;
  line["check"] =
      test_name + "/" + std::to_string(std::max(run, 0)) + "/" + std::to_string(++number);
  line["verb"] = check.verb;
  const bool ok = check.in_words ? add_words(line, check) : add_numbers(line, check);
  line["ok"] = ok;
  ok_so_far = ok_so_far && ok;
  write_line(line);
}

void write_skip(std::string_view reason) {
  write_line({{"skip", reason}});
}

void write_unplugged(const std::vector<std::string>& missing, const std::string& error) {
  ok_so_far = false;
  write_line({{"unplugged", missing}, {"error", error}});
}

}  // namespace kit::record
