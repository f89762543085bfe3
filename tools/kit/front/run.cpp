#include "front/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "front/build.hpp"
#include "front/given.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

Tree speed_tree_of(const Tree& tree) {
  Tree speed = tree;
  speed.preset = "speed";
  return speed;
}

/// The embedded model, unless another is named.
std::vector<std::string> with_model(const Tree& tree, std::vector<std::string> arguments) {
  const auto names = [](const std::string& word) {
    return word == "--model" || word.starts_with("--model=") || word == "--help" || word == "-h";
  };
  if (std::ranges::none_of(arguments, names)) {
    arguments.push_back("--model");
    arguments.push_back((tree.root / "exercises/models/stories").string());
  }
  return arguments;
}

struct Text {
  std::string words;
  Ended ended;
};

enum class Complaints { shown, dropped };  // what the decoder writes to standard error

Text run_once(const Tree& speed, const Lineup& lineup, const std::vector<std::string>& arguments,
              Complaints complaints, const std::function<void(std::string_view)>& on_text = {}) {
  Text text;
  Command decoder;
  decoder.arguments = {(speed.build() / "decoder").string()};
  decoder.arguments.insert(decoder.arguments.end(), arguments.begin(), arguments.end());
  decoder.folder = typed(".");
  decoder.environment = {{"KIT_PARTS", lineup.parts}, {"KIT_PLAIN", lineup.plain}};
  decoder.error =
      complaints == Complaints::shown ? Command::Error::inherited : Command::Error::dropped;
  decoder.kept_output = 1 << 20;
  decoder.on_output = on_text;
  decoder.stop = speed.stop;
  text.ended = run(decoder);
  text.words = text.ended.output;
  return text;
}

/// What comes from standard input comes once: for two runs it is kept in a file.
void keep_prompt(const fs::path& file, std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string before = i > 0 ? arguments[i - 1] : "";
    const bool is_word = arguments[i] == "-" && before != "--stop";
    if (!is_word && arguments[i] != "--prompt-file=-") continue;
    write_file(file, std::string(std::istreambuf_iterator<char>(std::cin), {}));
    arguments[i] =
        (before == "--prompt-file" ? "" : "--prompt-file=") + fs::absolute(file).string();
    return;
  }
}

/// Without a seed each of two runs would draw one of its own.
void keep_seed(std::vector<std::string>& arguments) {
  const std::string drawn = std::to_string(1 + std::random_device{}() % 1'000'000);
  const auto seed = std::ranges::find_if(
      arguments, [](const std::string& word) { return word.starts_with("--seed"); });
  if (seed == arguments.end()) {
    arguments.insert(arguments.begin(), {"--seed", drawn});
  } else if (*seed == "--seed=0") {
    *seed = "--seed=" + drawn;
  } else if (*seed == "--seed" && seed + 1 != arguments.end() && seed[1] == "0") {
    seed[1] = drawn;
  }
}

/// What the decoder wrote, without what is said of it: two documents differ in their seconds.
std::string text_in(const std::string& output) {
  const auto document = nlohmann::json::parse(output, nullptr, false);
  return document.is_object() ? document.value("text", output) : output;
}

void compare(const std::string& heard, const std::string& right) {
  if (heard == right) {
    fmt::print(stderr,
               "the same text as the model's: on this model, at this length, your version "
               "cannot be heard\n");
    return;
  }
  const std::size_t shorter = std::min(heard.size(), right.size());
  std::size_t same = 0;
  while (same < shorter && heard[same] == right[same]) ++same;
  fmt::print(stderr, "another text than the model's, from letter {} on\n", same + 1);
}

void print_at_once(std::string_view piece) {
  std::fwrite(piece.data(), 1, piece.size(), stdout);
  std::fflush(stdout);
}

std::string end_words(const Ended& ended) {
  return fmt::format("the decoder was ended by your part: {} (signal {})", strsignal(ended.signal),
                     ended.signal);
}

}  // namespace

Tree speed_tree(const Tree& tree) {
  return configured(tree, "speed");
}

/// The student's file, compiled as the tree is; compiled again only when it has changed.
fs::path own_object(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise) {
  const fs::path object = tree.build() / "mine" / (exercise.name + ".so");
  const fs::path mark = tree.build() / "mine" / (exercise.name + ".fingerprint");
  const std::string now = fingerprint(tree.root / exercise.stub());
  if (fs::exists(object) && read_file(mark) == now) return object;
  const Compiled compiled = compile(tree, syllabus, exercise, tree.root / exercise.stub(), object);
  if (!compiled.error.empty()) {
    throw Failure(Exit::not_so, exercise.name + " does not compile:\n" + compiled.error);
  }
  write_file(mark, now);
  return object;
}

