#include "front/run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

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

/// The same, configured.
Tree speed_tree(const Tree& tree) {
  const Tree speed = speed_tree_of(tree);
  if (!fs::exists(speed.build() / "build.ninja")) {
    // Whoever greets and what builds behind the greeting come here at the same time.
    const int lock = open((tree.build() / "speed.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    flock(lock, LOCK_EX);
    Ended ended;
    ended.exit_code = 0;
    if (!fs::exists(speed.build() / "build.ninja")) {
      Command cmake;
      cmake.arguments = {"cmake", "--preset", "speed"};
      cmake.folder = tree.root;
      ended = run(cmake);
    }
    close(lock);
    if (!ended.ok()) throw Failure(Exit::fault, "the speed build cannot be set up:\n" + ended.output);
  }
  return speed;
}

/// The student's file, compiled for speed; compiled again only when it has changed.
fs::path speed_object(const Tree& speed, const Syllabus& syllabus, const Exercise& exercise) {
  const fs::path object = speed.build() / "mine" / (exercise.name + ".so");
  const fs::path mark = speed.build() / "mine" / (exercise.name + ".fingerprint");
  const std::string now = fingerprint(speed.root / exercise.stub());
  if (fs::exists(object) && read_file(mark) == now) return object;
  const Compiled compiled =
      compile(speed, syllabus, exercise, speed.root / exercise.stub(), object);
  if (!compiled.error.empty()) {
    throw Failure(Exit::not_so, exercise.name + " does not compile:\n" + compiled.error);
  }
  write_file(mark, now);
  return object;
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

Text run_once(const Tree& speed, const Lineup& lineup, const std::vector<std::string>& arguments,
              bool show) {
  Text text;
  Command decoder;
  decoder.arguments = {(speed.build() / "decoder").string()};
  decoder.arguments.insert(decoder.arguments.end(), arguments.begin(), arguments.end());
  decoder.environment = {{"KIT_PARTS", lineup.parts}, {"KIT_PLAIN", lineup.plain}};
  decoder.error = show ? Command::Error::inherited : Command::Error::dropped;
  decoder.kept_output = 1 << 20;
  if (show) {
    decoder.on_output = [](std::string_view piece) {
      std::fwrite(piece.data(), 1, piece.size(), stdout);
      std::fflush(stdout);
    };
  }
  text.ended = run(decoder);
  text.words = text.ended.output;
  return text;
}

}  // namespace

Lineup line_up(const Tree& tree, const Syllabus& syllabus, const Progress& progress,
               const std::vector<With>& with) {
  const Tree speed = speed_tree(tree);
  std::vector<std::string> targets = {"decoder.parts"};
  for (const With& choice : with) {
    syllabus.at(choice.name);
    if (choice.version.empty()) continue;
    const fs::path source =
        syllabus.at(choice.name).wrong_folder() / (choice.version + ".cpp");
    if (!fs::exists(tree.root / source)) {
      refuse_in_handout(tree, "run --with NAME=WRONG");
      std::string names;
      for (const auto& entry : fs::directory_iterator(tree.root / source.parent_path())) {
        names += " " + entry.path().stem().string();
      }
      throw Failure(Exit::usage, fmt::format("{} has no wrong version {}; it has:{}", choice.name,
                                             choice.version, names));
    }
    targets.push_back(choice.name + ".wrong." + choice.version);
  }
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
    const bool in_decoder = exercise.part || !exercise.replaces.empty();
    const auto chosen = std::ranges::find(with, exercise.name, &With::name);
    if (!in_decoder) {
      if (chosen != with.end()) {
        throw Failure(Exit::usage, exercise.name + " is not a part of the decoder");
      }
      continue;
    }
    ++lineup.n_parts;
    if (chosen != with.end() && !chosen->version.empty()) {
      plug(exercise, speed.build() / "parts" / exercise.name / "wrong" / (chosen->version + ".so"));
    } else if (chosen != with.end() || progress.passed(exercise)) {
      plug(exercise, speed_object(speed, syllabus, exercise));
      lineup.yours.push_back(exercise.name);
    }
  }
  // What is chosen must be heard: a part of yours answers itself until one of yours replaces it.
  const auto mine = [&](const std::string& name) {
    return lineup.parts.find(name + "=") == 0 || lineup.parts.find(":" + name + "=") != std::string::npos;
  };
  const auto replaced_by_mine = [&](const std::string& name) {
    return std::ranges::any_of(syllabus.exercises, [&](const Exercise& exercise) {
      const Exercise* replaced = syllabus.find(exercise.replaces);
      while (replaced != nullptr && replaced->name != name) replaced = syllabus.find(replaced->replaces);
      return replaced != nullptr && mine(exercise.name);
    });
  };
  for (const std::string name : {"linear", "grouped_query"}) {
    if (mine(name) && !replaced_by_mine(name)) lineup.plain += (lineup.plain.empty() ? "" : ":") + name;
  }
  return lineup;
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
  const std::vector<std::string> arguments = with_model(tree, words);
  const Progress progress = read_progress(tree);
  const Lineup lineup = line_up(tree, syllabus, progress, with);
  const Tree speed = speed_tree(tree);
  fmt::print(stderr, "{}\n", ownership(syllabus, progress, lineup));
  for (const With& choice : with) {
    fmt::print(stderr, "with {}: {}\n", choice.name,
               choice.version.empty() ? "your file as it stands" : choice.version);
  }
  if (with.empty()) {  // nothing to compare: become the decoder
    setenv("KIT_PARTS", lineup.parts.c_str(), 1);
    setenv("KIT_PLAIN", lineup.plain.c_str(), 1);
    std::vector<std::string> line = {(speed.build() / "decoder").string()};
    line.insert(line.end(), arguments.begin(), arguments.end());
    std::vector<char*> raw;
    for (std::string& word : line) raw.push_back(word.data());
    raw.push_back(nullptr);
    execv(raw[0], raw.data());
    throw Failure(Exit::fault, "cannot start " + line[0] + ": " + std::strerror(errno));
  }

  const Text heard = run_once(speed, lineup, arguments, true);
  if (heard.ended.signal != 0) {
    fmt::print(stderr, "\nthe decoder was ended by your part: {} (signal {})\n",
               strsignal(heard.ended.signal), heard.ended.signal);
    return Exit::not_so;
  }
  if (!heard.ended.ok()) return static_cast<Exit>(heard.ended.exit_code);
  const std::string right = run_once(speed, {}, arguments, false).words;
  std::size_t same = 0;
  while (same < std::min(heard.words.size(), right.size()) && heard.words[same] == right[same]) ++same;
  if (heard.words == right) {
    fmt::print(stderr, "the same text as the model's: on this model, at this length, your version "
                       "cannot be heard\n");
  } else {
    fmt::print(stderr, "another text than the model's, from letter {} on\n", same + 1);
  }
  return Exit::done;
}

std::optional<std::string> generated_line(const Tree& tree, const Syllabus& syllabus) {
  if (!fs::exists(speed_tree_of(tree).build() / "decoder")) {
    if (build_is_off()) return {};
    fmt::print(stderr, "Building the decoder for this machine (once) …\n");
  }
  try {
    const Lineup lineup = line_up(tree, syllabus, read_progress(tree), {});
    const Text text = run_once(speed_tree(tree), lineup, with_model(tree, {"--steps", "40"}), false);
    if (!text.ended.ok() || text.words.empty()) return {};
    return text.words.substr(0, text.words.find('\n'));
  } catch (const Failure&) {
    return {};
  }
}

}  // namespace kit
