#include <fmt/format.h>

#include <ctime>
#include <functional>
#include <set>

#include "front/json.hpp"
#include "front/verbs.hpp"

namespace kit {
namespace {

/// What must be known before `to`, itself included, in reading order.
std::vector<const Exercise*> path_to(const Syllabus& syllabus, const std::string& to) {
  std::set<std::string> wanted;
  const std::function<void(const Exercise&)> want = [&](const Exercise& exercise) {
    if (!wanted.insert(exercise.name).second) return;
    for (const std::string& name : exercise.needs) want(syllabus.at(name));
    for (const std::string& name : exercise.uses) want(syllabus.at(name));
  };
  if (!to.empty()) want(syllabus.at(to));
  std::vector<const Exercise*> path;
  for (const Exercise& exercise : syllabus.exercises) {
    if (to.empty() || wanted.contains(exercise.name)) path.push_back(&exercise);
  }
  return path;
}

std::string minutes(const Progress::Entry& entry) {
  const long spent = (entry.passed - entry.begun + 59) / 60;
  if (spent < 120) return fmt::format("{} min", spent);
  if (spent < 48 * 60) return fmt::format("{} h", spent / 60);
  return fmt::format("{} days", spent / 60 / 24);
}

std::string in_words(const std::string& state) {
  if (state == "missing") return "its file is gone; ./kit reset brings it back";
  if (state == "not_started") return "";
  if (state == "not_judged") return "edited";
  if (state == "changed") return "passed, then edited";
  std::string words = state;
  for (char& letter : words) letter = letter == '_' ? ' ' : letter;
  return words;
}

}  // namespace

std::string list_text(const Syllabus& syllabus, const Progress& progress, const std::string& to) {
  const Colour& c = colour();
  const std::vector<const Exercise*> path = path_to(syllabus, to);
  const Exercise* const next = next_exercise(syllabus, progress);
  std::size_t widest = 0, n_done = 0, n_side = 0;
  for (const Exercise* exercise : path) widest = std::max(widest, exercise->name.size());

  std::string text, chapter;
  for (const Exercise* exercise : path) {
    if (exercise->chapter != chapter) {
      text += fmt::format("{}{}{}{}\n", chapter.empty() ? "" : "\n", c.bold, exercise->chapter,
                          c.reset);
      chapter = exercise->chapter;
    }
    const std::string state = progress.state(*exercise);
    const bool done = state == "passes";
    n_done += done ? 1 : 0;
    n_side += exercise->side ? 1 : 0;
    const std::string_view mark = done                     ? "✓"
                                  : exercise == next       ? "→"
                                  : state == "not_started" ? "·"
                                                           : "✗";
    const std::string_view paint = done                     ? c.green
                                   : exercise == next       ? c.bold
                                   : state == "not_started" ? ""
                                                            : c.yellow;
    const std::string_view kind = exercise->side                ? "side"
                                  : !exercise->replaces.empty() ? "faster part"
                                  : exercise->part              ? "part"
                                                                : "";
    std::string words = in_words(state);
    const auto entry = progress.entries.find(exercise->name);
    if (entry != progress.entries.end()) {
      if (done && entry->second.begun != 0) words += ", " + minutes(entry->second);
      if (entry->second.hints > 0) {
        words += (words.empty() ? "" : ", ") +
                 one_or_many(static_cast<std::size_t>(entry->second.hints), "hint");
      }
    }
    const std::string line =
        fmt::format("  {} {:<{}}  {:<11}  {}", mark, exercise->name, widest, kind, words);
    text += fmt::format("{}{}{}\n", paint, line.substr(0, line.find_last_not_of(' ') + 1),
                        paint.empty() ? "" : c.reset);
  }
  text += fmt::format("\n{} of {} done", n_done, path.size());
  if (to.empty() && n_side > 0) {
    text += fmt::format("; {} off the way to the decoder (side)", n_side);
  }
  return text + "\n";
}

std::string list_json(const Syllabus& syllabus, const Progress& progress, const std::string& to) {
  std::vector<Json> all;
  for (const Exercise* exercise : path_to(syllabus, to)) {
    const auto found = progress.entries.find(exercise->name);
    const Progress::Entry entry =
        found == progress.entries.end() ? Progress::Entry{} : found->second;
    all.push_back(Json{{"name", exercise->name},
                       {"chapter", exercise->chapter},
                       {"state", progress.state(*exercise)},
                       {"part", exercise->part},
                       {"replaces", exercise->replaces},
                       {"side", exercise->side},
                       {"needs", exercise->needs},
                       {"uses", exercise->uses},
                       {"hints", entry.hints},
                       {"begun", entry.begun},
                       {"passed", entry.passed}});
  }
  const Exercise* const next = next_exercise(syllabus, progress);
  return Json{{"exercises", all}, {"next", next == nullptr ? "" : next->name}}.text() + "\n";
}

}  // namespace kit
