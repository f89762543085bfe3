#pragma once
// Files for the tests of loaders: made byte by byte, or whole from the conformance data.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/config.hpp"
#include "common/weights.hpp"
#include "support/golden.hpp"

namespace kit {

/// The bytes of a file, little-endian as all model files are (and all machines this kit runs on).
struct Bytes {
  std::vector<std::byte> bytes;

  template <class Number>
  Bytes& number(Number value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
    return *this;
  }
  template <class Number>
  Bytes& numbers(const std::vector<Number>& values) {
    for (const Number value : values) number(value);
    return *this;
  }
  Bytes& text(std::string_view words) {
    for (const char letter : words) bytes.push_back(static_cast<std::byte>(letter));
    return *this;
  }
  operator std::span<const std::byte>() const { return bytes; }
  std::size_t size() const { return bytes.size(); }
  /// The first n bytes: a file that was cut.
  Bytes first(std::size_t n) const {
    return {{bytes.begin(), bytes.begin() + static_cast<int>(n)}};
  }
};

struct Tensor {
  std::string name;
  std::vector<std::int64_t> shape;
};

/// A safetensors file with the header `json`.
inline Bytes safetensors(const std::string& json, const Bytes& data) {
  Bytes file;
  file.number(std::uint64_t{json.size()}).text(json).numbers(data.bytes);
  return file;
}
/// A safetensors file of F32 tensors, one behind the other. All their values together are
/// 0, 1, 2, ...: each weight says where it was read.
inline Bytes safetensors(const std::vector<Tensor>& tensors) {
  std::string json, comma;
  Bytes data;
  for (const auto& [name, shape] : tensors) {
    const std::string begin = std::to_string(data.size());
    std::string sizes;
    std::int64_t n = 1;
    for (const std::int64_t size : shape) {
      sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
      n *= size;
    }
    for (std::int64_t i = 0; i < n; ++i) data.number(static_cast<float>(data.size() / 4));
    json += comma + "\"" + name + "\":{\"dtype\":\"F32\",\"shape\":[" + sizes +
            "],\"data_offsets\":[" + begin + "," + std::to_string(data.size()) + "]}";
    comma = ",";
  }
  return safetensors("{" + json + "}", data);
}
/// What a model of this config consists of, by its Hugging Face names, in the decoder's order.
inline std::vector<Tensor> tensors_of(const lm::Config& c) {
  std::vector<Tensor> all = {{"model.embed_tokens.weight", {c.vocab_size, c.hidden_size}}};
  for (int layer = 0; layer < c.n_layers; ++layer) {
    const std::string at = "model.layers." + std::to_string(layer) + ".";
    all.push_back({at + "input_layernorm.weight", {c.hidden_size}});
    all.push_back({at + "self_attn.q_proj.weight", {c.q_size(), c.hidden_size}});
    all.push_back({at + "self_attn.k_proj.weight", {c.kv_size(), c.hidden_size}});
    all.push_back({at + "self_attn.v_proj.weight", {c.kv_size(), c.hidden_size}});
    all.push_back({at + "self_attn.o_proj.weight", {c.hidden_size, c.q_size()}});
    if (c.attention_bias) {
      all.push_back({at + "self_attn.q_proj.bias", {c.q_size()}});
      all.push_back({at + "self_attn.k_proj.bias", {c.kv_size()}});
      all.push_back({at + "self_attn.v_proj.bias", {c.kv_size()}});
    }
    if (c.qk_norm) {
      all.push_back({at + "self_attn.q_norm.weight", {c.head_dim}});
      all.push_back({at + "self_attn.k_norm.weight", {c.head_dim}});
    }
    all.push_back({at + "post_attention_layernorm.weight", {c.hidden_size}});
    all.push_back({at + "mlp.gate_proj.weight", {c.intermediate_size, c.hidden_size}});
    all.push_back({at + "mlp.up_proj.weight", {c.intermediate_size, c.hidden_size}});
    all.push_back({at + "mlp.down_proj.weight", {c.hidden_size, c.intermediate_size}});
  }
  all.push_back({"model.norm.weight", {c.hidden_size}});
  if (!c.tie_word_embeddings) all.push_back({"lm_head.weight", {c.vocab_size, c.hidden_size}});
  return all;
}

/// A file of llama2.c whose values are 0, 1, 2, ... behind its header of sizes.
inline Bytes numbered(const std::vector<int>& header, int n_values) {
  Bytes file;
  file.numbers(header);
  for (int i = 0; i < n_values; ++i) file.number(static_cast<float>(i));
  return file;
}
/// The first value of each weight of a layer: where it was read, if the values are 0, 1, 2, ...
inline std::vector<float> first_values(const lm::LayerWeights& w) {
  return {w.attn_norm[0], w.q_proj(0, 0),    w.k_proj(0, 0),  w.v_proj(0, 0),   w.o_proj(0, 0),
          w.ffn_norm[0],  w.gate_proj(0, 0), w.up_proj(0, 0), w.down_proj(0, 0)};
}

/// A file of the conformance data, whole; nothing, and skip(), where there is none.
inline std::optional<std::string> conformance_text(const std::string& path) {
  const auto file = conformance_file(path);
  if (!file) return {};
  std::ifstream in(*file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace kit
