#include <fmt/format.h>

#include <algorithm>

#include "front/markdown.hpp"
#include "front/section.hpp"
#include "front/verbs.hpp"

namespace kit {

void take_hint(const Tree& tree, const Exercise& exercise) {
  const int n_hints = static_cast<int>(read_section(exercise.section()).hints.size());
  Progress progress = read_progress(tree);
  Progress::Entry& entry = progress.entries[exercise.name];
  if (entry.hints >= n_hints) return;
  ++entry.hints;
  write_progress(tree, progress);
}

std::string hint_text(const Tree& tree, const Exercise& exercise) {
  const std::vector<std::string> hints = read_section(exercise.section()).hints;
  if (hints.empty()) {
    throw Failure(Exit::fault, exercise.section().string() + " holds no hints");
  }
  const int n_hints = static_cast<int>(hints.size());
  const int shown = std::min(read_progress(tree).entries[exercise.name].hints, n_hints);
  const Colour& c = colour();
  std::string text =
      fmt::format("{}{}{}: hint {} of {}\n\n", c.bold, exercise.name, c.reset, shown, n_hints);
  for (int i = 0; i < shown; ++i) {
    text += wrapped(rendered_inline(hints[static_cast<std::size_t>(i)]), text_width(), "     ",
                    fmt::format("  {}. ", i + 1));
  }
  const std::string more =
      shown < n_hints
          ? fmt::format("`./kit hint {}` once more for the next", exercise.name)
          : fmt::format("that was the last; `./kit read {}` has the whole idea", exercise.name);
  return text + "\n" + wrapped(rendered_inline(more), text_width(), "  ");
}

}  // namespace kit
