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

/// The same kernels and copies with another number of threads.
void use_threads(int n_threads);

/// Lets them answer for linear and grouped_query, unless KIT_PLAIN asks for these as they are.
void plug_kernels();

/// What prefill does with --no-prefill: the decoder reads the prompt.
void read_token_by_token(const Model& model, std::span<const int> tokens, KvCache& cache,
                         const RopeTable& table, int n_threads, std::span<float> logits);

}  // namespace lm
