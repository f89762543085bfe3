// Two arrows, turned by their positions: only the distance of the two is left in their product.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "demo/canvas.hpp"
#include "rotate_pair.hpp"

namespace kit::demo {
namespace {

constexpr double degree = std::numbers::pi / 180;

struct Turned {
  lm::Pair q, k;
  double dot() const { return static_cast<double>(q.x) * k.x + static_cast<double>(q.y) * k.y; }
};

Turned turned(const Values& v, double further) {
  const double theta = v.at("theta") * degree;
  return {lm::rotate_pair({1, 0}, (v.at("m") + further) * theta),
          lm::rotate_pair({1, 0}, (v.at("n") + further) * theta)};
}

Lines picture(const Values& v) {
  constexpr int middle_row = 8, middle_column = 17;  // a square is twice as high as it is wide
  Canvas sheet(17, 35);
  const auto row = [](double y) { return middle_row - 7.4 * y; };
  const auto column = [](double x) { return middle_column + 15.5 * x; };
  for (int i = 0; i < 72; ++i) {
    const double angle = 5 * i * degree;
    sheet.put(static_cast<int>(std::lround(row(std::sin(angle)))),
              static_cast<int>(std::lround(column(std::cos(angle)))), "·");
  }
  const Turned now = turned(v, 0);
  sheet.line(middle_row, middle_column, row(now.k.y), column(now.k.x), "∘");
  sheet.line(middle_row, middle_column, row(now.q.y), column(now.q.x), "•");
  sheet.put(middle_row, middle_column, "+");
  const auto letter = [&](lm::Pair at, const char* name) {
    sheet.put(static_cast<int>(std::lround(row(at.y))), static_cast<int>(std::lround(column(at.x))),
              name);
  };
  letter(now.k, "k");
  letter(now.q, "q");

  const double theta = v.at("theta"), m = v.at("m"), n = v.at("n");
  Lines text = {"q and k are [1, 0] before they turn",
                "",
                fmt::format("q at {:2.0f}, turned by {:4.0f}°", m, m * theta),
                fmt::format("        [{:9.6f}, {:9.6f}]", now.q.x, now.q.y),
                fmt::format("k at {:2.0f}, turned by {:4.0f}°", n, n * theta),
                fmt::format("        [{:9.6f}, {:9.6f}]", now.k.x, now.k.y),
                "",
                fmt::format("m - n = {:.0f}", m - n),
                "",
                "q · k, both so much further:"};
  for (const int further : {0, 1, 2, 100}) {
    text.push_back(fmt::format("  +{:<4}{:10.6f}", further, turned(v, further).dot()));
  }
  text.push_back("");
  text.push_back("The arrows go round, their product");
  text.push_back("knows the distance alone.");
  return sheet.beside(text);
}

}  // namespace

Demo rope() {
  return {.name = "rope",
          .words = "two arrows, turned by their positions",
          .knobs = {{"m", "the query's position", 3, -50, 50},
                    {"n", "the key's position", 1, -50, 50},
                    {"theta", "degrees for each position", 45, -180, 180, 5}},
          .picture = picture,
          .actions = {{'b', "+1 both", [](Values& v) {
                         v["m"] += 1;
                         v["n"] += 1;
                       }}}};
}

}  // namespace kit::demo