void become_program(const fs::path& program, const std::vector<std::string>& arguments,
                    const Lineup& lineup) {
  setenv("KIT_PARTS", lineup.parts.c_str(), 1);
  setenv("KIT_PLAIN", lineup.plain.c_str(), 1);
  std::vector<std::string> line = {program.string()};
  line.insert(line.end(), arguments.begin(), arguments.end());
  fs::current_path(typed("."));
  become(std::move(line));
}

std::vector<std::string> targets_of(const Tree& tree, const Syllabus& syllabus,
                                    const std::vector<With>& with) {
  std::vector<std::string> targets;
  for (const With& choice : with) {
    const Exercise& exercise = syllabus.at(choice.name);
    if (!exercise.part && exercise.replaces.empty()) {
      throw Failure(Exit::usage, exercise.name + " is not a part of the decoder");
    }
    if (choice.version.empty()) continue;
    const fs::path folder = tree.root / exercise.wrong_folder();
    if (!fs::exists(folder / (choice.version + ".cpp"))) {
      refuse_in_handout(tree, "run --with NAME=WRONG");
      std::string names;
      for (const auto& entry : fs::directory_iterator(folder)) {
        names += " " + entry.path().stem().string();
      }
      throw Failure(Exit::usage, fmt::format("{} has no wrong version {}; it has:{}", choice.name,
                                             choice.version, names));
    }
    targets.push_back(choice.name + ".wrong." + choice.version);
  }
  return targets;
}

Lineup line_up(const Tree& tree, const Syllabus& syllabus, const Progress& progress,
               const std::vector<With>& with) {
  const Tree speed = speed_tree(tree);
  std::vector<std::string> targets = targets_of(tree, syllabus, with);
  targets.push_back("decoder.parts");
  std::vector<std::string> parts;
  for (const Exercise& exercise : syllabus.exercises) {
    if (exercise.part) parts.push_back(exercise.name);
  }
  need_given_parts(tree, "the decoder", parts);
  build(speed, "building the decoder", targets);

  Lineup lineup;
  const auto plug = [&](const Exercise& exercise, const fs::path& object) {
    lineup.parts += (lineup.parts.empty() ? "" : ":") + exercise.name + "=" + object.string();
  };
  for (const Exercise& exercise : syllabus.exercises) {
    if (!exercise.part && exercise.replaces.empty()) continue;
    const auto chosen = std::ranges::find(with, exercise.name, &With::name);
    ++lineup.n_parts;
    if (chosen != with.end() && !chosen->version.empty()) {
      plug(exercise, speed.build() / "parts" / exercise.name / "wrong" / (chosen->version + ".so"));
    } else if (chosen != with.end() || progress.passed(exercise)) {
      plug(exercise, own_object(speed, syllabus, exercise));
      lineup.yours.push_back(exercise.name);
    }
  }
  // What is chosen must be heard: a part of yours answers itself until one of yours replaces it.
  const auto mine = [&](const std::string& name) {
    return lineup.parts.find(name + "=") == 0 ||
           lineup.parts.find(":" + name + "=") != std::string::npos;
  };
  const auto replaced_by_mine = [&](const std::string& name) {
    return std::ranges::any_of(syllabus.exercises, [&](const Exercise& exercise) {
      const Exercise* replaced = syllabus.find(exercise.replaces);
      while (replaced != nullptr && replaced->name != name)
        replaced = syllabus.find(replaced->replaces);
      return replaced != nullptr && mine(exercise.name);
    });
  };
  for (const std::string name : {"linear", "parallel_linear", "grouped_query"}) {
    if (mine(name) && !replaced_by_mine(name))
      lineup.plain += (lineup.plain.empty() ? "" : ":") + name;
  }
  return lineup;
}

std::string own_parts(const Tree& tree, const Syllabus& syllabus, const Progress& progress,
                      const std::vector<std::string>& names) {
  need_given_parts(tree, "this program", names);
  std::string parts;
  for (const std::string& name : names) {
    const Exercise* const exercise = syllabus.find(name);  // in a handout not all are open
    if (exercise == nullptr || !progress.passed(*exercise)) continue;
    parts +=
        (parts.empty() ? "" : ":") + name + "=" + own_object(tree, syllabus, *exercise).string();
  }
  return parts;
}

