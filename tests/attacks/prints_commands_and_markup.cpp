// Attack: output that a terminal, an XML reader or a CI service would obey.
// Verdict: fails
// Prints: end of output
#include "linear.hpp"

#include <cstdio>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  static bool once = false;
  if (once) return {};
  once = true;
  std::fputs("\x1b[2J\x1b[1;32mAll tests passed\x1b[0m\x1b]0;title\x07\n", stdout);
  std::fputs("]]></failure><testcase name=\"x\"/>\n", stdout);
  std::fputs("::set-output name=result::pass\n::add-mask::a\n::error::b\n", stdout);
  std::fwrite("nul \0 \xff\xfe \xc0\xaf \xe2\x80\xae evil \xc2\x9b 1m\n", 1, 27, stdout);
  std::fputs("=cmd|'/c calc'!A1\n", stdout);
  std::puts("end of output");
  return {};
}
