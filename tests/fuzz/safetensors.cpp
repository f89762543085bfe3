// Any bytes as a safetensors file: every tensor of the header can be read, or the header is
// refused; then the same file as the weights of a small model, tied and untied, with and without
// biases.
#include "safetensors.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> file(reinterpret_cast<const std::byte*>(data), size);
  try {
    for (const lm::TensorInfo& info : lm::safetensors_header(file)) {
      lm::safetensors_tensor(file, info);
    }
  } catch (const std::invalid_argument&) {
    return 0;
  }
  lm::Config config;
  config.hidden_size = 2;
  config.intermediate_size = 1;
  config.n_layers = 1;
  config.n_heads = 1;
  config.n_kv_heads = 1;
  config.head_dim = 2;
  config.vocab_size = 3;
  for (int bits = 0; bits < 8; ++bits) {
    config.tie_word_embeddings = (bits & 1) != 0;
    config.attention_bias = (bits & 2) != 0;
    config.qk_norm = (bits & 4) != 0;
    try {
      const lm::Weights weights = lm::safetensors_weights(file, config);
      // The views are as large as the config says: their last entries can be read.
      volatile float last = weights.lm_head(2, 1) + weights.layers.at(0).down_proj(1, 0);
      (void)last;
    } catch (const std::invalid_argument&) {
    }
  }
  return 0;
}
