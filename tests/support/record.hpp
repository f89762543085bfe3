#pragma once
// The record: one JSON object a line, written while the tests run, so that it says how far they
// came even if the code under test ends the process.
//
//   {"test": NAME}                      a test case begins
//   {"check": NAME/RUN/NUMBER, …}       what one verb saw: verb, ok, size; of what is wrong also
//                                       got, within, want, rows
//   {"skip": REASON}                    the test case has no data to run on
//   {"forked": true}                    the code under test called fork
//   {"done": true}                      all test cases were run
#include <string>
#include <string_view>
#include <vector>

namespace kit::record {

void open(const std::string& file);
void begin_test(std::string_view name);
void begin_run();  // the same test case again: the next value of a generator, the next section
/// The end of the tests; `seconds_in_parts` is what the code under test took of their time.
void done(double seconds_in_parts);

struct Check {
  std::string_view verb;
  bool ok = false;
  std::vector<double> got, want, tolerances;  // or, for words:
  std::string got_words, want_words;
  bool in_words = false;
  int digits = 0;  // as printed by shows
};
void write(const Check& check);
void write_skip(std::string_view reason);
/// A part that could not be plugged in: the functions it does not define, or the linker's words.
void write_unplugged(const std::vector<std::string>& missing, const std::string& error);
/// For a signal handler: writes a finished line and nothing else.
void write_raw(const char* line, std::size_t size);

/// True if every check so far was ok.
bool all_ok();

}  // namespace kit::record
