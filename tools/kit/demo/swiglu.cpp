// One channel of a gated feed-forward network, and the two curves a gate may have.
#include <fmt/format.h>

#include <cmath>

#include "activations.hpp"
#include "demo/canvas.hpp"
#include "gated_feed_forward.hpp"

namespace kit::demo {
namespace {

Lines picture(const Values& v) {
  const auto x = static_cast<float>(v.at("x"));
  const auto one = [](double value) {
    lm::Matrix m(1, 1);
    m(0, 0) = static_cast<float>(value);
    return m;
  };
  const lm::Matrix gate = one(v.at("gate")), up = one(v.at("up")), down = one(v.at("down"));
  const lm::Vector row = {x};
  const auto output = [&](lm::Activation activation) {
    return lm::gated_feed_forward(gate, up, down, row, activation)[0];
  };
  const float g = gate(0, 0) * x, value = up(0, 0) * x;

  Canvas sheet(15, 41);  // from -5 to 5, and from -1 to 5
  const auto column = [](double at) { return static_cast<int>(std::lround(20 + 4 * at)); };
  const auto height = [](double y) { return static_cast<int>(std::lround(12 - 2.35 * y)); };
  for (int i = 0; i < 41; ++i) sheet.put(height(0), i, "─");
  for (int i = 0; i < 15; ++i) sheet.put(i, column(0), "│");
  sheet.put(height(0), column(0), "┼");
  for (int i = 0; i < 41; ++i) {
    const float at = static_cast<float>(i - 20) / 4;
    sheet.put(height(lm::relu(at)), i, "·");
    sheet.put(height(lm::silu(at)), i, "•");
  }
  sheet.put(height(lm::silu(g)), column(g), "●");

  return sheet.beside({"• SiLU   · ReLU   ● the gate now", "",
                       fmt::format("gate    {:.2f} · x     {:9.6f}", gate(0, 0), g),
                       fmt::format("  SiLU of it       {:9.6f}", lm::silu(g)),
                       fmt::format("  ReLU of it       {:9.6f}", lm::relu(g)),
                       fmt::format("value   {:.2f} · x     {:9.6f}", up(0, 0), value),
                       fmt::format("hidden             {:9.6f}", lm::silu(g) * value),
                       "        SiLU(gate) · value", "",
                       fmt::format("output, SiLU       {:9.6f}", output(lm::Activation::silu)),
                       fmt::format("output, ReLU       {:9.6f}", output(lm::Activation::relu)), "",
                       "A gate may be below 0, and has", "no upper end: it is no switch."});
}

}  // namespace

Demo swiglu() {
  return {.name = "swiglu",
          .words = "one channel through gate, value and output",
          .knobs = {{"x", "what goes in", 1, -10, 10, 0.25, 2},
                    {"gate", "gate_proj's weight", 1, -10, 10, 0.25, 2},
                    {"up", "up_proj's weight", 2, -10, 10, 0.25, 2},
                    {"down", "down_proj's weight", 1, -10, 10, 0.25, 2}},
          .picture = picture};
}

}  // namespace kit::demo
