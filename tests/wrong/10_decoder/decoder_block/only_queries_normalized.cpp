// Belief: The norm of each head is the query's: it keeps scores small.
// Truth: Keys pass one as well, with a gain of their own.
// Kind: value
// Caught by: decoder_block adds biases, then normalizes the head, then turns
#include "decoder_block.hpp"

#include <algorithm>

#include "common/check.hpp"
#include "decode_step.hpp"
#include "gated_feed_forward.hpp"
#include "linear.hpp"
#include "rms_norm.hpp"
#include "sublayer.hpp"

namespace {

// A projection with its bias, if it has one; then a norm for each head, if there is one.
lm::Vector project(std::span<const float> x, lm::MatrixView weight, std::span<const float> bias,
                   std::span<const float> head_norm, float eps) {
  lm::Vector y = lm::linear(weight, x);
  for (std::size_t i = 0; i < bias.size(); ++i) y[i] += bias[i];

  const std::size_t head_dim = head_norm.size();
  for (std::size_t head = 0; head_dim > 0 && head < y.size(); head += head_dim) {
    const std::span<const float> channels = std::span(y).subspan(head, head_dim);
    std::ranges::copy(lm::rms_norm(channels, head_norm, eps), y.data() + head);
  }
  return y;
}

}  // namespace

lm::Vector lm::decoder_block(std::span<const float> x, const LayerWeights& weights,
                             const Config& config, int layer, KvCache& cache,
                             const RopeTable& table) {
  kit::require(std::ssize(x) == config.hidden_size, "decoder_block: x has ", x.size(), " values, ",
               config.hidden_size, " are needed");
  const float eps = config.rms_norm_eps;

  const RowFunction attn_norm = [&](std::span<const float> row) {
    return rms_norm(row, weights.attn_norm, eps);
  };
  const RowFunction attention = [&](std::span<const float> row) {
    const Vector q = project(row, weights.q_proj, weights.q_bias, weights.q_norm, eps);
    const Vector k = project(row, weights.k_proj, weights.k_bias, {}, eps);
    const Vector v = project(row, weights.v_proj, weights.v_bias, {}, eps);
    return linear(weights.o_proj, decode_step(q, k, v, layer, cache, table, config.rope_pairing));
  };
  const RowFunction ffn_norm = [&](std::span<const float> row) {
    return rms_norm(row, weights.ffn_norm, eps);
  };
  const RowFunction ffn = [&](std::span<const float> row) {
    return gated_feed_forward(weights.gate_proj, weights.up_proj, weights.down_proj, row,
                              config.hidden_act);
  };

  const Vector h = pre_norm(x, attn_norm, attention);
  return pre_norm(h, ffn_norm, ffn);
}
