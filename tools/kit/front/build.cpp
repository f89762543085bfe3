#include "front/build.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runner/process.hpp"

namespace kit {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The compiler's complaints, cut down to the first that a student can act on: its line, the source
/// it points at, and nothing of the templates behind it.
std::string first_error(const std::string& output, const fs::path& file, const fs::path& root) {
  const std::vector<std::string> lines = lines_of(output);
  const auto is_error = [](const std::string& line) {
    return line.find(": error: ") != std::string::npos ||
           line.find(": fatal error: ") != std::string::npos;
  };
  const std::string own = file.string() + ":";
  std::size_t at = lines.size();
  for (std::size_t i = 0; i < lines.size() && at == lines.size(); ++i) {
    if (is_error(lines[i]) && lines[i].starts_with(own)) at = i;
  }
  std::string through;  // the error is in a header, reached from this line of the student's
  if (at == lines.size()) {
    for (std::size_t i = 0; i < lines.size() && at == lines.size(); ++i) {
      if (lines[i].starts_with(own) && lines[i].find("required from") != std::string::npos) {
        through = lines[i].substr(0, lines[i].find(": "));
      }
      if (is_error(lines[i])) at = i;
    }
  }
  if (at == lines.size()) return output.substr(0, 2000);  // the linker, or no compiler at all
  std::string text = lines[at];
  for (std::size_t i = at + 1; i < std::min(at + 4, lines.size()); ++i) {
    const std::size_t bar = lines[i].find('|');  // g++'s quotation; clang's starts with a space
    if (bar == std::string::npos && !lines[i].starts_with(' ')) break;
    text += "\n" + lines[i];
  }
  if (!through.empty()) text = through + ": this line leads to an error in a header\n" + text;
  const std::string prefix = root.string() + "/";
  for (std::size_t found; (found = text.find(prefix)) != std::string::npos;) {
    text.erase(found, prefix.size());
  }
  return text;
}

/// The command that compiles the student's file, as the build wrote it for editors.
std::vector<std::string> compile_command(const Tree& tree, const Exercise& exercise) {
  const auto commands =
      nlohmann::json::parse(read_file(tree.build() / "compile_commands.json"), nullptr, false);
  if (commands.is_discarded()) {
    throw Failure(Exit::fault, "build/" + tree.preset +
                                   "/compile_commands.json is missing; `./kit` makes it anew");
  }
  const std::string stub = (tree.root / exercise.stub()).string();
  const std::string other = (tree.root / exercise.pristine()).string();
  for (const std::string& file : {stub, other}) {  // the stub may have been deleted
    for (const auto& entry : commands) {
      if (entry.at("file") != file) continue;
      std::istringstream words(entry.at("command").get<std::string>());
      std::vector<std::string> all;
      for (std::string word; words >> word;) {
        if (word == "-o" || word == "-c") {
          words >> word;  // and what follows it
        } else {
          all.push_back(word);
        }
      }
      return all;
    }
  }
  throw Failure(Exit::fault, "the build does not know " + stub + "; `./kit doctor` looks closer");
}

}  // namespace

