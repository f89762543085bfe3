#pragma once
// Which kernels multiply. Every part calls lm::linear and lm::grouped_query by these names; once
// the exercises of chapter 10 that replace them are passed, the calls end here.
#include <string>

#include "common/rope.hpp"
#include "common/weights.hpp"
#include "kv_cache.hpp"

namespace lm {

/// Prepares the kernels for a model: how many threads, and copies of its weights in another format.
/// format  "f32" (no copies), "bf16" or "int8"
void use_kernels(const Model& model, const std::string& format, int n_threads);

/// What linear does once it is replaced: parallel_linear, whose place simd_linear takes in turn; or
/// bf16_linear or int8_linear if the weight has a copy in that format.
Vector replaced_linear(MatrixView weight, std::span<const float> x);

/// What grouped_query does once it is replaced: parallel_attention.
Vector replaced_grouped_query(std::span<const float> q, MatrixView keys, MatrixView values,
                              int n_heads, int n_kv_heads);

/// What prefill does with --no-prefill: the decoder reads the prompt.
void read_token_by_token(const Model& model, std::span<const int> tokens, KvCache& cache,
                         const RopeTable& table, int n_threads, std::span<float> logits);

}  // namespace lm
