#pragma once
// Norms and sublayers to put together: in double precision, for the reference and, rounded once,
// for the contract.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "common/row_function.hpp"
#include "reference/sublayer.hpp"
#include "support/golden.hpp"

namespace functions {

using Row = std::vector<double>;
using Rows = std::vector<Row>;
using Function = reference::RowFunction;

inline Row doubles(std::span<const float> x) {
  return {x.begin(), x.end()};
}

inline lm::RowFunction in_float(const Function& f) {
  return [f](std::span<const float> x) {
    const Row y = f(doubles(x));
    return lm::Vector(y.begin(), y.end());
  };
}
inline std::vector<lm::RowFunction> in_float(const std::vector<Function>& fs) {
  std::vector<lm::RowFunction> all;
  for (const Function& f : fs) all.push_back(in_float(f));
  return all;
}

inline Function linear(const Rows& weight) {
  return [weight](std::span<const double> x) {
    Row y;
    for (const Row& row : weight) {
      y.push_back(0);
      for (std::size_t i = 0; i < x.size(); ++i) y.back() += row.at(i) * x[i];
    }
    return y;
  };
}

inline Function rms_norm(const Row& gain, double eps) {
  return [gain, eps](std::span<const double> x) {
    double squares = 0;
    for (const double value : x) squares += value * value;
    const double rms = std::sqrt(squares / static_cast<double>(x.size()) + eps);
    Row y;
    for (std::size_t i = 0; i < x.size(); ++i) y.push_back(gain.at(i) * x[i] / rms);
    return y;
  };
}

inline Function layer_norm(const Row& gain, double eps) {
  return [gain, eps](std::span<const double> x) {
    const auto n = static_cast<double>(x.size());
    double mean = 0, variance = 0;
    for (const double value : x) mean += value / n;
    for (const double value : x) variance += (value - mean) * (value - mean) / n;
    Row y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      y.push_back(gain.at(i) * (x[i] - mean) / std::sqrt(variance + eps));
    }
    return y;
  };
}

inline Function relu_feed_forward(const Rows& first, const Rows& second) {
  return [first, second](std::span<const double> x) {
    Row hidden = linear(first)(x);
    for (double& value : hidden) value = std::max(value, 0.0);
    return linear(second)(hidden);
  };
}

inline Function gated_feed_forward(const Rows& gate, const Rows& up, const Rows& down) {
  return [gate, up, down](std::span<const double> x) {
    Row hidden = linear(gate)(x);
    const Row factor = linear(up)(x);
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      hidden[i] = hidden[i] / (1 + std::exp(-hidden[i])) * factor[i];
    }
    return linear(down)(hidden);
  };
}

/// No multiple of its input, each channel from two of them, and of ordinary size.
inline Row ripple(std::span<const double> x) {
  Row y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y.push_back(2 * std::sin(x[i]) - 0.5 * x[(i + 1) % x.size()] + 0.25);
  }
  return y;
}

/// The 2-layer model of golden/tiny_llama.json, as its first token sees it: a query with one key
/// gives that key the whole weight and RoPE turns nothing at position 0, so attention is a matrix.
struct FirstToken {
  Row embedding, after_layer_0, logits;
  std::vector<Function> norms, sublayers;  // two for each layer
  Function final_norm, lm_head;
};

inline FirstToken first_token(const kit::GoldenCase& golden, const kit::GoldenCase& weights) {
  const auto tensor = [&](const std::string& name) {
    const kit::GoldenCase stored = weights.object("tensors").object(name);
    const std::vector<int> shape = stored.integers("shape"), q = stored.integers("q");
    const int cols = shape.back();
    Rows rows;
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (i % static_cast<std::size_t>(cols) == 0) rows.emplace_back();
      rows.back().push_back(q[i] / 1024.0);
    }
    return rows;
  };
  FirstToken model;
  model.embedding = golden.tensor("hidden_after_embed").row(0);
  model.after_layer_0 = golden.tensor("hidden_after_layer0").row(0);
  model.logits = golden.tensor("logits").row(0);
  for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
    model.norms.push_back(rms_norm(tensor(layer + "input_layernorm.weight").front(), 1e-5));
    const Function v_proj = linear(tensor(layer + "self_attn.v_proj.weight"));
    const Function o_proj = linear(tensor(layer + "self_attn.o_proj.weight"));
    model.sublayers.push_back([v_proj, o_proj](std::span<const double> x) {
      const Row v = v_proj(x);
      Row heads;  // 4 query heads of 8 channels read 2 value heads
      for (std::size_t i = 0; i < 32; ++i) heads.push_back(v.at(i / 16 * 8 + i % 8));
      return o_proj(heads);
    });
    model.norms.push_back(
        rms_norm(tensor(layer + "post_attention_layernorm.weight").front(), 1e-5));
    model.sublayers.push_back(gated_feed_forward(tensor(layer + "mlp.gate_proj.weight"),
                                                 tensor(layer + "mlp.up_proj.weight"),
                                                 tensor(layer + "mlp.down_proj.weight")));
  }
  model.final_norm = rms_norm(tensor("model.norm.weight").front(), 1e-5);
  model.lm_head = linear(tensor("lm_head.weight"));
  return model;
}

/// The layers of the torch models that the known answers come from: attention to one token is the
/// value projection, then a feed-forward network with ReLU.
struct TorchLayer {
  Function attention, feed_forward, norm_1, norm_2;
};
inline TorchLayer torch_layer(double scale, const Row& gain_1, const Row& gain_2) {
  const auto scaled = [scale](Rows rows) {
    for (Row& row : rows) {
      for (double& entry : row) entry *= scale;
    }
    return rows;
  };
  return {linear(scaled({{1, -0.5, 2}, {0.25, 1.5, -1}, {-2, 0.75, 0.5}})),
          relu_feed_forward({{1, 2, -1}, {-0.5, 1, 0.25}, {1.5, -1, 1}, {-1, -0.25, 2}},
                            scaled({{1, -1, 0.5, 2}, {0.25, 1, -1.5, 1}, {2, 0.5, 1, -0.75}})),
          layer_norm(gain_1, 1e-5), layer_norm(gain_2, 1e-5)};
}

}  // namespace functions
