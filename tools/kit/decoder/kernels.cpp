#include "kernels.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "bf16_linear.hpp"
#include "decoder.hpp"
#include "files.hpp"
#include "grouped_query.hpp"
#include "int8_linear.hpp"
#include "linear.hpp"
#include "load.hpp"
#include "narrow_floats.hpp"
#include "parallel_attention.hpp"
#include "parallel_linear.hpp"
#include "simd_linear.hpp"
#include "support/switchboard.hpp"

namespace lm {

namespace {

// A weight is known by the place of its float32 form, which every part passes around.
struct Kernels {
  int n_threads = 1;
  std::unordered_map<const float*, std::shared_ptr<const std::uint16_t>> bf16;
  std::unordered_map<const float*, Int8Matrix> int8;
};

Kernels kernels;

std::shared_ptr<const std::uint16_t> bf16_copy(MatrixView weight) {
  const std::size_t size = to_size(weight.rows) * to_size(weight.cols);
  const std::shared_ptr<void> memory = aligned_memory(size * sizeof(std::uint16_t));
  auto* next = static_cast<std::uint16_t*>(memory.get());
  const std::shared_ptr<const std::uint16_t> copy(memory, next);
  for (int o = 0; o < weight.rows; ++o) {
    for (const float value : weight.row(o)) *next++ = float_to_bf16(value);
  }
  return copy;
}

// Waking threads takes microseconds, and one of them multiplies this many numbers in as many.
int threads_for(std::size_t n_products) {
  constexpr std::size_t worth_waking = 1 << 17;
  return n_products <= worth_waking ? 1 : kernels.n_threads;
}

// What linear does: bf16_linear or int8_linear if the weight has a copy in that format; else
// parallel_linear, whose place simd_linear takes in turn.
Vector replaced_linear(MatrixView weight, std::span<const float> x) {
  Vector y(to_size(weight.rows));
  const int n_threads = threads_for(to_size(weight.rows) * x.size());
  if (const auto copy = kernels.bf16.find(weight.data); copy != kernels.bf16.end()) {
    bf16_linear({copy->second.get(), weight.rows, weight.cols}, x, n_threads, y);
  } else if (const auto small = kernels.int8.find(weight.data); small != kernels.int8.end()) {
    int8_linear(small->second, x, n_threads, y);
  } else {
    parallel_linear(weight, x, n_threads, y);
  }
  return y;
}

// What grouped_query does.
Vector replaced_grouped_query(std::span<const float> q, MatrixView keys, MatrixView values,
                              int n_heads, int n_kv_heads) {
  Vector out(q.size());
  const int n_threads = threads_for(2 * to_size(keys.rows) * q.size());
  parallel_attention(q, keys, values, n_heads, n_kv_heads, n_threads, out);
  return out;
}

}  // namespace

void use_kernels(const Model& model, const std::string& format, int n_threads) {
  kernels = {n_threads, {}, {}};
  if (format == "f32") return;

  const Weights& weights = model.weights;
  const bool is_tied = weights.lm_head.data == weights.token_embedding.data;
  double n_values = 0.0;
  for_each_weight(weights, [&](MatrixView weight) { n_values += 1.0 * weight.rows * weight.cols; });
  need_memory(n_values * (format == "bf16" ? 2 : 1), "the weights as " + format);
  for_each_weight(weights, [&](MatrixView weight) {
    if (weight.data == weights.token_embedding.data && !is_tied) return;  // looked up only
    if (format == "bf16") kernels.bf16[weight.data] = bf16_copy(weight);
    if (format == "int8") kernels.int8[weight.data] = quantize_int8(weight);
  });
}

void use_threads(int n_threads) {
  kernels.n_threads = n_threads;
}

void plug_kernels() {
  if (kit::is_replaced("linear")) kit::answer<&linear>(&replaced_linear);
  if (kit::is_replaced("parallel_linear")) kit::answer<&parallel_linear>(&simd_linear);
  if (kit::is_replaced("grouped_query")) kit::answer<&grouped_query>(&replaced_grouped_query);
}

void read_token_by_token(const Model& model, std::span<const int> tokens, KvCache& cache,
                         const RopeTable& table, int /*n_threads*/, std::span<float> logits) {
  std::ranges::copy(decoder(model, tokens, cache, table), logits.begin());
}

}  // namespace lm
