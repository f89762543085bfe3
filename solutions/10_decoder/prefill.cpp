// Exercise: prefill             read prefill.md, then make `./kit test prefill` pass
#include "prefill.hpp"

#include <algorithm>
#include <cmath>

#include "activations.hpp"
#include "common/check.hpp"
#include "common/eigen.hpp"
#include "linear.hpp"
#include "rms_norm.hpp"
#include "rope_half_split.hpp"
#include "rope_interleaved.hpp"

namespace {

using lm::Matrix;
using lm::MatrixView;
using lm::to_size;

// Waking threads takes microseconds: a product of few numbers is done before they come.
bool is_large(const Matrix& x, MatrixView weight) {
  return 1.0 * x.rows * weight.rows * weight.cols > 1e6;
}

// One column of y for each row of the weight, in blocks that are the same for any number of
// threads.
template <class Block>
Matrix in_blocks(const Matrix& x, MatrixView weight, int n_threads, Block block) {
  constexpr int block_size = 128;  // speed only

  Matrix y(x.rows, weight.rows);
#pragma omp parallel for num_threads(n_threads) schedule(dynamic) if (is_large(x, weight))
  for (int first = 0; first < weight.rows; first += block_size) {
    const int n = std::min(block_size, weight.rows - first);
    as_eigen(y).middleCols(first, n) = block(first, n);
  }
  return y;
}

// Row by row: x · weightᵀ.
Matrix product(const Matrix& x, MatrixView weight, int n_threads) {
  return in_blocks(x, weight, n_threads, [&](int first, int n) {
    return lm::matmul_nt(as_eigen(x), as_eigen(weight).middleRows(first, n));
  });
}

// Row by row: up, times the activation of gate.
Matrix gated_product(const Matrix& x, const lm::LayerWeights& w, lm::Activation activation,
                     int n_threads) {
  return in_blocks(x, w.up_proj, n_threads, [&](int first, int n) {
    const lm::EigenMatrix gate =
        lm::matmul_nt(as_eigen(x), as_eigen(w.gate_proj).middleRows(first, n));
    lm::EigenMatrix y = lm::matmul_nt(as_eigen(x), as_eigen(w.up_proj).middleRows(first, n));
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      y.data()[i] *= lm::activate(activation, gate.data()[i]);
    }
    return y;
  });
}

Matrix norm_rows(const Matrix& x, std::span<const float> weight, float eps) {
  Matrix y(x.rows, x.cols);
  for (int r = 0; r < x.rows; ++r) {
    std::ranges::copy(lm::rms_norm(x.row(r), weight, eps), y.row(r).begin());
  }
  return y;
}

Matrix project(const Matrix& x, MatrixView weight, std::span<const float> bias,
               std::span<const float> head_norm, float eps, int n_threads) {
  Matrix y = product(x, weight, n_threads);
  if (!bias.empty()) as_eigen(y).rowwise() += lm::as_eigen(bias).transpose();
  if (head_norm.empty()) return y;

  // A matrix with one head in each row holds the same numbers in the same order.
  const int head_dim = static_cast<int>(head_norm.size());
  Matrix heads(y.rows * y.cols / head_dim, head_dim);
  heads.data = y.data;
  y.data = norm_rows(heads, head_norm, eps).data;
  return y;
}

// Row r sees the keys 0 ... offset + r. Every head is one thread's, with scores of its own.
Matrix attention(const Matrix& q, MatrixView keys, MatrixView values, int head_dim, int offset,
                 int n_threads) {
  const int n_heads = q.cols / head_dim;
  const int group_size = q.cols / keys.cols;
  const float scale = 1.0f / std::sqrt(static_cast<float>(head_dim));

  Matrix out(q.rows, q.cols);
#pragma omp parallel for num_threads(n_threads) schedule(dynamic) if (is_large(q, keys))
  for (int head = 0; head < n_heads; ++head) {
    const int first = head / group_size * head_dim;
    lm::EigenMatrix scores = lm::matmul_nt(as_eigen(q).middleCols(head * head_dim, head_dim),
                                           as_eigen(keys).middleCols(first, head_dim));
    for (int r = 0; r < q.rows; ++r) {
      Eigen::Map<Eigen::ArrayXf> visible(scores.row(r).data(), offset + r + 1);
      visible = ((visible - visible.maxCoeff()) * scale).exp();
      visible /= visible.sum();
      scores.row(r).tail(keys.rows - offset - r - 1).setZero();
    }
    as_eigen(out).middleCols(head * head_dim, head_dim) =
        lm::matmul(scores, as_eigen(values).middleCols(first, head_dim));
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
    Matrix q = project(attn_in, w.q_proj, w.q_bias, w.q_norm, eps, n_threads);
    const Matrix k = project(attn_in, w.k_proj, w.k_bias, w.k_norm, eps, n_threads);
    const Matrix v = project(attn_in, w.v_proj, w.v_bias, {}, eps, n_threads);
    for (int r = 0; r < n_tokens; ++r) {
      std::ranges::copy(rope(q.row(r), offset + r, table), q.row(r).begin());
      cache_append(cache, layer, rope(k.row(r), offset + r, table), v.row(r));
    }
    const CachedLayer seen = cache_view(cache, layer);
    const Matrix gathered =
        attention(q, seen.keys, seen.values, config.head_dim, offset, n_threads);
    as_eigen(x) += as_eigen(product(gathered, w.o_proj, n_threads));

    const Matrix ffn_in = norm_rows(x, w.ffn_norm, eps);
    const Matrix hidden = gated_product(ffn_in, w, config.hidden_act, n_threads);
    as_eigen(x) += as_eigen(product(hidden, w.down_proj, n_threads));
  }

  const Vector last = rms_norm(x.row(n_tokens - 1), weights.final_norm, eps);
  std::ranges::copy(linear(weights.lm_head, last), logits.begin());
}
