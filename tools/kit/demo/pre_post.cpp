// Where the norm stands, and how much of a gradient comes through a stack of sublayers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "demo/demo.hpp"
#include "front/text.hpp"
#include "gradient_highway.hpp"

namespace kit::demo {
namespace {

double slope(const Values& v, int n_sublayers, lm::NormPlace place) {
  const auto all = [&](const char* name) {
    lm::Matrix one(1, 1);
    one(0, 0) = static_cast<float>(v.at(name));
    return std::vector<lm::Matrix>(static_cast<std::size_t>(n_sublayers), one);
  };
  return lm::stack_jacobian(all("norm"), all("f"), place)(0, 0);
}

Lines picture(const Values& v) {
  const int deepest = static_cast<int>(v.at("sublayers"));
  Lines lines = {padded("        post-norm: norm(x + f(x))", 40) + "pre-norm: x + f(norm(x))",
                 "",
                 padded("        x ─┬─── f ─── + ─── norm ──▶", 40) + "x ═╤═════════════════ + ══▶",
                 padded("           └──────────┘", 40) + "   └── norm ─── f ───┘",
                 "",
                 padded("        slope of one: N · (1 + F)", 40) + "slope of one: 1 + F · N",
                 "",
                 "how much of a gradient comes through n sublayers (a bar to the middle is 1)",
                 ""};
  const int n_rows = std::min(deepest, 6);
  for (int row = 1; row <= n_rows; ++row) {
    const int n = deepest * row / n_rows;
    const auto side = [&](lm::NormPlace place) {
      const double through = slope(v, n, place);
      // Ten columns are a factor of 1000: what vanishes and what explodes fit on one scale.
      const double length = through == 0 ? 0 : 10 + 10.0 / 3 * std::log10(std::abs(through));
      return padded(fmt::format("{:>11.4g} ", through) + bar(std::clamp(length, 0.0, 18.0)), 34);
    };
    lines.push_back(fmt::format("{:>3}  ", n) + side(lm::NormPlace::post) + " " +
                    side(lm::NormPlace::pre));
  }
  lines.emplace_back("");
  lines.emplace_back("In pre-norm one path of slope 1 (═) passes by all norms.");
  return lines;
}

}  // namespace

Demo pre_post() {
  return {.name = "pre_post",
          .words = "where the norm stands, and what a gradient meets",
          .knobs = {{"sublayers", "how deep", 24, 1, 96},
                    {"norm", "slope N of each norm", 0.7, 0, 2, 0.05, 2},
                    {"f", "slope F of each f", 0.1, -2, 2, 0.05, 2}},
          .picture = picture};
}

}  // namespace kit::demo
