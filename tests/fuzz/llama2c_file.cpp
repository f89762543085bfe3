// Any bytes as a checkpoint of llama2.c: all its weights can be read, or it is refused in words.
#include "llama2c_file.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const lm::Model model = lm::llama2c_file({reinterpret_cast<const std::byte*>(data), size});
    const lm::Config& config = model.config;
    volatile float last = model.weights.final_norm[lm::to_size(config.hidden_size - 1)] +
                          model.weights.lm_head(config.vocab_size - 1, config.hidden_size - 1);
    for (const lm::LayerWeights& layer : model.weights.layers) {
      last = layer.down_proj(config.hidden_size - 1, config.intermediate_size - 1);
      last = layer.k_proj(config.kv_size() - 1, config.hidden_size - 1);
    }
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
