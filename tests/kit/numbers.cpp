// The numbers block: its grammar, its rounding, and what it says when a number is wrong.
#define KIT_CATCH_MAIN
#include "numbers/numbers.hpp"

#include <unistd.h>

#include <cmath>
#include <fstream>

#include "numbers/value.hpp"
#include "reference/result.hpp"
#include "support/catch.hpp"

namespace fs = std::filesystem;
using namespace kit::numbers;

enum class Colour { red, blue };
template <>
const std::map<std::string, Colour> kit::numbers::words_of<Colour> = {{"red", Colour::red},
                                                                      {"blue", Colour::blue}};

namespace {

struct OwnedMatrix {
  std::size_t rows = 0, cols = 0;
  std::vector<double> data;
};
struct MatrixView {
  const float* data = nullptr;
  int rows = 0, cols = 0;
};

double compute(const std::string& text, const Functions& with = functions()) {
  return evaluate(text, {{"y", List{3.0, 4.0}}}, with).number();
}

/// What is said about an expression that cannot be computed.
std::string refusal(const std::string& text, const Functions& with = functions()) {
  try {
    evaluate(text, {{"row", 1.0}}, with);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

bool prints(const std::string& printed, double value) {
  return agrees(numbers_in(printed).at(0), value);
}

std::string digits(const std::string& text, bool only_long = false) {
  std::string all;
  for (const Printed& number : numbers_in(text)) {
    if (number.must_be_listed || !only_long) all += (all.empty() ? "" : " ") + number.digits;
  }
  return all;
}

/// A tree with one section and its visible test; what kit-numbers says about it.
std::string verdict(const std::string& section, const std::string& test = "",
                    int* count = nullptr) {
  const fs::path root = fs::temp_directory_path() / ("kit-numbers." + std::to_string(getpid()));
  const fs::path file = root / "exercises/02_normalization/rms_norm.md";
  for (const char* folder : {"exercises/02_normalization", "tests/visible/02_normalization"}) {
    fs::create_directories(root / folder);
  }
  std::ofstream(root / "tests/visible/02_normalization/rms_norm.cpp") << test;
  std::ofstream(file) << section;
  int executed = 0;
  std::string all;
  for (const auto& [line, words] : check(file, read_page(section), executed)) {
    all += (all.empty() ? "" : "\n") + std::to_string(line) + ": " + words;
  }
  fs::remove_all(root);
  if (count != nullptr) *count = executed;
  return all;
}

const std::string good_section =
    "# RMSNorm\n"
    "The mean square of [3, 4] is (9 + 16) / 2 = 12.5, its root 3.535534: [0.848528, 1.131371].\n"
    "| 4096 | −0.806824 |\n"
    "<!-- hints\n1. 99.5\n-->\n"
    "<!-- numbers\n"
    "12.5 = mean([3, 4]^2)  # as above\n"
    "3.535534 = sqrt((3^2 + 4^2) / 2)\n"
    "\n"
    "let y = rms_norm([3, 4], [1, 1], 0)\n"
    "[0.848528, 1.131371] = y\n"
    "−0.806824 = -3 * -1 / (1 + exp(1)) * -1\n"
    "allow 4096\n"
    "-->\n";
const std::string good_test =
    "  shows(6, lm::rms_norm(row({3, 4}), row({1, 1}), 0.0f),\n        {\"0.848528\", "
    "\"1.131371\"});\n";

}  // namespace

TEST_CASE("expressions follow the rules of arithmetic") {
  CHECK(compute("2 + 3 * 4 - 6 / 3") == 12);
  CHECK(compute("-2^2") == -4);
  CHECK(compute("2^3^2 * 2^-1") == 256);
  CHECK(compute("(1 − 3) * -(2)") == 4);
  CHECK(compute("1e-3 * 0x10") == 0.016);
  CHECK(compute("cos(pi) + log(e) + true") == Approx(1));
}

TEST_CASE("lists work entry by entry, and have parts") {
  CHECK(compute("sum([1, 2, 3] * 2 + [1, 1, 1])") == 15);
  CHECK(compute("[[1, 2], [3, 4]][1][0]") == 3);
  CHECK(compute("sum(y[1:]) * 10 + size(range(5)[2:4])") == 42);
  CHECK(compute("norm(y) + mean(y) + max(y, 9) + min([5], 2)") == 19.5);
  CHECK(compute("dot(y, [1, 10])") == 43);
  CHECK(compute("dot([[1, 2], [3, 4]], [1, 10])[1]") == 43);
  CHECK(compute("dot([1, 10], [[1, 2], [3, 4]])[1]") == 42);
  CHECK(compute("dot(transpose([[1, 2], [3, 4]]), [[0, 1], [1, 0]])[0][1]") == 1);
  CHECK(compute("concat(reverse(y), [7])[0] + mod(-1, 3)") == 6);
  CHECK(compute("erf(1)") == std::erf(1.0));
}

TEST_CASE("narrow types round to nearest even, int32 wraps") {
  CHECK(compute("f32(0.1)") == 0.1f);
  CHECK(compute("bf16(0.7)") == 0.69921875);
  CHECK(compute("bf16(256) + bf16(257)") == 512);
  CHECK(compute("fp16(1e-8)") == 0);
  CHECK(compute("fp16(1e-6)") == 1.0132789611816406e-06);
  CHECK(compute("fp16(65519)") == 65504);
  CHECK(std::isinf(compute("fp16(300 * 300)")));
  CHECK(compute("int32(2 * 32 * 32 * 128 * 4096 * 2)") == -2147483648.0);
  CHECK(compute("int32(2^34)") == 0);
  CHECK(compute("int64(8 * 4096 / 3)") == 10922);
}

TEST_CASE("a function of any usual signature can be called") {
  Functions all = arithmetic();
  all.named["half"] = {1, 1, [](const List& a) -> Value { return a[0].number() / 2; }};
  all.add("single", [](std::span<const float> x) { return double{x[0]}; });
  all.add("ints", [](const std::vector<int>& x, bool twice) { return x[0] * (twice ? 2 : 1); });
  all.add("nested", [](const std::vector<std::vector<double>>& m) { return m[1]; });
  all.add("owned", [](OwnedMatrix m) { return m.data[1] += double(m.cols), m; });
  all.add("view", [](MatrixView m) { return m.data[m.cols] + float(m.rows); });
  all.add("result", [](double x) { return reference::Result{{x, 2 * x}, {}, 1}; });
  all.add("length", [](const std::string& words) { return std::int64_t(words.size()); });
  all.add("colour", [](Colour colour) { return colour == Colour::blue; });
  all.add("twice", [](double x) { return 2 * x; });
  CHECK(compute("twice(3) + twice([1, 2])[1]", all) == 10);
  CHECK(compute("single([0.1])", all) == 0.1f);
  CHECK(compute("ints([7], true)", all) == 14);
  CHECK(compute("nested([[1, 2], [3, 4]])[1]", all) == 4);
  CHECK(compute("owned([[1, 2], [3, 4]])[0][1]", all) == 4);
  CHECK(compute("view([[1, 2], [3, 4], [5, 6]])", all) == 6);
  CHECK(compute("result(4)[1]", all) == 8);
  CHECK(compute("length('yarn')", all) == 4);
  CHECK(compute("colour('blue')", all) == 1);
  CHECK(refusal("ints([1.5], true)", all) == "ints: argument 1 must be a whole number");
  CHECK(refusal("ints([1], 7)", all) == "ints: argument 2 is out of range");
  CHECK(refusal("owned([[1], [2, 3]])", all) == "owned: argument 1 has rows of different lengths");
  CHECK(refusal("colour('green')", all) == "colour: argument 1 must be one of blue, red");
  CHECK(verdict("1.5\n<!-- numbers\n1.5 = rms_norm([3, 4], [1], 0)[1]\n-->\n") ==
        "3: 1.5 is printed, but rms_norm([3, 4], [1], 0)[1] is nan");
  CHECK(refusal("single(3)", all) == "single: argument 1 must be a [list]");
}

TEST_CASE("what cannot be computed is refused in words") {
  CHECK(refusal("rms_nrm(1)") == "there is no function rms_nrm; do you mean rms_norm?");
  CHECK(refusal("rov + 1") == "there is no name rov; do you mean row?");
  CHECK(refusal("rms_norm([3, 4], [1, 1])") == "rms_norm takes 3 arguments, not 2");
  CHECK(refusal("max()") == "max takes at least 1 argument, not 0");
  CHECK(refusal("[1, 2] + [1, 2, 3]") == "lists of 2 and 3 entries do not combine");
  CHECK(refusal("[1, 2][2]") == "there is no entry 2");
  CHECK(refusal("(1 + 2") == "')' is missing at the end");
  CHECK(refusal("1 +") == "something is missing at the end");
  CHECK(refusal("1 2") == "what is \"2\"?");
  CHECK(refusal("'a' + 1") == "must be a number");
}

TEST_CASE("a value rounds to the printed digits, a whole number is equal") {
  CHECK(prints("3.535534", std::sqrt(12.5)));
  CHECK_FALSE(prints("3.535533", std::sqrt(12.5)));
  CHECK(prints("3.54", std::sqrt(12.5)));
  CHECK(prints("0.13", 0.125));  // a tie may go both ways
  CHECK(prints("0.12", 0.125));
  CHECK(prints("−0.0", -0.04));
  CHECK(prints("6738415616", 6738415616.0));
  CHECK_FALSE(prints("6738415616", 6738415617.0));
  CHECK_FALSE(prints("4", 3.9));
  CHECK(prints("0", std::cos(std::acos(-1) / 2)));  // 6e-17
  CHECK(prints("1.35e-15", std::pow(0.7, 96)));
  CHECK(prints("6.123233995736766e-17", 6.123233995736766e-17));
  CHECK_FALSE(prints("0.5", NAN));
  CHECK_FALSE(prints("0.5", INFINITY));
}

TEST_CASE("numbers are found as the text prints them") {
  CHECK(digits("[−1.5, -2.5], 3−2.5, x−4.5, 5 - 3.5") == "-1.5 -2.5 3 2.5 4.5 5 3.5");
  CHECK(digits("134,217,728 and 134\u2009217\u202f728, [1, 100], 4096,100") ==
        "134217728 134217728 1 100 4096 100");
  CHECK(digits("1.35·10⁻¹⁵, 1.35 × 10^-15, 1.35e-15, 2·1024, 10⁴, 1e-05") ==
        "1.35e-15 1.35e-15 1.35e-15 2 1024 10 1e-5");
  CHECK(digits("0x3f80 0.5. 50% 7B; bf16, W_1, LLaMA-3.1, 2.13.1, v3.5") == "0x3f80 0.5 50 7");
}

TEST_CASE("names, years, addresses and short numbers need no line") {
  CHECK(digits("12, 1e-5, 2017, 1e-5f, 0.5f, 1.5", true) == "1.5");
  CHECK(digits("section 3.2, Table 25.1, §3.1–3.2, eq. (4.5), sections 3.1, 3.2 and 3.3, Llama "
               "3.1, arXiv:1910.07467",
               true) == "");
  CHECK(digits("a table 4096 wide, 2048 slots, 0x3f80", true) == "4096 2048 0x3f80");
  const Page page = read_page(
      "[1.5](2.5.md) `./kit test x 3.5 --json`, <https://a.b/4.5> [x]: c\n[x]: d.md\n"
      "```sh\n./kit run --with a=b [--top-k K]  # --not this, 5.5\n```\n"
      "```cpp\na[i](b); // 6.5\n```\n`7.5` `<!-- 8.5 -->`\n<!-- 9.5 -->\n");
  std::string numbers, links, commands;
  for (const auto& [line, number] : page.numbers) {
    numbers += std::to_string(line) + ":" + number.digits + " ";
  }
  for (const auto& [line, target] : page.links) links += std::to_string(line) + ":" + target + " ";
  for (const auto& [line, verb, options] : page.commands) {
    commands += std::to_string(line) + ":" + verb;
    for (const std::string& option : options) commands += "," + option;
    commands += " ";
  }
  CHECK(numbers == "1:1.5 7:6.5 9:7.5 9:8.5 ");
  CHECK(links == "1:2.5.md 2:d.md ");
  CHECK(commands == "1:test,--json 4:run,--with,--top-k ");
}

TEST_CASE("a good section is good") {
  int executed = 0;
  CHECK(verdict(good_section, good_test, &executed) == "");
  CHECK(executed == 5);
}

TEST_CASE("any changed digit of the block is red, on its line") {
  const std::size_t block = good_section.find("12.5 = ");
  int tried = 0;
  for (std::size_t at = block; at < good_section.size(); ++at) {
    const std::size_t begin = good_section.rfind('\n', at) + 1;
    const std::string line = good_section.substr(begin, good_section.find('\n', at) - begin);
    const bool printed = line.find('=') > at - begin || line.starts_with("allow");
    if (std::isdigit(static_cast<unsigned char>(good_section[at])) == 0 || !printed) continue;
    std::string changed = good_section;
    changed[at] = changed[at] == '9' ? '8' : static_cast<char>(changed[at] + 1);
    const auto n = 1 + std::count(changed.begin(), changed.begin() + long(at), '\n');
    INFO(line);
    CHECK(verdict(changed, good_test).find(std::to_string(n) + ": ") != std::string::npos);
    ++tried;
  }
  CHECK(tried > 30);
}

TEST_CASE("any changed digit of a long number in the text is red") {
  for (const std::string number :
       {"12.5", "3.535534", "0.848528", "1.131371", "4096", "0.806824"}) {
    std::string changed = good_section;
    const std::size_t last = changed.find(number) + number.size() - 1;
    changed[last] = changed[last] == '7' ? '8' : '7';
    INFO(number);
    CHECK(verdict(changed, good_test).find("is printed, but not in the numbers block") !=
          std::string::npos);
  }
}

TEST_CASE("each problem is said in words, with its line") {
  CHECK(verdict("12.6\n<!-- numbers\n12.6 = 25 / 2\n-->\n") ==
        "3: 12.6 is printed, but 25 / 2 is 12.5");
  CHECK(verdict("[1.0, 2.0]\n<!-- numbers\n[1.0, 2.0] = [1, 2, 3]\n-->\n") ==
        "3: [1.0, 2.0] is printed, but [1, 2, 3] is [1, 2, 3]");
  CHECK(verdict("'GQA'\n<!-- numbers\n'GQA' = 'MQA'\n-->\n") ==
        "3: 'GQA' is printed, but 'MQA' is 'MQA'");
  CHECK(verdict("x\n<!-- numbers\n0.5 = 1 / 2\nallow 0.8\n12.5\n-->\n") ==
        "3: 0.5 is listed, but the text does not print it\n"
        "4: 0.8 is listed, but the text does not print it\n"
        "5: needs PRINTED = EXPRESSION, let NAME = EXPRESSION, or allow NUMBER …");
  CHECK(verdict("a\nb 0.5 and 0.5\n", "") == "2: 0.5 is printed, but not in the numbers block");
  CHECK(verdict("[a](b.md), [c](../02_normalization/rms_norm.md#d), [e](#f), [g](mailto:h)") ==
        "1: links to b.md, which does not exist");
  CHECK(
      verdict("12.5\n<!-- numbers\nallow 12.5\n-->\n", "\n shows(1, y, {\"12.5\", \"-12.5\"});") ==
      "1: does not print \"-12.5\", which the visible test shows in its line 2");
}

TEST_CASE("a quoted command has to exist") {
  const fs::path kit = fs::temp_directory_path() / ("kit-numbers." + std::to_string(getpid()));
  std::ofstream(kit)
      << "#!/bin/sh\n[ \"$1\" = test ] && echo 'kit test --json -f,--file' || echo kit\n";
  fs::permissions(kit, fs::perms::owner_all);
  std::string all;
  for (const auto& [line, words] : check_commands(
           read_page("`./kit`, `./kit test x --json -f y`\n`./kit test --js`\n`./kit tset`\n"),
           kit)) {
    all += std::to_string(line) + ": " + words + "\n";
  }
  fs::remove(kit);
  CHECK(all == "2: ./kit test has no option --js\n3: ./kit has no verb tset\n");
}

int main(int argc, char** argv) {
  return Catch::Session().run(argc, argv);
}
