#include "front/test.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <future>

#include "front/build.hpp"
#include "front/given.hpp"
#include "front/json.hpp"
#include "front/markdown.hpp"
#include "front/section.hpp"

namespace kit {
namespace {

/// A count, say, which has to be read to its last digit.
bool is_whole(double value) {
  return value == std::trunc(value) && std::abs(value) < 1e15;
}

/// A number as the table shows it: the printed digits where the check is about them.
std::string in_table(const std::string& text, int digits) {
  if (text.empty()) return "none";
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value)) return text;
  if (digits > 0) return fmt::format("{:.{}f}", value, digits);
  return is_whole(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.7g}", value);
}

/// The functions that the tests found unwritten, of an exercise of several.
std::vector<std::string> unwritten(const Verdict& verdict) {
  std::vector<std::string> functions;
  for (const Check& check : verdict.failing) {
    if (check.verb != "todo") continue;
    // kit::NotStarted: f is not written yet (/folder/f.cpp:31)
    std::string name = check.got_words.substr(0, check.got_words.find(" is not written"));
    if (const std::size_t colon = name.rfind(": "); colon != std::string::npos) {
      name.erase(0, colon + 2);
    }
    if (std::ranges::find(functions, name) == functions.end()) functions.push_back(name);
  }
  return functions;
}

/// Would some of it not be seen in print?
bool has_blank_end(const std::string& words) {
  return words.starts_with(' ') || words.ends_with(' ');
}

std::string difference(const Row& row, int digits) {
  if (row.got.empty() || row.want.empty()) return "";
  char *got_end = nullptr, *want_end = nullptr;
  const double got = std::strtod(row.got.c_str(), &got_end);
  const double want = std::strtod(row.want.c_str(), &want_end);
  if (*got_end != '\0' || *want_end != '\0' || !std::isfinite(got - want)) return "";
  if (digits > 0) return fmt::format("{:+.{}f}", got - want, digits);
  if (is_whole(got) && is_whole(want)) return fmt::format("{:+.0f}", got - want);
  return fmt::format("{:+.3g}", got - want);
}

void write_state(const Tree& tree, const Exercise& exercise, Kind kind, const std::string& print) {
  Progress progress = read_progress(tree);
  Progress::Entry& entry = progress.entries[exercise.name];
  const long now = static_cast<long>(std::time(nullptr));
  entry.verdict = word(kind);
  entry.fingerprint = print;
  if (kind != Kind::not_started && entry.begun == 0) entry.begun = now;
  if (kind == Kind::passes && entry.passed == 0) entry.passed = now;
  write_progress(tree, progress);
}

/// What a part takes in the tests beside the model's: the best of two runs each, in turn, so that
/// whatever else the machine does meets both.
std::optional<Verdict::Speed> compare_speed(const Tree& tree, const Exercise& exercise,
                                            const fs::path& object, const Record& first) {
  constexpr double worth_waiting_for = 2;  // seconds
  const fs::path model = tree.build() / "parts" / exercise.name / "model.so";
  if (first.seconds > worth_waiting_for || !fs::exists(model)) return {};
  const auto again = [&](const fs::path& part) {
    const fs::path file = fs::path(object).replace_extension(".timed.jsonl");
    record_run(tree.build() / "tests" / (exercise.name + ".test"), part, file, {.stop = tree.stop});
    const double seconds = read_record(file).seconds_in_parts;
    fs::remove(file);
    return seconds;
  };
  Verdict::Speed speed{first.seconds_in_parts, again(model)};
  speed.yours = std::min(speed.yours, again(object));
  speed.model = std::min(speed.model, again(model));
  return speed;
}

}  // namespace

