#pragma once
// The record of one run, as tests/support/record.hpp writes it, and what the runner adds to it.
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace kit {

/// An entry of the table that a failing check shows.
struct Row {
  std::size_t index = 0;
  std::string got, want;  // as written in the record; empty where one side has no entry
  bool ok = false;
};

struct Check {
  std::string id;  // test case / run / number
  std::string test;
  std::string
      verb;  // is_close, …; or how the test ended: threw, todo, holds, crashed, exited, hung
  bool ok = false;
  bool in_words = false;
  std::string got_words, want_words;
  std::size_t size = 0, want_size = 0, n_wrong = 0;
  std::vector<double> got, within;  // if it is wrong: a sample, the same for the same size
  std::vector<Row> rows;
  int digits = 0;
};

struct Record {
  std::vector<std::string> tests, skipped;  // test cases begun, reasons for skipping
  std::vector<Check> checks;
  std::vector<std::string> unplugged;  // functions of the contract that the file does not define
  std::string plug_error;              // the dynamic linker's words
  bool done = false;                   // the test program reached its end
  bool forked = false;                 // the code under test asked for another process
  double seconds = 0;
  double seconds_in_parts = 0;      // of these, in the code under test
  std::string output;               // what the code under test printed
  std::string belief, truth, kind;  // of a wrong version
  std::vector<std::string> caught_by;
};

/// How a test program is run.
struct RunOptions {
  std::filesystem::path source = {};     // the wrong version's: its first lines say the belief
  std::string only = {};                 // tags of the test cases; empty: all
  std::stop_token stop = {};             // asked to stop, it throws Stopped
  double seconds = 10;                   // time limit of the whole run
  double patience = 1;                   // so many times longer for all, where the machine is busy
  std::string seed = "0";                // of the tests' inputs
  std::vector<std::string> worker = {};  // for grading: starts the process that holds the part
};

/// Runs a test program against a part, through crashes, to the last test case or the time limit,
/// and writes the record to `file` (by rename).
void record_run(const std::filesystem::path& program, const std::filesystem::path& part,
                const std::filesystem::path& file, const RunOptions& options = {});

/// Throws std::runtime_error if the file cannot be read.
Record read_record(const std::filesystem::path& file);

/// The `// Belief:` … lines at the head of a wrong version: key to text.
std::map<std::string, std::string> head_lines(const std::filesystem::path& source);

}  // namespace kit
