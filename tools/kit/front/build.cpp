#include "front/build.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "runner/process.hpp"

namespace kit {

std::string first_complaint(const std::string& output, const std::string& kind,
                            const fs::path& file, const fs::path& root) {
  const std::vector<std::string> lines = lines_of(output);
  const std::string own = file.string() + ":";
  const auto complains = [&](const std::string& line) {
    return line.find(": " + kind + ": ") != std::string::npos ||
           line.find(": fatal " + kind + ": ") != std::string::npos;
  };
  std::size_t at = lines.size();
  for (std::size_t i = 0; i < lines.size() && at == lines.size(); ++i) {
    if (complains(lines[i]) && lines[i].starts_with(own)) at = i;
  }
  std::string through;  // the error is in a header, reached from this line of the student's
  if (at == lines.size()) {
    if (kind == "warning") return "";
    for (std::size_t i = 0; i < lines.size() && at == lines.size(); ++i) {
      if (lines[i].starts_with(own) && lines[i].find("required from") != std::string::npos) {
        through = lines[i].substr(0, lines[i].find(": "));
      }
      if (complains(lines[i])) at = i;
    }
  }
  if (at == lines.size()) return output.substr(0, 2000);  // the linker, or no compiler at all
  std::string text = lines[at];
  std::size_t next = at + 1;
  for (; next < lines.size(); ++next) {
    const std::size_t bar = lines[next].find('|');  // g++'s quotation; clang's starts with a space
    if (bar == std::string::npos && !lines[next].starts_with(' ')) break;
    if (next <= at + 4) text += "\n" + lines[next];
  }
  // g++ knows which header has the missing name.
  if (next < lines.size() && lines[next].find("did you forget to '#include") != std::string::npos) {
    text += "\n" + lines[next].substr(lines[next].find("note: "));
  }
  if (!through.empty()) text = through + ": this line leads to an error in a header\n" + text;
  const std::string prefix = root.string() + "/";
  for (std::size_t found; (found = text.find(prefix)) != std::string::npos;) {
    text.erase(found, prefix.size());
  }
  return text;
}

namespace {

/// A command as CMake writes it for a shell: words, with quotes and backslashes where a path needs
/// them.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false, begun = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '"') {
      quoted = !quoted;
      begun = true;
    } else if (c == '\\' && i + 1 < command.size()) {
      word += command[++i];
      begun = true;
    } else if (c == ' ' && !quoted) {
      if (begun) words.push_back(word);
      word.clear();
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (begun) words.push_back(word);
  return words;
}

}  // namespace

// As the build wrote it for editors.
std::vector<std::string> compile_command(const Tree& tree, const Exercise& exercise) {
  const std::string commands = read_file(tree.build() / "compile_commands.json");
  // CMake writes an entry's command before its file. To read all of it as JSON would take longer
  // than the compiler's first answer.
  for (const fs::path& file : {exercise.stub(), exercise.pristine()}) {  // a stub may be deleted
    const std::size_t at = commands.find("/" + file.string() + "\"");
    if (at == std::string::npos) continue;
    constexpr std::string_view key = "\"command\": \"";
    const std::size_t begin = commands.rfind(key, at) + key.size();
    std::string command;
    for (std::size_t i = begin; commands[i] != '"'; ++i) {  // JSON's own backslashes
      command += commands[i] == '\\' ? commands[++i] : commands[i];
    }
    std::vector<std::string> words = words_of(command);
    for (std::size_t i = 0; i < words.size();) {
      const bool drop = words[i] == "-o" || words[i] == "-c";  // and what follows it
      const auto here = words.begin() + static_cast<std::ptrdiff_t>(i);
      if (drop) {
        words.erase(here, here + 2);
      } else {
        ++i;
      }
    }
    return words;
  }
  throw Failure(Exit::fault, "build/" + tree.preset + "/compile_commands.json does not know " +
                                 exercise.stub().string() + "; `./kit doctor` looks closer");
}