Verdict test(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
             const std::optional<fs::path>& file,
             const std::function<void(const Verdict&)>& before_naming) {
  const auto start = std::chrono::steady_clock::now();
  const auto timed = [&](Verdict verdict) {
    verdict.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return verdict;
  };
  const fs::path source = file ? *file : tree.root / exercise.stub();
  Verdict verdict;
  if (!fs::exists(source)) {
    if (file) throw Failure(Exit::usage, "there is no file " + source.string());
    verdict.kind = Kind::does_not_compile;
    verdict.message = exercise.stub().string() + " is missing; `./kit reset " + exercise.name +
                      "` brings the stub back";
    return verdict;
  }
  if (fs::is_directory(source)) {
    throw Failure(Exit::usage, (file ? source : exercise.stub()).string() +
                                   " is a folder; a .cpp file is needed");
  }
  need_given_parts(tree, exercise.name, exercise.uses);

  // The student's file compiles while ninja looks whether anything else has changed. Files from
  // elsewhere may be judged side by side: each has names of its own and leaves nothing.
  const std::string print = fingerprint(source);
  const std::string name = exercise.name + (file ? "-" + std::to_string(getpid()) : "");
  const fs::path object = tree.build() / (file ? "tried" : "mine") / (name + ".so");
  const fs::path record_file = fs::path(object).replace_extension(".jsonl");
  const fs::path records = tree.records(exercise);
  // The first time the headers it starts from have to be compiled before.
  const bool first_time = !fs::exists(records / "model.jsonl");
  auto compiled = std::async(first_time ? std::launch::deferred : std::launch::async,
                             [&] { return compile(tree, syllabus, exercise, source, object); });
  build(tree, "building the tests",
        {exercise.name + ".test", "records/" + exercise.name + "/model.jsonl"});
  const Compiled result = compiled.get();
  const auto remember = [&] {
    if (!file) write_state(tree, exercise, verdict.kind, print);
  };
  if (!result.error.empty()) {
    verdict.kind = Kind::does_not_compile;
    verdict.message = result.error;
    remember();
    return timed(verdict);
  }

  record_run(tree.build() / "tests" / (exercise.name + ".test"), result.object, record_file,
             {.stop = tree.stop});
  const Record record = read_record(record_file);
  verdict = judge(record, read_record(records / "model.jsonl"));
  verdict.warning = result.warning;
  remember();
  verdict = timed(verdict);
  if (verdict.kind == Kind::passes) {
    if (before_naming) before_naming(verdict);
    verdict.speed = compare_speed(tree, exercise, object, record);
  }
  if (file) {
    fs::remove(object);
    fs::remove(record_file);
  }
  if (verdict.kind == Kind::passes) return verdict;
  if (verdict.kind != Kind::passes && verdict.kind != Kind::not_started) {
    if (before_naming) before_naming(verdict);
    // A clone that has not met a mistake yet has not compiled the wrong versions either.
    build(tree, "comparing with known mistakes", {exercise.name + ".record"}, true);
    verdict.diagnosis = diagnose(record, read_wrong(records / "wrong"));
  }
  return timed(verdict);
}

std::string describe(const Check& check) {
  const Colour& c = colour();
  std::string text;
  if (check.in_words) {
    if (check.verb == "throws_with") {
      text += fmt::format(
          "    got   {}\n    want  std::invalid_argument{}\n", check.got_words,
          check.want_words.empty() ? "" : fmt::format(" with the words \"{}\"", check.want_words));
    } else if (check.verb == "equals") {
      const bool unseen = has_blank_end(check.got_words) || has_blank_end(check.want_words);
      const char* const quote = unseen ? "\"" : "";
      text += fmt::format("    got   {0}{1}{0}\n    want  {0}{2}{0}\n", quote, check.got_words,
                          check.want_words);
    } else {
      text += fmt::format("    {}\n", check.got_words);
    }
    return text;
  }
  if (check.size != check.want_size) {
    text += fmt::format("    got {} value{}, want {}\n", check.size, check.size == 1 ? "" : "s",
                        check.want_size);
  }
  if (check.verb == "unchanged") {
    text += "    the function wrote into what it was given (got: after, want: before)\n";
  }
  std::size_t columns[3] = {3, 4, 10};
  for (const Row& row : check.rows) {
    columns[0] = std::max(columns[0], in_table(row.got, check.digits).size());
    columns[1] = std::max(columns[1], in_table(row.want, check.digits).size());
  }
  text += fmt::format("{}      index  {:>{}}  {:>{}}  {:>{}}{}\n", c.dim, "got", columns[0], "want",
                      columns[1], "difference", columns[2], c.reset);
  bool first = true;
  for (const Row& row : check.rows) {
    const bool mark = !row.ok && first;
    if (mark) first = false;
    text += fmt::format(
        "{}    {} {:>5}  {:>{}}  {:>{}}  {:>{}}{}\n", row.ok ? "" : c.red, mark ? "→" : " ",
        row.index, in_table(row.got, check.digits), columns[0], in_table(row.want, check.digits),
        columns[1], row.ok ? "" : difference(row, check.digits), columns[2], row.ok ? "" : c.reset);
  }
  const std::size_t longest = std::max(check.size, check.want_size);
  if (longest > check.rows.size()) {
    text += fmt::format("    {} of {} values differ\n",
                        check.n_wrong + longest - std::min(check.size, check.want_size), longest);
  }
  return text;
}

