// Belief: Positions belong to the keys: they are turned before they are stored.
// Truth: Both are turned, q and k: only then does the score depend on their distance.
// Kind: value
// Caught by: prefill turns each token to its own position
#include "prefill.hpp"

#include <algorithm>

#include "activations.hpp"
#include "attention_head.hpp"
#include "common/check.hpp"
#include "linear.hpp"
#include "rms_norm.hpp"
#include "rope_half_split.hpp"
#include "rope_interleaved.hpp"

namespace {

using lm::Matrix;
using lm::MatrixView;
using lm::to_size;

// Row by row: x · weightᵀ.
Matrix product(const Matrix& x, MatrixView weight, int n_threads) {
  Matrix y(x.rows, weight.rows);
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < weight.rows; ++o) {
    for (int r = 0; r < x.rows; ++r) {
      float sum = 0.0f;
      for (int i = 0; i < x.cols; ++i) sum += x(r, i) * weight(o, i);
      y(r, o) = sum;
    }
  }
  return y;
}

void add(Matrix& x, const Matrix& y) {
  for (std::size_t i = 0; i < x.data.size(); ++i) x.data[i] += y.data[i];
}

Matrix norm_rows(const Matrix& x, std::span<const float> weight, float eps) {
  Matrix y(x.rows, x.cols);
  for (int r = 0; r < x.rows; ++r) {
    std::ranges::copy(lm::rms_norm(x.row(r), weight, eps), y.row(r).begin());
  }
  return y;
}

Matrix norm_heads(const Matrix& x, std::span<const float> weight, float eps) {
  Matrix y(x.rows, x.cols);
  for (std::size_t first = 0; first < x.data.size(); first += weight.size()) {
    const auto head = std::span(x.data).subspan(first, weight.size());
    std::ranges::copy(lm::rms_norm(head, weight, eps), y.data.data() + first);
  }
  return y;
}

Matrix project(const Matrix& x, MatrixView weight, std::span<const float> bias,
               std::span<const float> head_norm, float eps, int n_threads) {
  Matrix y = product(x, weight, n_threads);
  for (int r = 0; r < y.rows; ++r) {
    for (std::size_t i = 0; i < bias.size(); ++i) y.row(r)[i] += bias[i];
  }
  return head_norm.empty() ? y : norm_heads(y, head_norm, eps);
}

// Row r sees the keys 0 ... offset + r.
Matrix attention(const Matrix& q, MatrixView keys, MatrixView values, int head_dim, int offset,
                 int n_threads) {
  const int n_heads = q.cols / head_dim;
  const int group_size = q.cols / keys.cols;
  Matrix out(q.rows, q.cols);
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int head = 0; head < n_heads; ++head) {
    const int first = head / group_size * head_dim;
    const Matrix gathered =
        lm::attention_head(MatrixView(q).columns(head * head_dim, head_dim),
                           keys.columns(first, head_dim), values.columns(first, head_dim), offset);
    for (int r = 0; r < q.rows; ++r) {
      std::ranges::copy(gathered.row(r), out.row(r).begin() + head * head_dim);
    }
  }
  return out;
}

}  // namespace

void lm::prefill(const Model& model, std::span<const int> tokens, KvCache& cache,
                 const RopeTable& table, int n_threads, std::span<float> logits) {
  const Weights& weights = model.weights;
  for (const int token : tokens) {
    kit::require(0 <= token && token < weights.token_embedding.rows, "prefill: token ", token,
                 " is outside the vocabulary of ", weights.token_embedding.rows);
  }
  kit::require(std::ssize(logits) == weights.lm_head.rows, "prefill: logits has ", logits.size(),
               " values, ", weights.lm_head.rows, " are needed");
  kit::require(n_threads >= 1, "prefill: n_threads is ", n_threads, ", at least 1 is needed");

  const Config& config = model.config;
  const float eps = config.rms_norm_eps;
  const int offset = cache_length(cache);
  const int n_tokens = static_cast<int>(tokens.size());
  kit::require(n_tokens >= 1 && n_tokens <= cache.max_seq_len - offset, "prefill: ", n_tokens,
               " tokens came, at least 1 is needed, and there is room for ",
               cache.max_seq_len - offset);

  Matrix x(n_tokens, config.hidden_size);
  for (int r = 0; r < n_tokens; ++r) {
    std::ranges::copy(weights.token_embedding.row(tokens[to_size(r)]), x.row(r).begin());
  }

  const auto rope =
      config.rope_pairing == RopePairing::interleaved ? rope_interleaved : rope_half_split;
  for (int layer = 0; layer < config.n_layers; ++layer) {
    const LayerWeights& w = weights.layers[to_size(layer)];

    const Matrix attn_in = norm_rows(x, w.attn_norm, eps);
    const Matrix q = project(attn_in, w.q_proj, w.q_bias, w.q_norm, eps, n_threads);
    const Matrix k = project(attn_in, w.k_proj, w.k_bias, w.k_norm, eps, n_threads);
    const Matrix v = project(attn_in, w.v_proj, w.v_bias, {}, eps, n_threads);
    for (int r = 0; r < n_tokens; ++r) {
      cache_append(cache, layer, rope(k.row(r), offset + r, table), v.row(r));
    }
    const CachedLayer seen = cache_view(cache, layer);
    const Matrix gathered =
        attention(q, seen.keys, seen.values, config.head_dim, offset, n_threads);
    add(x, product(gathered, w.o_proj, n_threads));

    const Matrix ffn_in = norm_rows(x, w.ffn_norm, eps);
    const Matrix gate = product(ffn_in, w.gate_proj, n_threads);
    Matrix hidden = product(ffn_in, w.up_proj, n_threads);
    for (std::size_t i = 0; i < hidden.data.size(); ++i) {
      hidden.data[i] *= activate(config.hidden_act, gate.data[i]);
    }
    add(x, product(hidden, w.down_proj, n_threads));
  }

  const Vector last = rms_norm(x.row(n_tokens - 1), weights.final_norm, eps);
  std::ranges::copy(linear(weights.lm_head, last), logits.begin());
}
