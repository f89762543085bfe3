#include "kernels.hpp"

#include <algorithm>
#include <unordered_map>

#include "bf16_linear.hpp"
#include "decoder.hpp"
#include "int8_linear.hpp"
#include "narrow_floats.hpp"
#include "parallel_attention.hpp"
#include "parallel_linear.hpp"

namespace lm {

namespace {

// A weight is known by the place of its float32 form, which every part passes around.
struct Kernels {
  int n_threads = 1;
  std::unordered_map<const float*, std::vector<std::uint16_t>> bf16;
  std::unordered_map<const float*, Int8Matrix> int8;
};

Kernels kernels;

void add_copy(MatrixView weight, const std::string& format) {
  if (format == "int8") kernels.int8.try_emplace(weight.data, quantize_int8(weight));
  if (format != "bf16" || kernels.bf16.contains(weight.data)) return;

  std::vector<std::uint16_t>& copy = kernels.bf16[weight.data];
  for (int o = 0; o < weight.rows; ++o) {
    for (const float value : weight.row(o)) copy.push_back(float_to_bf16(value));
  }
}

}  // namespace

void use_kernels(const Model& model, const std::string& format, int n_threads) {
  kernels.n_threads = n_threads;
  if (format == "f32") return;

  for (const LayerWeights& layer : model.weights.layers) {
    for (const MatrixView weight : {layer.q_proj, layer.k_proj, layer.v_proj, layer.o_proj,
                                    layer.gate_proj, layer.up_proj, layer.down_proj}) {
      add_copy(weight, format);
    }
  }
  add_copy(model.weights.lm_head, format);
}

Vector replaced_linear(MatrixView weight, std::span<const float> x) {
  Vector y(to_size(weight.rows));
  if (const auto copy = kernels.bf16.find(weight.data); copy != kernels.bf16.end()) {
    bf16_linear({copy->second.data(), weight.rows, weight.cols}, x, kernels.n_threads, y);
  } else if (const auto small = kernels.int8.find(weight.data); small != kernels.int8.end()) {
    int8_linear(small->second, x, kernels.n_threads, y);
  } else {
    parallel_linear(weight, x, kernels.n_threads, y);
  }
  return y;
}

Vector replaced_grouped_query(std::span<const float> q, MatrixView keys, MatrixView values,
                              int n_heads, int n_kv_heads) {
  Vector out(q.size());
  parallel_attention(q, keys, values, n_heads, n_kv_heads, kernels.n_threads, out);
  return out;
}

void read_token_by_token(const Model& model, std::span<const int> tokens, KvCache& cache,
                         const RopeTable& table, int /*n_threads*/, std::span<float> logits) {
  std::ranges::copy(decoder(model, tokens, cache, table), logits.begin());
}

}  // namespace lm
