#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/weights.hpp"

namespace lm {

/// One entry of a safetensors header. [begin, end) counts bytes from the start of the *file*.
struct TensorInfo {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<std::int64_t> shape;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Reads the header of a safetensors file: 8 bytes of length (little-endian), that many bytes of
/// JSON, then the data. "__metadata__" is no tensor; offsets in the JSON start after the header.
///
/// file     the whole file; bytes after the last tensor are allowed
/// returns  all tensors of type F32, F16 and BF16, sorted by name
///
/// Throws std::invalid_argument, naming the tensor, if the file is cut, if an offset lies outside
/// it, if a size is negative, or if the bytes are not the product of the shape times the width.
std::vector<TensorInfo> safetensors_header(std::span<const std::byte> file);

/// Reads one tensor as float32, row-major. Throws std::invalid_argument if it is outside the file.
Vector safetensors_tensor(std::span<const std::byte> file, const TensorInfo& info);

/// Gathers the weights of a model by their Hugging Face names: model.embed_tokens.weight,
/// model.layers.0.self_attn.q_proj.weight, ... Biases and q_norm, k_norm are read if the config has
/// them. Tied: lm_head is the embedding, even if the file has another one.
/// Throws std::invalid_argument, naming the tensor, if one is missing or has another shape than the
/// config says, or if a projection, a bias or a norm remains that the config does not speak of.
Weights safetensors_weights(std::span<const std::byte> file, const Config& config);

}  // namespace lm
