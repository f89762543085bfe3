#include "reference/decoder.hpp"

#include <algorithm>
#include <cmath>

#include "reference/activations.hpp"

namespace {

using Row = std::vector<double>;

Row product(lm::MatrixView weight, const Row& x) {
  Row y;
  for (int i = 0; i < weight.rows; ++i) {
    double sum = 0;
    for (int j = 0; j < weight.cols; ++j) sum += double{weight(i, j)} * x[static_cast<std::size_t>(j)];
    y.push_back(sum);
  }
  return y;
}

// Every stretch of gain.size() entries by itself.
Row normalized(Row x, std::span<const float> gain, double eps) {
  for (std::size_t first = 0; first < x.size(); first += gain.size()) {
    double squares = 0;
    for (std::size_t i = 0; i < gain.size(); ++i) squares += x[first + i] * x[first + i];
    const double rms = std::sqrt(squares / static_cast<double>(gain.size()) + eps);
    for (std::size_t i = 0; i < gain.size(); ++i) x[first + i] *= double{gain[i]} / rms;
  }
  return x;
}

Row turned(Row x, std::size_t pos, const lm::Config& config) {
  const auto d = static_cast<std::size_t>(config.head_dim);
  const bool neighbors = config.rope_pairing == lm::RopePairing::interleaved;
  for (std::size_t head = 0; head < x.size(); head += d) {
    for (std::size_t i = 0; i < d / 2; ++i) {
      const double power = 2.0 * static_cast<double>(i) / static_cast<double>(d);
      const double angle = static_cast<double>(pos) / std::pow(config.rope_theta, power);
      double& a = x[head + (neighbors ? 2 * i : i)];
      double& b = x[head + (neighbors ? 2 * i + 1 : i + d / 2)];
      const double turned_a = a * std::cos(angle) - b * std::sin(angle);
      b = a * std::sin(angle) + b * std::cos(angle);
      a = turned_a;
    }
  }
  return x;
}

Row projected(lm::MatrixView weight, std::span<const float> bias, std::span<const float> head_norm,
              const Row& x, double eps) {
  Row y = product(weight, x);
  for (std::size_t i = 0; i < bias.size(); ++i) y[i] += double{bias[i]};
  return head_norm.empty() ? y : normalized(y, head_norm, eps);
}

}  // namespace

reference::Rows reference::decoder_block(const Rows& x, const lm::LayerWeights& weights,
                                         const lm::Config& config) {
  const double eps = double{config.rms_norm_eps};
  const auto d = static_cast<std::size_t>(config.head_dim);
  const auto n_heads = static_cast<std::size_t>(config.n_heads);
  const std::size_t group = n_heads / static_cast<std::size_t>(config.n_kv_heads);

  Rows keys, values, result;
  for (std::size_t pos = 0; pos < x.size(); ++pos) {
    const Row n = normalized(x[pos], weights.attn_norm, eps);
    const Row q = turned(projected(weights.q_proj, weights.q_bias, weights.q_norm, n, eps), pos, config);
    keys.push_back(turned(projected(weights.k_proj, weights.k_bias, weights.k_norm, n, eps), pos, config));
    values.push_back(projected(weights.v_proj, weights.v_bias, {}, n, eps));

    Row gathered(n_heads * d);
    for (std::size_t head = 0; head < n_heads; ++head) {
      const std::size_t at = head * d, kv_at = head / group * d;
      Row scores;
      for (const Row& key : keys) {
        double score = 0;
        for (std::size_t i = 0; i < d; ++i) score += q[at + i] * key[kv_at + i];
        scores.push_back(score / std::sqrt(static_cast<double>(d)));
      }
      const double largest = *std::max_element(scores.begin(), scores.end());
      double sum = 0;
      for (const double score : scores) sum += std::exp(score - largest);
      for (std::size_t t = 0; t < scores.size(); ++t) {
        const double prob = std::exp(scores[t] - largest) / sum;
        for (std::size_t i = 0; i < d; ++i) gathered[at + i] += prob * values[t][kv_at + i];
      }
    }

    Row h = x[pos];
    const Row attended = product(weights.o_proj, gathered);
    for (std::size_t i = 0; i < h.size(); ++i) h[i] += attended[i];

    const Row m = normalized(h, weights.ffn_norm, eps);
    Row gate = product(weights.gate_proj, m);
    const Row up = product(weights.up_proj, m);
    for (std::size_t i = 0; i < gate.size(); ++i) gate[i] = activate(config.hidden_act, gate[i]) * up[i];
    const Row down = product(weights.down_proj, gate);
    for (std::size_t i = 0; i < h.size(); ++i) h[i] += down[i];
    result.push_back(h);
  }
  return result;
}

reference::Rows reference::decoder(const lm::Model& model, std::span<const int> tokens) {
  Rows x;
  for (const int token : tokens) {
    const auto row = model.weights.token_embedding.row(token);
    x.emplace_back(row.begin(), row.end());
  }
  for (const lm::LayerWeights& layer : model.weights.layers) {
    x = decoder_block(x, layer, model.config);
  }
  for (Row& row : x) {
    row = product(model.weights.lm_head,
                  normalized(row, model.weights.final_norm, double{model.config.rms_norm_eps}));
  }
  return x;
}

std::vector<int> reference::greedy(const lm::Model& model, std::vector<int> tokens, int n_new) {
  const std::size_t size = tokens.size();
  while (tokens.size() < size + static_cast<std::size_t>(n_new)) {
    const Row logits = decoder(model, tokens).back();
    const auto best = std::max_element(logits.begin(), logits.end());
    tokens.push_back(static_cast<int>(best - logits.begin()));
  }
  tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(size));
  return tokens;
}

int reference::block_parameters(int hidden_size, int n_heads, int n_kv_heads, int head_dim,
                                int intermediate_size) {
  const int q_and_o = 2 * hidden_size * n_heads * head_dim;
  const int k_and_v = 2 * hidden_size * n_kv_heads * head_dim;
  return q_and_o + k_and_v + 3 * hidden_size * intermediate_size + 2 * hidden_size;
}