namespace {

std::string milliseconds(double seconds) {
  return fmt::format("{:.{}f} ms", 1e3 * seconds, seconds < 1e-3 ? 2 : seconds < 1e-2 ? 1 : 0);
}

std::string headline(const Exercise& exercise, const Verdict& verdict) {
  const Colour& c = colour();
  const auto line = [&](std::string_view paint, std::string_view words) {
    return fmt::format("{}{}{} {}{}{}", paint, c.bold, exercise.name, words, c.reset, c.dim);
  };
  std::string text;
  switch (verdict.kind) {
    case Kind::passes:
      text = line(c.green, "passes");
      break;
    case Kind::not_started:
      text = line(c.yellow, "is not started");
      break;
    case Kind::does_not_compile:
      text = line(c.red, "does not compile");
      break;
    case Kind::fails:
      text = line(c.red, "fails");
      break;
    case Kind::crashes:
      text = line(c.red, "crashes");
      break;
    case Kind::hangs:
      text = line(c.red, "hangs");
      break;
  }
  if (verdict.total > 0 && verdict.kind != Kind::not_started &&
      verdict.kind != Kind::does_not_compile) {
    text += fmt::format("  {} of {} pass,", verdict.passed, one_or_many(verdict.total, "check"));
  }
  return text + fmt::format(" {:.2f} s{}\n", verdict.seconds, c.reset);
}

/// The first check that fails, in full, and the names of the other tests that fail.
std::string failing_checks(const Verdict& verdict) {
  const Colour& c = colour();
  // An input that was written to explains what fails after it, unless the call had to be refused:
  // what answers writes, too.
  const Check* first = nullptr;
  std::string_view not_refused;  // the last test in which a refusal failed
  for (const Check& check : verdict.failing) {
    if (check.verb == "throws_with") not_refused = check.test;
    if (first == nullptr && check.verb == "unchanged" && check.test != not_refused) first = &check;
  }
  std::vector<std::string> others;
  for (const Check& check : verdict.failing) {
    // The message has said where it ended, and the last line says what is not written.
    if (ended_early(check) || check.verb == "todo") continue;
    if (first == nullptr) first = &check;
    if (check.test != first->test && (others.empty() || others.back() != check.test)) {
      others.push_back(check.test);
    }
  }
  std::string text;
  if (first != nullptr) {
    text += fmt::format("\n  {}{}{}\n{}", c.bold, first->test, c.reset, describe(*first));
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(others.size(), 4); ++i) {
    text += fmt::format("  {}also fails:{} {}\n", c.dim, c.reset, others[i]);
  }
  if (others.size() > 4)
    text += fmt::format("  {}and {} more{}\n", c.dim, others.size() - 4, c.reset);
  const std::vector<std::string> missing = unwritten(verdict);
  if (!missing.empty()) {
    text += fmt::format("\n  {}not written yet:{} {}\n", c.dim, c.reset, fmt::join(missing, ", "));
  }
  return text;
}

/// Review questions in its chapter, without those kept for exams.
std::size_t questions_about(const Exercise& exercise) {
  const std::vector<std::string> lines =
      lines_of(read_file(fs::path("checkpoints") / (exercise.chapter + ".md")));
  return static_cast<std::size_t>(std::ranges::count_if(lines, [&](const std::string& line) {
    return line.find(" · " + exercise.name + " · ") != std::string::npos &&
           line.find(" · exam") == std::string::npos;
  }));
}

std::string known_mistake(const Verdict& verdict) {
  const Colour& c = colour();
  std::string text;
  // The visible tests of a handout may not tell two mistakes apart.
  const bool one = verdict.diagnosis.size() == 1;
  for (std::size_t i = 0; i < std::min<std::size_t>(verdict.diagnosis.size(), 2); ++i) {
    const Diagnosis& known = verdict.diagnosis[i];
    const std::string_view words =
        known.exact ? (one ? "This is a known mistake" : "This may be a known mistake")
        : i == 0    ? "This, and something else"
                    : "And this";
    text += fmt::format("\n  {}{}: {}{}\n", c.yellow, words, known.version, c.reset);
    text += wrapped("You may believe: " + known.belief, text_width(), "    ");
    text += wrapped("In truth: " + known.truth, text_width(), "    ");
  }
  return text;
}

/// A failed assertion without the program, the folders and the function's long signature.
std::string short_assertion(const std::string& line) {
  const std::size_t words = line.find("Assertion `");
  const std::size_t place = line.find(": ");
  if (words == std::string::npos || place + 2 >= words) return line;
  const std::string file = line.substr(place + 2, line.find(": ", place + 2) - place - 2);
  return fs::path(file).filename().string() + ": " + line.substr(words);
}

/// What the code under test printed, without the words of failed assertions: the message has those.
std::string printed(const Verdict& verdict) {
  std::string text;
  std::size_t n = 0;
  for (const std::string& line : lines_of(verdict.output)) {
    if (line.find("Assertion '") != std::string::npos || line.starts_with("terminate called") ||
        line.starts_with("  what():")) {
      continue;
    }
    if (text.empty() && line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string shown = "    " + std::string(fitting(short_assertion(line), 200)) + "\n";
    // An assertion of the shared types fails in test after test, always in the same words.
    if (line.find("Assertion `") != std::string::npos && text.find(shown) != std::string::npos) {
      continue;
    }
    if (++n > 6) return text + "    …\n";
    text += shown;
  }
  return text;
}

}  // namespace

std::string describe(const Syllabus& syllabus, const Progress& progress, const Exercise& exercise,
                     const Verdict& verdict, Help help) {
  const Colour& c = colour();
  const auto offer = [&](char key, const std::string& verb, const std::string& words) {
    const std::string how = help == Help::keys ? std::string(1, key) : "./kit " + verb;
    return fmt::format("  {}{}{}  {}\n", c.bold, how, c.reset, words);
  };
  std::string text = headline(exercise, verdict);
  if (verdict.kind == Kind::not_started) {
    text += fmt::format("\n  {}: replace its kit::todo by your code\n\n", exercise.stub().string());
    return text + offer('r', "read " + exercise.name, "the idea, and the example by hand");
  }
  if (verdict.kind == Kind::passes) {
    const std::string why =
        first_sentence(part_under(read_section(exercise.section()), "Where it sits"));
    if (!why.empty()) text += "\n" + wrapped(rendered_inline(why), text_width(), "  ");
    if (verdict.speed) {
      text += fmt::format("\n  {}in these tests your code took {}, the model's {}{}\n", c.dim,
                          milliseconds(verdict.speed->yours), milliseconds(verdict.speed->model),
                          c.reset);
    }
    text += "\n";
    if (fs::exists(exercise.solution())) {  // a handout does not bring them all
      text += offer('d', "diff " + exercise.name, "yours beside the model's");
    }
    if (!exercise.replaces.empty()) {  // a kernel: its threads may pass by luck
      text += fmt::format("  {}./kit test --deep {}{}  does it race?\n", c.bold, exercise.name,
                          c.reset);
    }
    const std::size_t n_questions = questions_about(exercise);
    if (n_questions > 0) {
      text += offer('c', "quiz " + exercise.name,
                    "do you know why? " + one_or_many(n_questions, "question"));
    }
    if (const Exercise* const next = next_exercise(syllabus, progress)) {
      text += offer('n', "read " + next->name, "next: " + next->name + " (" + next->chapter + ")");
    } else {
      text += "  Every exercise passes. The decoder is yours.\n";
    }
    return text;
  }

  if (!verdict.message.empty()) text += "\n" + indented(verdict.message, "  ");
  text += failing_checks(verdict);
  text += known_mistake(verdict);
  // The parameters of what is not written yet are unused of course.
  const bool of_the_stub = !unwritten(verdict).empty() &&
                           verdict.warning.find("[-Wunused-parameter]") != std::string::npos;
  if (!verdict.warning.empty() && !of_the_stub) {
    text += fmt::format("\n  {}the compiler warns:{}\n{}", c.dim, c.reset,
                        indented(verdict.warning, "    "));
  }
  const std::string output = printed(verdict);
  if (!output.empty()) {
    text += fmt::format("\n  {}your code printed:{}\n{}", c.dim, c.reset, output);
  }
  if (verdict.diagnosis.empty() && verdict.kind != Kind::does_not_compile) {
    text += "\n" + offer('h', "hint " + exercise.name, "a nudge; asked again, the formula");
  }
  if (exercise.part && verdict.kind == Kind::fails) {
    text += fmt::format("\n  ./kit run --with {}  hear what your version writes\n", exercise.name);
  }
  return text;
}

std::string verdict_json(const Exercise& exercise, const Verdict& verdict,
                         const std::vector<Deep>& deep) {
  std::vector<std::string> failing;
  for (const Check& check : verdict.failing) failing.push_back(check.id);
  std::vector<Json> diagnosis;
  for (const Diagnosis& known : verdict.diagnosis) {
    diagnosis.push_back(Json{{"version", known.version},
                             {"belief", known.belief},
                             {"truth", known.truth},
                             {"exact", known.exact}});
  }
  Json::Members speed;  // empty unless measured
  if (verdict.speed) {
    speed = {{"yours", 1e3 * verdict.speed->yours}, {"model", 1e3 * verdict.speed->model}};
  }
  std::vector<Json> findings;
  for (const Deep& one : deep) {
    findings.push_back(
        Json{{"watches", one.watches}, {"not_run", one.not_run}, {"found", one.found}});
  }
  return Json{{"exercise", exercise.name},
              {"verdict", word(verdict.kind)},
              {"message", verdict.message},
              {"warning", verdict.warning},
              {"checks", Json{{"total", verdict.total}, {"passed", verdict.passed}}},
              {"failing", failing},
              {"diagnosis", diagnosis},
              {"deep", findings},
              {"seconds", verdict.seconds},
              {"milliseconds_in_tests", speed}}
             .text() +
         "\n";
}

}  // namespace kit