namespace {

/// Two ninjas at once would write the same files. Whoever builds holds this lock; ./kit itself and
/// what goes on behind the greeting take it too.
class Lock {
 public:
  Lock(const Tree& tree, std::string_view label)
      : file_(open((tree.build() / "build.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    while (file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      tree.on_step(label, 0, 1);
      if (tree.stop.stop_requested()) {
        close(file_);
        throw Stopped{};
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  Lock(const Lock&) = delete;
  ~Lock() { close(file_); }

 private:
  int file_;
};

}  // namespace

bool build_is_off() {
  const char* const set = std::getenv("KIT_NO_BUILD");
  return set != nullptr && *set != '\0';
}

Tree configured(const Tree& tree, const std::string& preset) {
  Tree other = tree;
  other.preset = preset;
  if (fs::exists(other.build() / "build.ninja")) return other;
  // Whoever greets and what builds behind the greeting come here at the same time.
  fs::create_directories(other.build());
  const Lock lock(other, "configuring");
  if (fs::exists(other.build() / "build.ninja")) return other;
  Command cmake;
  cmake.arguments = {"cmake", "--preset", preset};
  cmake.folder = tree.root;
  cmake.stop = tree.stop;
  const Ended ended = run(cmake);
  if (!ended.ok()) {
    throw Failure(Exit::fault, "the " + preset + " build cannot be set up:\n" + ended.output);
  }
  return other;
}

std::string build(const Tree& tree, std::string_view label, const std::vector<std::string>& targets,
                  bool keep_going) {
  if (build_is_off()) return "";
  const Lock lock(tree, label);
  Command ninja;
  ninja.arguments = {"ninja", "-C", tree.build().string()};
  if (keep_going) ninja.arguments.insert(ninja.arguments.end(), {"-k", "0"});
  ninja.arguments.insert(ninja.arguments.end(), targets.begin(), targets.end());
  ninja.kept_output = 16 << 20;
  ninja.stop = tree.stop;
  std::string pending;
  ninja.on_output = [&](std::string_view text) {
    pending += text;
    for (std::size_t end; (end = pending.find('\n')) != std::string::npos;) {
      int done = 0, total = 0;
      if (std::sscanf(pending.c_str(), "[%d/%d]", &done, &total) == 2) {
        tree.on_step(label, done, total);
      }
      pending.erase(0, end + 1);
    }
  };
  const Ended ended = run(ninja);
  tree.on_step(label, 0, 0);
  if (ended.ok()) return "";
  std::string failed;  // what ninja prints behind each FAILED, without the command itself
  bool inside = false;
  for (const std::string& line : lines_of(ended.output)) {
    if (line.starts_with('[')) inside = false;
    if (line.starts_with("FAILED:") || line.starts_with("ninja: error:")) inside = true;
    const bool command = line.find(" -c ") != std::string::npos && line.starts_with('/');
    if (inside && !command) failed += line + "\n";
  }
  if (failed.find("No space left") != std::string::npos) {
    throw Failure(Exit::infrastructure, "the disk is full; the kit needs about 2 GB in build/");
  }
  const bool stopped = ended.signal != 0 || ended.output.find("Killed signal") != std::string::npos;
  if (stopped || ended.output.find("out of memory") != std::string::npos ||
      ended.output.find("Cannot allocate memory") != std::string::npos) {
    throw Failure(Exit::infrastructure,
                  "the build was stopped, perhaps for want of memory; start again when less runs");
  }
  if (keep_going) return failed;
  throw Failure(Exit::fault, "a part of the kit could not be built:\n" + failed.substr(0, 4000));
}

void show_step(std::string_view label, int done, int total) {
  if (!is_terminal(STDERR_FILENO)) return;
  if (total == 0 || done == total) {
    fmt::print(stderr, "\r\033[K");
  } else {
    fmt::print(stderr, "\r\033[K{} {}/{}", label, done, total);
  }
  std::fflush(stderr);
}

Compiled compile(const Tree& tree, const Syllabus& syllabus, const Exercise& exercise,
                 const fs::path& file, const fs::path& object) {
  const fs::path source = fs::absolute(file).lexically_normal();
  fs::create_directories(object.parent_path());
  const fs::path partial = object.string() + ".partial." + std::to_string(getpid());
  Command compiler;
  compiler.arguments = compile_command(tree, exercise);
  // A file from elsewhere finds the contract where the student's file would.
  compiler.arguments.insert(compiler.arguments.end(), {"-shared", source.string(), "-o", partial});
  compiler.arguments.insert(compiler.arguments.end(), syllabus.link_options.begin(),
                            syllabus.link_options.end());
  compiler.folder = tree.build();
  compiler.environment = {{"LC_ALL", "C"}};
  compiler.seconds = 60;
  compiler.stop = tree.stop;
  const Ended ended = run(compiler);
  if (ended.timed_out) return {{}, "the compiler was still busy after 60 seconds", ""};
  if (!ended.ok()) {
    fs::remove(partial);
    return {{}, first_complaint(ended.output, "error", source, tree.root), ""};
  }
  fs::rename(partial, object);
  return {object, "", first_complaint(ended.output, "warning", source, tree.root)};
}

}  // namespace kit
