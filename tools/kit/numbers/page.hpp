#pragma once
// What the kit reads in a Markdown file: the numbers that it prints, the commands and files that it
// points at, and the numbers block at its end.
#include <string>
#include <vector>

namespace kit::numbers {

/// A number as a text prints it.
struct Printed {
  std::string digits;           // in one spelling: "-1.2e-5", "134217728", "0x3f80"
  double unit = 0;              // of the last digit; 0: a whole number
  bool must_be_listed = false;  // 0.5 and 4096, unless they name something; not 12, not 1e-5
  double value() const;
};
std::vector<Printed> numbers_in(const std::string& text);

struct Page {
  struct Line {
    int line;
    std::string text;
  };
  struct Number {
    int line;
    Printed printed;
  };
  struct Command {
    int line;
    std::string verb;  // empty: ./kit alone
    std::vector<std::string> options;
  };
  std::string text;  // without comments
  std::vector<Number> numbers;
  std::vector<Command> commands;
  std::vector<Line> links;  // their targets
  std::vector<Line> block;  // of the numbers block
  bool has_block = false;
};
Page read_page(const std::string& text);

}  // namespace kit::numbers
