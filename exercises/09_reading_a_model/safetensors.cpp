// Exercise: safetensors         read safetensors.md, then make `./kit test safetensors` pass
#include "safetensors.hpp"

#include <cstring>

#include "common/check.hpp"
#include "common/json.hpp"
#include "narrow_floats.hpp"

std::vector<lm::TensorInfo> lm::safetensors_header(std::span<const std::byte> file) {
  kit::require(file.size() >= 8, "safetensors_header: the file has ", file.size(),
               " bytes, its first number needs 8");
  // 1. the length of the header, by std::memcpy; refuse one that is longer than the file
  // 2. Json::parse of that many bytes; for each of its keys() but "__metadata__":
  // 3. dtype F32, F16 or BF16 (leave out others), shape, data_offsets; refuse what lacks one
  // 4. 0 <= begin <= end <= bytes behind the header, and end - begin is what the shape needs;
  //    multiply in double, which no header can overflow
  // 5. begin and end count from the start of the file
  kit::todo("safetensors_header");
}

lm::Vector lm::safetensors_tensor(std::span<const std::byte> file, const TensorInfo& info) {
  kit::require(info.begin <= info.end && info.end <= file.size(), "safetensors_tensor: ", info.name,
               " ends at ", info.end, ", the file at ", file.size());
  // 1. read value by value: 4 bytes as they are, or 2 through bf16_to_float or f16_to_float
  kit::todo("safetensors_tensor");
}

lm::Weights lm::safetensors_weights(std::span<const std::byte> file, const Config& config) {
  // 1. write a helper that finds a tensor, compares its shape, and keeps its values: keep()
  // 2. the embedding, all layers, the final norm, by their names; biases and norms of q and k if
  //    the config has them
  // 3. lm_head: tied, the embedding, whatever the file has; else its own, or refuse
  // 4. refuse a .weight or .bias that nobody asked for
  (void)config;
  (void)file;
  kit::todo("safetensors_weights");
}
