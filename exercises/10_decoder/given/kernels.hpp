#pragma once
// Which kernels multiply. Every part calls lm::linear and lm::grouped_query by these names; once
// the exercises of chapter 10 that replace them are passed, the calls end here.
#include <string>

#include "common/weights.hpp"

namespace lm {

/// Prepares the kernels for a model: how many threads, and copies of its weights in another format.
/// format  "f32", "bf16", "int8", or "" for the format of the file
void use_kernels(const Model& model, const std::string& format, int n_threads);

/// What linear does once it is replaced: simd_linear, or bf16_linear or int8_linear if the weight
/// has a copy in that format.
Vector replaced_linear(MatrixView weight, std::span<const float> x);

/// What grouped_query does once it is replaced: parallel_attention.
Vector replaced_grouped_query(std::span<const float> q, MatrixView keys, MatrixView values,
                              int n_heads, int n_kv_heads);

}  // namespace lm