std::string build(const Tree& tree, const std::vector<std::string>& targets, const OnStep& on_step,
                  bool keep_going) {
  Command ninja;
  ninja.arguments = {"ninja", "-C", tree.build().string()};
  if (keep_going) ninja.arguments.insert(ninja.arguments.end(), {"-k", "0"});
  ninja.arguments.insert(ninja.arguments.end(), targets.begin(), targets.end());
  ninja.kept_output = 16 << 20;
  std::string pending;
  ninja.on_output = [&](std::string_view text) {
    if (!on_step) return;
    pending += text;
    for (std::size_t end; (end = pending.find('\n')) != std::string::npos;) {
      int done = 0, total = 0;
      if (std::sscanf(pending.c_str(), "[%d/%d]", &done, &total) == 2) on_step(done, total);
      pending.erase(0, end + 1);
    }
  };
  const Ended ended = run(ninja);
  if (ended.ok()) return "";
  std::string failed;  // what ninja prints behind each FAILED, without the command itself
  bool inside = false;
  for (const std::string& line : lines_of(ended.output)) {
    if (line.starts_with('[')) inside = false;
    if (line.starts_with("FAILED:") || line.starts_with("ninja: error:")) inside = true;
    const bool command = line.find(" -c ") != std::string::npos && line.starts_with('/');
    if (inside && !command) failed += line + "\n";
  }
  if (keep_going) return failed;
  if (failed.find("No space left") != std::string::npos) {
    throw Failure(Exit::infrastructure, "the disk is full; the kit needs about 2 GB in build/");
  }
  throw Failure(Exit::fault, "a part of the kit could not be built:\n" + failed.substr(0, 4000));
}

OnStep progress_line(std::string label) {
  if (!is_terminal(STDERR_FILENO)) return {};
  return [label = std::move(label)](int done, int total) {
    fmt::print(stderr, "\r\033[K{} {}/{}", label, done, total);
    if (done == total) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
  };
}

Compiled compile(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
                 const fs::path& file, const fs::path& object) {
  const fs::path source = fs::absolute(file).lexically_normal();
  fs::create_directories(object.parent_path());
  const fs::path partial = object.string() + ".partial.so";
  Command compiler;
  compiler.arguments = compile_command(tree, exercise);
  // A file from elsewhere finds the contract where the student's file would.
  compiler.arguments.insert(compiler.arguments.end(), {"-shared", source.string(), "-o", partial});
  compiler.arguments.insert(compiler.arguments.end(), syllabus.link_options.begin(),
                            syllabus.link_options.end());
  compiler.folder = tree.build();
  compiler.environment = {{"LC_ALL", "C"}};
  compiler.seconds = 60;
  const Ended ended = run(compiler);
  if (ended.timed_out) return {{}, "the compiler was still busy after 60 seconds"};
  if (!ended.ok()) return {{}, first_error(ended.output, source, tree.root)};
  fs::rename(partial, object);
  return {object, ""};
}

void keep_pristine_stubs(const Tree& tree, const Syllabus& syllabus) {
  // A student may have committed a solved file, so a stub is the newest version that still has its
  // kit::todo.
  const auto is_stub = [](const std::string& text) {
    return text.find("kit::todo(") != std::string::npos;
  };
  const auto git = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"git", "-C", tree.root.string()});
    Command command;
    command.arguments = std::move(arguments);
    return run(command);
  };
  // One look at git for all: which commit is checked out, and did it change since last time?
  const std::string head = git({"rev-parse", "HEAD"}).output;
  const fs::path seen = tree.root / ".kit/stubs/HEAD";
  const bool all_there = std::ranges::all_of(
      syllabus.exercises, [&](const Exercise& e) { return fs::exists(tree.root / e.pristine()); });
  if (all_there && read_file(seen) == head) return;

  for (const Exercise& exercise : syllabus.exercises) {
    std::string text = git({"show", "HEAD:" + exercise.stub().string()}).output;
    if (!is_stub(text)) {
      const Ended commits = git({"rev-list", "HEAD", "--", exercise.stub().string()});
      for (const std::string& commit : commits.ok() ? lines_of(commits.output)
                                                    : std::vector<std::string>{}) {
        text = git({"show", commit + ":" + exercise.stub().string()}).output;
        if (is_stub(text)) break;
      }
    }
    if (!is_stub(text)) text = read_file(tree.root / exercise.stub());  // no git, or a new exercise
    const fs::path pristine = tree.root / exercise.pristine();
    if (text != read_file(pristine) && (is_stub(text) || !fs::exists(pristine))) {
      write_file(pristine, text);
    }
  }
  write_file(seen, head);
}

}  // namespace kit
