// The questions: how a file is read, what an answer is worth, and the quiz in a pipe.
#include <nlohmann/json.hpp>

#include "harness.hpp"

namespace kit::tests {
namespace {

/// A checkout whose only questions are these, about rms_norm.
struct Quiz : Checkout {
  explicit Quiz(const std::string& questions) {
    fs::remove(root() / "checkpoints");
    write("checkpoints/02_normalization.md", "# 02 Normalization\n\n" + questions);
  }
  std::string asks(const std::string& answers, const std::string& options = "rms_norm") const {
    return shell("printf '" + answers + "' | KIT_NO_BUILD=1 ./kit quiz --seed 1 " + options).output;
  }
};

const std::string choice =
    "## which\nchoice · rms_norm · By hand\n\nWhich?\n\n"
    "- [x] right\n  > Because.\n- [ ] wrong\n  > You believe one thing.\n"
    "- [ ] worse\n  > You believe another.\n";
const std::string numeric =
    "## how-much\nnumeric · rms_norm · By hand\n\nlet x = [3, 4]\n\nThe rms of {x}?\n\n"
    "- [x] `sqrt(mean(x^2))`\n  > It is {sqrt(mean(x^2)):3}.\n"
    "- [ ] `norm(x)`\n  > That is the length.\n";
const std::string truth =
    "## so-it-is\ntruth · rms_norm · By hand\n\nIt is so.\n\n"
    "- [x] true\n  > For this reason.\n- [ ] false\n  > It is.\n";
const std::string predict =
    "## prints\npredict · rms_norm · By hand\n\n```cpp\nstd::printf(\"%d\\n\", 2 / 3 * 4);\n```\n\n"
    "What?\n\n- [x] `0`\n  > An int division.\n- [ ] `2`\n  > Not rounded.\n";
const std::string bug =
    "## wrong-line\nbug · rms_norm · By hand\n\n```cpp\nint a = 0;\nint b = a;  // bug\n```\n\n"
    "- [x] all\n  > Yes, all.\n- [ ] none\n  > Not none.\n- [ ] some\n  > Not some.\n";
const std::string words =
    "## in-words\ntext · rms_norm · By hand\n\nWhy?\n\n- [ ] one point\n  > See one.\n"
    "- [ ] another point\n";

/// An answer to a question whose key is that number, and what it is worth.
struct Try {
  const char *key, *answer, *verdict;
  const char* digits = "3 digits";
};

const Case numbers("quiz: a number may be written as people write it", [] {
  const std::vector<Try> tries = {{"2^31", "2147483648", "right"},
                                  {"2^31", "2,147,483,648", "right"},
                                  {"2^31", "2 GiB", "right"},
                                  {"2^31", "2GiB", "right"},
                                  {"2^31", "2.147 GB", "right"},
                                  {"2^31", "2.15 GB", "right"},
                                  {"2^31", "2.147e9", "right"},
                                  {"2^31", "2.147·10^9", "right"},
                                  {"2^31", "2^31", "right"},
                                  {"2^31", "2 gib", "right"},
                                  {"2^31", "2147483648 bytes", "right"},
                                  {"2^31", "2147483647", "wrong"},
                                  {"2^31", "2147483600", "wrong"},
                                  {"2^31", "2.1 GiB", "wrong"},
                                  {"2^31", "4 GiB", "wrong"},
                                  {"2^31", "2 GB", "unreadable"},
                                  {"2^31", "two", "unreadable"},
                                  {"2^31", "2 GiB or so", "unreadable"},
                                  {"2^31", "2,1474", "unreadable"},
                                  {"2^31", "", "unreadable"},
                                  {"2^31", "-", "unreadable"},
                                  {"2^31", "1e", "unreadable"},
                                  {"2^31", "2 bananas", "unreadable"},
                                  {"2^31", "1/0", "unreadable"},
                                  {"2^31", "NaN", "unreadable"},
                                  {"2^31", "0x80000000", "unreadable"},
                                  {"6738415616", "6.74B", "right"},
                                  {"6738415616", "6.74 billion", "right"},
                                  {"0.27735", "27.7 %", "right"},
                                  {"0.27735", "0.3", "unreadable"},
                                  {"0.27735", "0.2773501", "right"},
                                  {"0.27735", "0.28735", "wrong"},
                                  {"1/6", "1/6", "right"},
                                  {"-1.5", "−1.50", "right"},
                                  {"-1.5", "1.50", "wrong"},
                                  {"4 / sqrt(7.5)", "1.461", "right", "4 digits"},
                                  {"4 / sqrt(7.5)", "1.460", "wrong", "4 digits"},
                                  {"0", "0", "right"},
                                  {"[1, -0.5]", "1 −0.50", "right"},
                                  {"[1, -0.5]", "[1.00,-0.500]", "right"},
                                  {"[1, -0.5]", "0.5", "unreadable"},
                                  {"[1, -0.5]", "-1 0.50", "wrong"}};
  std::string questions;
  nlohmann::json answers;
  for (std::size_t i = 0; i < tries.size(); ++i) {
    const std::string id = "n" + std::to_string(i);
    questions += "## " + id + "\nnumeric · rms_norm · By hand · " + tries[i].digits +
                 "\n\nHow much?\n\n- [x] `" + tries[i].key + "`\n  > So it is.\n\n";
    answers[id] = tries[i].answer;
  }
  const Quiz quiz(questions);
  quiz.write("answers.json", answers.dump());
  const auto graded =
      nlohmann::json::parse(quiz.shell("KIT_NO_BUILD=1 ./kit quiz --json --exam " +
                                       std::to_string(tries.size()) + " < answers.json")
                                .output);
  for (const auto& question : graded["questions"]) {
    const Try& one = tries[std::stoul(question["id"].get<std::string>().substr(1))];
    expect(question["verdict"] == one.verdict, std::string(one.answer) + " to " + one.key +
                                                   " is not " + one.verdict + ": " +
                                                   question.dump());
  }
});

const Case replies("quiz: a wrong answer has its reply, and comes back", [] {
  const Quiz quiz(numeric);
  const std::string seen = quiz.asks("banana\\n5\\n3.536\\n");
  expect_says(seen, "The rms of [3, 4]?");
  expect_says(seen, "please answer by a number");
  expect_says(seen, "No. That is the length.");
  expect_says(seen, "`./kit read rms_norm` says so under \"By hand\"");
  expect_says(seen, "once more");
  expect_says(seen, "Right. It is 3.536.");
  expect_says(seen, "0 of 1 right;");
  expect_says(quiz.read(".kit/questions"), "how-much right 2\n");
});

const Case nonsense("quiz: nonsense is asked again, never counted", [] {
  const Quiz quiz(choice + truth + bug);
  const std::string seen = quiz.asks("z\\n\\nabc\\n7\\n");
  expect_says(seen, "please answer by a letter, a to c");
  expect_says(seen, "0 of 0 right (3 not answered)");
  expect(!fs::exists(quiz.root() / ".kit/questions"), "nonsense was counted");
});

const Case dialogue("quiz: a reason and a text are ticked by whoever wrote them", [] {
  const Quiz quiz(truth + words);
  const std::string seen = quiz.asks("t\\nas I say\\nmaybe\\ny\\nmy words\\ny\\nn\\n");
  expect_says(seen, "For this reason.");
  expect_says(seen, "y or n, please");
  expect_says(seen, "one point");
  expect_says(quiz.read(".kit/questions"), "so-it-is right 1\n");
  expect_says(quiz.read(".kit/questions"), "in-words wrong 1\n");
});

const Case predicted("quiz: what a program prints, it prints", [] {
  const Quiz quiz(predict);
  const std::string seen = quiz.asks("2\\n0\\n");
  expect_says(seen, "It prints:\n    0\n");
  expect_says(seen, "No. Not rounded.");
  expect_says(seen, "Right. An int division.");
});

const Case exam("quiz --exam: all right, all wrong, malformed", [] {
  const Quiz quiz(choice + numeric + truth + predict + bug + words);
  const auto graded = [&](const std::string& answers) {
    quiz.write("answers.json", answers);
    return quiz.shell("KIT_NO_BUILD=1 ./kit quiz --exam 5 --seed 7 --json < answers.json");
  };
  const auto paper = nlohmann::json::parse(
      quiz.shell("KIT_NO_BUILD=1 ./kit quiz --exam 5 --seed 7 --json </dev/null").output);
  expect(paper["questions"].size() == 5, "the paper is " + paper.dump());
  nlohmann::json right, wrong;
  for (const auto& question : paper["questions"]) {
    const std::string id = question["id"];
    expect(question["kind"] != "text", "a text is in the exam");
    const auto& choices = question["choices"];
    const auto letter = [&](const char* want) {
      const auto at = std::find(choices.begin(), choices.end(), want) - choices.begin();
      return std::string(1, static_cast<char>('a' + at));
    };
    if (id == "which") right[id] = letter("right"), wrong[id] = letter("worse");
    if (id == "how-much") right[id] = 3.536, wrong[id] = "5.00";
    if (id == "so-it-is") right[id] = true, wrong[id] = "f";
    if (id == "prints") right[id] = 0, wrong[id] = "1";
    if (id == "wrong-line") right[id] = "2" + letter("all"), wrong[id] = "1" + letter("all");
  }
  const auto all_right = nlohmann::json::parse(graded(right.dump()).output);
  expect(all_right["right"] == 5 && all_right["of"] == 5, "all right: " + all_right.dump());
  const auto all_wrong = nlohmann::json::parse(graded(wrong.dump()).output);
  expect(all_wrong["right"] == 0, "all wrong: " + all_wrong.dump());
  for (const auto& question : all_wrong["questions"]) {
    expect(question["verdict"] == "wrong", "not wrong: " + question.dump());
  }
  const auto some = nlohmann::json::parse(graded(R"({"how-much": "banana"})").output);
  for (const auto& question : some["questions"]) {
    expect(question["verdict"] == (question["id"] == "how-much" ? "unreadable" : "unanswered"),
           "not what it is: " + question.dump());
  }
  for (const char* malformed :
       {"{", "[1]", R"({"which": null})", R"({"no-such": "a"})", "a\nb\n"}) {
    const Ended ended = graded(malformed);
    expect(ended.exit_code == 2, std::string(malformed) + " gives " + ended.output);
    expect_says(ended.output, "answers: ");
  }
  const Ended too_many = quiz.kit({"quiz", "--exam", "9"});
  expect(too_many.exit_code == 2, too_many.output);
  expect_says(too_many.output, "there are 5 that can be graded");
});

const Case replayed("quiz: a seed asks the same again", [] {
  const Quiz quiz(choice + numeric);
  const std::string first = quiz.asks("");
  expect(first == quiz.asks(""), "the same seed asks otherwise:\n" + first);
});

const Case known("quiz: what was right is not asked again, but for a seed", [] {
  const Quiz quiz(choice + numeric);
  quiz.asks("b\\n3.536\\n");  // whatever b is, the number is right
  const std::string again = quiz.shell("KIT_NO_BUILD=1 ./kit quiz rms_norm </dev/null").output;
  expect_says(again, "Which?");
  expect(again.find("The rms of") == std::string::npos, "it is asked again:\n" + again);
  expect_says(quiz.asks(""), "2 questions; q ends");
});

const Case held_back("quiz: what is kept for exams is not asked", [] {
  std::string kept = choice;
  kept.replace(kept.find("By hand"), 7, "By hand · exam");
  const Quiz quiz(kept + numeric);
  expect(quiz.asks("").find("Which?") == std::string::npos, "it is asked");
  const auto list = nlohmann::json::parse(quiz.kit_output({"quiz", "--list", "--json"}).output);
  expect(list["questions"][0] == nlohmann::json{{"id", "which"},
                                                {"chapter", "02_normalization"},
                                                {"exercise", "rms_norm"},
                                                {"kind", "choice"},
                                                {"exam", true}},
         list.dump());
});

const Case broken("quiz: a question that cannot be asked is left out, and said", [] {
  const std::pair<std::string, std::string> all[] = {
      {"## a\n\n", "is empty"},
      {"## a\nchoose · rms_norm · By hand\n", "kinds are choice, numeric"},
      {"## a\nchoice · rms_nrm · By hand\n", "there is no exercise rms_nrm"},
      {"## a\nchoice · rms_norm · By foot\n", "has no heading \"By foot\""},
      {"## A b\nchoice · rms_norm · By hand\n\nx\n", "small letters, digits and -"},
      {"## a\nchoice · rms_norm · By hand\n\nx\n\n- [ ] b\n", "has 0 right answers"},
      {"## a\ntruth · rms_norm · By hand\n\nx\n\n- [x] true\n  > r\n- [ ] no\n  > s\n",
       "of true and false"},
      {"## a\nbug · rms_norm · By hand\n\n```cpp\nx\n```\n", "// bug"},
      {"## a\nnumeric · rms_norm · By hand\n\nIt is 0.123?\n\n- [x] `1`\n  > r\n", "typed by hand"},
      {"## a\nchoice · rms_norm · By hand\n\nx\n\n- [x] b\n  > r\n- [ ] c\n  > r\n- [ ] d\n",
       "two answers have the same reply"},
      {"## a\nnumeric · rms_norm · By hand\n\nx\n\n- [x] 1\n  > r\n", "`backquotes`"}};
  const Quiz quiz(choice);
  for (const auto& [question, problem] : all) {
    quiz.write("checkpoints/02_normalization.md", question);
    expect_says(quiz.kit({"quiz", "--list"}).output, problem);
  }
});

const Case verified("kit-quiz verify: keys, mistakes, programs, counts", [] {
  const Quiz quiz("");
  const auto report = [&](const std::string& questions) {
    quiz.write("checkpoints/02_normalization.md", questions);
    return nlohmann::json::parse(
        quiz.shell("build/student/tools/kit/kit-quiz verify rms_norm").output);
  };
  const auto good = report(choice + numeric + truth + predict + bug + words);
  expect(good["questions"] == 6 && good["keys"] == 2, "counts: " + good.dump());
  expect(good["by_chapter"]["02_normalization"]["bug"] == 1, "by kind: " + good.dump());
  expect(good["problems"].size() == 1, "problems: " + good.dump());
  expect_says(good.dump(), "has 6 questions, needs 8");

  const auto with = [](std::string question, const std::string& from, const std::string& to) {
    return question.replace(question.find(from), from.size(), to);
  };
  const std::pair<std::string, std::string> all[] = {
      {with(numeric, "`norm(x)`", "`sqrt(12.5)`"), "which another answer is, too"},
      {with(numeric, "`norm(x)`", "`nrom(x)`"), "there is no function nrom"},
      {with(numeric, "{x}", "{y}"), "there is no name y"},
      {with(predict, "2 / 3", "3 / 2"), "its program prints \\\"4\\\""},
      {with(predict, "2 / 3", "2 /"), "it does not compile"},
      {with(choice, "rms_norm", "layer_norm"), "has no question about rms_norm"}};
  for (const auto& [question, problem] : all) expect_says(report(question).dump(), problem);
  const std::string in_code = report(with(choice, "Which?", "Which is `0.1234`?")).dump();
  expect(in_code.find("typed by hand") == std::string::npos, "a number in code: " + in_code);
});

const Case second_language("quiz --language: a translation, as far as it goes", [] {
  const Quiz quiz(choice + truth);
  std::string other = choice;
  other.replace(other.find("Which?"), 6, "哪一个？");
  quiz.write("checkpoints/02_normalization.zh.md", other);
  const std::string seen = quiz.asks("", "rms_norm --language zh");
  expect_says(seen, "哪一个？");
  other.replace(other.find("[x]"), 3, "[ ]");
  other.replace(other.find("- [ ] wrong"), 5, "- [x]");
  quiz.write("checkpoints/02_normalization.zh.md", other);
  expect_says(quiz.asks("", "rms_norm --language zh"), "are not those of");
});

const Case offered("test: after a pass its questions are offered", [] {
  const Quiz quiz(choice + truth);
  quiz.write(stub, solution());
  expect_says(quiz.kit({"test", "rms_norm"}).output,
              "./kit quiz rms_norm  do you know why? 2 questions");
  const Ended nothing = quiz.kit({"quiz", "linear"});
  expect(nothing.exit_code == 0, nothing.output);
  expect_says(nothing.output, "No questions on linear");
  expect(quiz.kit({"quiz", "rms_nrm"}).exit_code == 2, "a misspelt name is taken");
  expect(quiz.kit({"quiz", "--json"}).exit_code == 2, "--json alone is taken");
});

}  // namespace
}  // namespace kit::tests
