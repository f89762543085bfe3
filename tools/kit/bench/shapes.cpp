#include "bench/shapes.hpp"

#include <algorithm>

#include "load.hpp"

namespace kit::bench {

const std::vector<Shape> shapes = {
    {"15M", 288, 768, 6, 6, 6}, {"110M", 768, 2048, 12, 12, 12}, {"1B", 2048, 5632, 22, 32, 4}};

namespace {

/// Small random numbers; a large weight repeats them, which no cache is large enough to notice.
const std::vector<float>& noise() {
  static const std::vector<float> values = [] {
    std::vector<float> made(1'000'003);
    std::uint32_t state = 1;
    for (float& value : made) {
      state = state * 1664525u + 1013904223u;
      value = (static_cast<float>(state >> 8) / 0x1p24f - 0.5f) * 0.1f;
    }
    return made;
  }();
  return values;
}

lm::MatrixView matrix(lm::Weights& weights, int rows, int cols) {
  const std::size_t size = lm::to_size(rows) * lm::to_size(cols);
  const std::shared_ptr<void> memory = lm::aligned_memory(size * sizeof(float));
  auto* const values = static_cast<float*>(memory.get());
  for (std::size_t i = 0; i < size; i += noise().size()) {
    std::copy_n(noise().begin(), std::min(noise().size(), size - i), values + i);
  }
  weights.storage.emplace_back(memory, values);
  return {values, rows, cols};
}

}  // namespace

lm::Model random_model(const Shape& shape) {
  lm::Model model;
  lm::Config& config = model.config;
  config.hidden_size = shape.hidden_size;
  config.intermediate_size = shape.intermediate_size;
  config.n_layers = shape.n_layers;
  config.n_heads = shape.n_heads;
  config.n_kv_heads = shape.n_kv_heads;
  config.head_dim = shape.hidden_size / shape.n_heads;
  config.vocab_size = 32000;
  config.tie_word_embeddings = true;

  lm::Weights& weights = model.weights;
  const int hidden = config.hidden_size, inner = config.intermediate_size;
  const std::span<const float> ones = lm::keep(weights, lm::Vector(lm::to_size(hidden), 1.0f));
  weights.token_embedding = weights.lm_head = matrix(weights, config.vocab_size, hidden);
  weights.final_norm = ones;
  for (int layer = 0; layer < config.n_layers; ++layer) {
    lm::LayerWeights w;
    w.attn_norm = w.ffn_norm = ones;
    w.q_proj = matrix(weights, config.q_size(), hidden);
    w.k_proj = matrix(weights, config.kv_size(), hidden);
    w.v_proj = matrix(weights, config.kv_size(), hidden);
    w.o_proj = matrix(weights, hidden, config.q_size());
    w.gate_proj = matrix(weights, inner, hidden);
    w.up_proj = matrix(weights, inner, hidden);
    w.down_proj = matrix(weights, hidden, inner);
    weights.layers.push_back(w);
  }
  return model;
}

double n_multiplied(const lm::Model& model) {
  const lm::Weights& weights = model.weights;
  double n = 0.0;
  lm::for_each_weight(weights, [&](lm::MatrixView w) { n += 1.0 * w.rows * w.cols; });
  const bool is_tied = weights.lm_head.data == weights.token_embedding.data;
  return is_tied ? n : n - 1.0 * weights.token_embedding.rows * weights.token_embedding.cols;
}

double prefill_flops(const lm::Model& model, int n_tokens) {
  const lm::Config& config = model.config;
  const double head = 1.0 * config.vocab_size * config.hidden_size;
  const double looks_back = 0.5 * n_tokens * (n_tokens + 1.0);  // 1 + 2 + ... + n_tokens
  return 2.0 * (n_multiplied(model) - head) * n_tokens + 2.0 * head +
         4.0 * config.n_layers * config.q_size() * looks_back;
}

}  // namespace kit::bench
