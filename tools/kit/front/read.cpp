#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "front/markdown.hpp"
#include "front/section.hpp"
#include "front/verbs.hpp"

namespace kit {
namespace {

bool higher_than_the_screen(const std::string& text) {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return false;
  return std::ranges::count(text, '\n') >= size.ws_row;
}

}  // namespace

std::string section_text(const Exercise& exercise, std::size_t width) {
  if (!fs::exists(exercise.section())) {
    throw Failure(Exit::fault, exercise.section().string() + " is missing; the contract " +
                                   exercise.contract().string() + " says what is wanted");
  }
  return rendered(read_section(exercise.section()).text, width);
}

namespace {

/// By a pager if that is what people would want.
Exit show(const std::string& text) {
  if (is_terminal(STDIN_FILENO) && is_terminal(STDOUT_FILENO) && higher_than_the_screen(text)) {
    const char* const chosen = std::getenv("PAGER");
    setenv("LESS", "R", 0);  // colours pass; where people have set LESS, theirs counts
    signal(SIGPIPE, SIG_IGN);
    if (FILE* const pager = popen(chosen != nullptr && *chosen != '\0' ? chosen : "less", "w")) {
      std::fwrite(text.data(), 1, text.size(), pager);
      if (pclose(pager) == 0) return Exit::done;
    }
  }
  fmt::print("{}", text);
  return Exit::done;
}

}  // namespace

Exit read(const Exercise& exercise) {
  return show(section_text(exercise, text_width()));
}

Exit read_chapter(const std::string& chapter) {
  const fs::path file = fs::path("exercises") / chapter / "README.md";
  return show(rendered(read_section(file).text, text_width()));
}

}  // namespace kit
