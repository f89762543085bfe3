// LayerNorm and RMSNorm, step by step, on one row of four numbers.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "demo/demo.hpp"
#include "front/text.hpp"
#include "layer_norm.hpp"
#include "rms_norm.hpp"

namespace kit::demo {
namespace {

constexpr std::array names = {"x0", "x1", "x2", "x3"};

std::string in_a_row(const lm::Vector& values) {
  std::string text;
  for (const float value : values) text += fmt::format("{:8.4f}", value);
  return text;
}

double mean_of_squares(const lm::Vector& values) {
  double sum = 0;
  for (const float value : values) sum += 1.0 * value * value;
  return sum / static_cast<double>(values.size());
}

Lines picture(const Values& v) {
  lm::Vector x, centered;
  double mean = 0;
  for (const char* name : names) x.push_back(static_cast<float>(v.at(name)));
  for (const float value : x) mean += value / static_cast<double>(x.size());
  for (const float value : x) centered.push_back(static_cast<float>(value - mean));
  const double eps = v.at("eps");
  const lm::Vector ones(x.size(), 1.0f), zeros(x.size(), 0.0f);
  const lm::Vector layer = lm::layer_norm(x, ones, zeros, static_cast<float>(eps));
  const lm::Vector rms = lm::rms_norm(x, ones, static_cast<float>(eps));

  Lines lines = {fmt::format("{:14}{:^32}  {:^32}", "", "LayerNorm", "RMSNorm"), ""};
  const auto both = [&](const std::string& step, const std::string& left,
                        const std::string& right) {
    lines.push_back(padded(step, 14) + padded(left, 34) + right);
  };
  const auto number = [](double value) { return fmt::format("{:8.4f}", value); };
  both("the row", in_a_row(x), in_a_row(x));
  both("mean", number(mean), "    does not look at it");
  both("centered", in_a_row(centered), "    stays as it is");
  both("mean square", number(mean_of_squares(centered)), number(mean_of_squares(x)));
  both("+ eps, root", number(std::sqrt(mean_of_squares(centered) + eps)),
       number(std::sqrt(mean_of_squares(x) + eps)));
  both("row / root", in_a_row(layer), in_a_row(rms));
  lines.push_back("");
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto side = [](float value) {
      const std::string line = bar(6 * std::min(std::abs(value), 2.0f));
      return fmt::format("{} {}", value < 0 ? '-' : ' ', line);
    };
    both(fmt::format("  {}", names[i]), "   " + side(layer[i]), "   " + side(rms[i]));
  }
  lines.push_back("");
  lines.push_back("Add 1 to all (key a): the left side stays, the right side does not.");
  lines.push_back("Double all (key d): with a small eps both sides stay.");
  return lines;
}

Action on_all(char key, const std::string& words, double times, double plus) {
  return {key, words, [times, plus](Values& v) {
            for (const char* name : names) v[name] = times * v[name] + plus;
          }};
}

}  // namespace

Demo norms() {
  Demo demo{.name = "norms",
            .words = "LayerNorm and RMSNorm, step by step",
            .knobs = {},
            .picture = picture};
  for (std::size_t i = 0; i < names.size(); ++i) {
    demo.knobs.push_back({names[i], "a channel", i % 2 == 0 ? 1.0 : 7.0, -1000, 1000, 0.5, 1});
  }
  demo.knobs.push_back({"eps", "added under the root", 0.00001, 0.00001, 10, 0.5, 5});
  demo.actions = {on_all('a', "+1 to all", 1, 1), on_all('d', "double all", 2, 0)};
  return demo;
}

}  // namespace kit::demo