void become(std::vector<std::string> line) {
  std::vector<char*> raw;
  for (std::string& word : line) raw.push_back(word.data());
  raw.push_back(nullptr);
  execv(raw[0], raw.data());
  throw Failure(Exit::fault, "cannot start " + line[0] + ": " + std::strerror(errno));
}

void help_first(const Tree& tree, const std::string& program,
                const std::vector<std::string>& arguments) {
  if (std::ranges::none_of(arguments,
                           [](auto& word) { return word == "--help" || word == "-h"; })) {
    return;
  }
  const fs::path fast = speed_tree_of(tree).build() / program;
  if (fs::exists(fast)) become({fast.string(), "--help"});
  build(tree, "building " + program, {program});
  become({(tree.build() / program).string(), "--help"});
}

std::string ownership(const Syllabus& syllabus, const Progress& progress, const Lineup& lineup) {
  const auto n_done = std::ranges::count_if(
      syllabus.exercises, [&](const Exercise& exercise) { return progress.passed(exercise); });
  std::string sentence =
      fmt::format("{} of {} exercises done; {} of the decoder's {} parts are yours", n_done,
                  syllabus.exercises.size(), lineup.yours.size(), lineup.n_parts);
  for (std::size_t i = 0; i < lineup.yours.size(); ++i) {
    sentence += (i == 0 ? ": " : ", ") + lineup.yours[i];
  }
  return sentence;
}

Exit run_decoder(const Tree& tree, const Syllabus& syllabus, const std::vector<With>& with,
                 const std::vector<std::string>& words) {
  help_first(tree, "decoder", words);
  std::vector<std::string> arguments = with_model(tree, words);
  const Progress progress = read_progress(tree);
  const Lineup lineup = line_up(tree, syllabus, progress, with);
  const Tree speed = speed_tree(tree);
  fmt::print(stderr, "{}\n", ownership(syllabus, progress, lineup));
  for (const With& choice : with) {
    fmt::print(stderr, "with {}: {}\n", choice.name,
               choice.version.empty() ? "your file as it stands" : choice.version);
  }
  if (with.empty()) {  // nothing to compare: become the decoder
    become_program(speed.build() / "decoder", arguments, lineup);
  }

  keep_prompt(speed.build() / "prompt", arguments);
  keep_seed(arguments);
  const Text heard = run_once(speed, lineup, arguments, Complaints::shown, print_at_once);
  if (heard.ended.signal != 0) {
    fmt::print(stderr, "\n{}\n", end_words(heard.ended));
    return Exit::not_so;
  }
  if (!heard.ended.ok()) return static_cast<Exit>(heard.ended.exit_code);
  compare(text_in(heard.words), text_in(run_once(speed, {}, arguments, Complaints::dropped).words));
  return Exit::done;
}

std::string tell(const Tree& tree, const Syllabus& syllabus, const std::vector<With>& with,
                 const std::vector<std::string>& arguments,
                 const std::function<void(std::string_view)>& on_text) {
  const Progress progress = read_progress(tree);
  const Lineup lineup = line_up(tree, syllabus, progress, with);
  const Text text =
      run_once(speed_tree(tree), lineup, with_model(tree, arguments), Complaints::dropped, on_text);
  if (text.ended.signal != 0) return end_words(text.ended);
  if (!text.ended.ok()) return "the decoder gave up; `./kit run` says why";
  return ownership(syllabus, progress, lineup);
}

std::optional<std::string> generated_line(const Tree& tree, const Syllabus& syllabus) {
  if (!fs::exists(speed_tree_of(tree).build() / "decoder")) {
    if (build_is_off()) return {};
    fmt::print(stderr, "Building the decoder for this machine (once) …\n");
  }
  try {
    const Lineup lineup = line_up(tree, syllabus, read_progress(tree), {});
    const Text text = run_once(speed_tree(tree), lineup, with_model(tree, {"--steps", "40"}),
                               Complaints::dropped);
    if (!text.ended.ok() || text.words.empty()) return {};
    return text.words.substr(0, text.words.find('\n'));
  } catch (const Failure&) {
    return {};
  }
}

}  // namespace kit
