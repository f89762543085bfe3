// Text: columns, wrapping, Markdown, nearest names, JSON.
#include "front/text.hpp"

#include "front/json.hpp"
#include "front/markdown.hpp"
#include "harness.hpp"

namespace kit::tests {
namespace {

void expect_text(const std::string& got, const std::string& want) {
  expect(got == want, "got\n" + got + "\nwant\n" + want);
}

const Case widths("columns: two for CJK, none for escapes and combining marks", [] {
  expect(columns("rms") == 3, "rms");
  expect(columns("残差") == 4, "CJK");
  expect(columns("\033[1mx\033[0m") == 1, "escapes");
  expect(columns("x\u0304") == 1, "combining marks");
  expect_text(std::string(fitting("残差流", 5)), "残差");
  expect_text(std::string(fitting("\033[1mab\033[0m", 1)), "\033[1ma");
});

const Case wrapping("wrapped: breaks at spaces, indents, never loops on a long word", [] {
  expect_text(wrapped("one two three", 9, "  "), "  one two\n  three\n");
  expect_text(wrapped("one two", 8, "    ", "  - "), "  - one\n    two\n");
  expect_text(wrapped("averyveryverylongword x", 6), "averyveryverylongword\nx\n");
});

const Case names("nearest: close names, nothing for far ones", [] {
  expect_text(nearest("rms_nrm", {"rms_norm", "linear"}), "; do you mean rms_norm?");
  expect_text(nearest("tset", {"test", "reset", "read"}), "; do you mean test or reset?");
  expect_text(nearest("qwertz", {"rms_norm", "linear"}), "");
});

const Case markdown("rendered: headings, lists, tables, fences, quotations", [] {
  expect_text(rendered("# RMSNorm\n\nA **bold** word and `code`.\n", 40),
              "RMSNorm\n═══════\n\nA bold word and `code`.\n");
  expect_text(rendered("- one\n- two words that are\n  long\n", 16),
              "  - one\n  - two words\n    that are\n    long\n");
  expect_text(rendered("| a | b |\n|---|---|\n| 1 | 残差 |\n", 40),
              "  a  b\n  ─  ────  \n  1  残差\n");
  expect_text(rendered("```\nx = 2 * 3 * 4\n```\n", 40), "    x = 2 * 3 * 4\n");
  expect_text(rendered("> said\n> so\n", 40), "  │ said so\n");
  expect_text(rendered("2 * 3 and 4 * 5, a_b_c\n", 40), "2 * 3 and 4 * 5, a_b_c\n");
  expect_text(rendered("[paper](https://example.org)\n", 60), "paper (https://example.org)\n");
});

const Case wide_table("rendered: a table too wide is wrapped inside its cells", [] {
  const std::string text =
      rendered("| name | words |\n|---|---|\n| x | one two three four five six seven |\n", 24);
  for (const std::string& line : lines_of(text)) {
    expect(columns(line) <= 24, "too wide: " + line);
  }
  expect_text(rendered("| a | b |\n|---|---|\n| one | a_long_name and more |\n", 12),
              "  a    b\n  ───  ───────────  \n  one  a_long_name\n       and more\n");
});

const Case documents("Json: quotes, control characters, broken UTF-8", [] {
  expect_text(Json{{"a", "say \"hi\"\n"}, {"b", true}, {"c", 3}}.text(),
              R"({"a": "say \"hi\"\u000a", "b": true, "c": 3})");
  expect_text(Json("\xff").text(), "\"\xEF\xBF\xBD\"");
  expect_text(Json(std::vector<std::string>{"x", "y"}).text(), R"(["x", "y"])");
});

}  // namespace
}  // namespace kit::tests
