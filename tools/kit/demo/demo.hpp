#pragma once
// `kit demo NAME`: one idea in a picture that follows a few numbers.
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kit::demo {

using Lines = std::vector<std::string>;
/// The numbers of a demo, by their names.
using Values = std::map<std::string, double>;

/// A number that the reader turns: by keys, or by --NAME VALUE.
struct Knob {
  std::string name, words;
  double start = 0, low = 0, high = 0, step = 1;
  int digits = 0;  // behind the point, as shown
};

/// A key that turns several numbers at once.
struct Action {
  char key;
  std::string words;
  std::function<void(Values&)> act;
};

struct Demo {
  std::string name, words;
  std::vector<Knob> knobs;
  /// At most 17 lines of at most 80 columns.
  std::function<Lines(const Values&)> picture;
  std::vector<Action> actions = {};
  /// After a change: numbers that do not go together are brought to the nearest that do, on the
  /// side to which the reader was turning.
  std::function<void(Values& now, const Values& before)> settle = {};
};

Demo kv_cache();
Demo heads();
Demo rope();
Demo norms();
Demo pre_post();
Demo swiglu();

/// A bar of so many eighths of a column: █████▍
std::string bar(double columns);

}  // namespace kit::demo
