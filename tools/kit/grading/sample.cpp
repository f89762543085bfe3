#include "grading/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kit {
namespace {

/// The same on every machine, which std's distributions are not. (SplitMix64)
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t roll() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double share() { return static_cast<double>(roll() >> 11) * 0x1p-53; }
  bool happens(double probability) { return share() < probability; }

 private:
  std::uint64_t state_;
};

struct Texts {
  const Exercise* exercise;
  std::string stub, solution;
  std::vector<std::string> wrong;
};

std::vector<Texts> read_texts(const Tree& tree, const Syllabus& syllabus) {
  std::vector<Texts> all;
  for (const Exercise& exercise : syllabus.exercises) {
    Texts texts{&exercise,
                read_file(tree.root / exercise.pristine()),
                read_file(tree.root / exercise.solution()),
                {}};
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(tree.root / exercise.wrong_folder(), none)) {
      files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {  // without the lines that name the mistake
      std::string text = read_file(file);
      while (text.starts_with("//")) text.erase(0, text.find('\n') + 1);
      texts.wrong.push_back(text);
    }
    all.push_back(texts);
  }
  return all;
}

/// What one person makes of one exercise. `skill` from 0 to 1.
std::string attempt(const Texts& texts, double skill, Dice& dice) {
  if (dice.happens(0.45 + 0.5 * skill)) return texts.solution;
  const double fate = dice.share();
  if (fate < 0.72 && !texts.wrong.empty()) {  // a few mistakes are common, most are rare
    const double at = std::pow(dice.share(), 2.5) * static_cast<double>(texts.wrong.size());
    return texts.wrong[static_cast<std::size_t>(at)];
  }
  if (fate < 0.82) {  // a brace is lost
    return texts.solution.substr(0, texts.solution.rfind('}'));
  }
  return texts.stub;
}

}  // namespace

Exit sample_class(const Tree& tree, const Syllabus& syllabus, const fs::path& out, int people,
                  std::uint64_t seed) {
  if (fs::exists(out) && !fs::is_empty(out)) {
    throw Failure(Exit::usage, out.string() + " is there already and not empty");
  }
  const std::vector<Texts> all = read_texts(tree, syllabus);
  Dice dice(seed);
  std::string roster = "id,name,email\n";
  for (int i = 1; i <= people; ++i) {
    const std::string id = fmt::format("p{:04}", i);
    roster += fmt::format("{0},Student {1:04},{0}@example.org\n", id, i);
    if (dice.happens(0.03)) continue;  // hands nothing in
    const double skill = dice.share();
    // Most come to the end, some stop on the way.
    const double reach = std::min(1.0, 0.35 + 0.5 * skill + 0.5 * dice.share());
    const fs::path folder = out / "submissions" / id;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const bool reached = static_cast<double>(k) < reach * static_cast<double>(all.size());
      const bool skipped = all[k].exercise->side && dice.happens(0.5);
      std::string text = reached && !skipped ? attempt(all[k], skill, dice) : all[k].stub;
      // Many files of a class are alike; some are nobody else's.
      if (text != all[k].stub && dice.happens(0.4)) text += "// " + id + "\n";
      if (dice.happens(0.002)) continue;  // a file is lost
      write_file(folder / all[k].exercise->stub(), text);
    }
  }
  write_file(out / "roster.csv", roster);
  fmt::print("{}: {} on the roster, what they handed in is in submissions/ (seed {})\n",
             out.string(), people, seed);
  return Exit::done;
}

}  // namespace kit
