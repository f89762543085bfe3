#include "front/odd_model.hpp"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kit {
namespace {

constexpr int hidden_size = 40, intermediate_size = 72, n_layers = 5, vocab_size = 1024;
constexpr int n_heads = 6, n_kv_heads = 2, head_dim = 8;

/// A safetensors file in the making: its header, and the values one behind the other.
class Tensors {
 public:
  /// Random values within the bound, around a middle; seeded, the same on every machine.
  void add(const std::string& name, const std::vector<int>& shape, double bound,
           double middle = 0) {
    std::size_t size = 1;
    for (const int n : shape) size *= static_cast<std::size_t>(n);
    const std::size_t begin = values_.size() * sizeof(float);
    for (std::size_t i = 0; i < size; ++i) {
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      const double unit = static_cast<double>(state_ >> 40) / (1 << 24);  // [0, 1)
      values_.push_back(static_cast<float>(middle + (2 * unit - 1) * bound));
    }
    header_[name] = {{"dtype", "F32"},
                     {"shape", shape},
                     {"data_offsets", {begin, values_.size() * sizeof(float)}}};
  }
  void matrix(const std::string& name, int rows, int cols) {
    add(name + ".weight", {rows, cols}, 2 / std::sqrt(cols));  // rows keep about their size
  }
  void gain(const std::string& name, int size) { add(name + ".weight", {size}, 0.5, 1); }

  std::string bytes() const {
    const std::string header = header_.dump();
    const std::uint64_t size = header.size();
    std::string all(reinterpret_cast<const char*>(&size), sizeof size);
    all += header;
    all.append(reinterpret_cast<const char*>(values_.data()), values_.size() * sizeof(float));
    return all;
  }

 private:
  nlohmann::json header_;
  std::vector<float> values_;
  std::uint64_t state_ = 1;
};

std::string config() {
  return nlohmann::json{{"model_type", "qwen3"},
                        {"hidden_size", hidden_size},
                        {"intermediate_size", intermediate_size},
                        {"num_hidden_layers", n_layers},
                        {"num_attention_heads", n_heads},
                        {"num_key_value_heads", n_kv_heads},
                        {"head_dim", head_dim},
                        {"vocab_size", vocab_size},
                        {"max_position_embeddings", 512},
                        {"hidden_act", "gelu_pytorch_tanh"},
                        {"rms_norm_eps", 0.125},
                        {"rope_theta", 500.0},
                        {"attention_bias", true},
                        {"tie_word_embeddings", false},
                        {"bos_token_id", 1},
                        {"eos_token_id", 2},
                        {"torch_dtype", "float32"}}
      .dump();
}

}  // namespace

void write_odd_model(const fs::path& folder) {
  Tensors tensors;
  tensors.matrix("model.embed_tokens", vocab_size, hidden_size);
  for (int layer = 0; layer < n_layers; ++layer) {
    const std::string block = "model.layers." + std::to_string(layer) + ".";
    tensors.gain(block + "input_layernorm", hidden_size);
    for (const auto& [name, heads] :
         {std::pair{"q", n_heads}, {"k", n_kv_heads}, {"v", n_kv_heads}}) {
      const std::string projection = block + "self_attn." + name + "_proj";
      tensors.matrix(projection, heads * head_dim, hidden_size);
      tensors.add(projection + ".bias", {heads * head_dim}, 1);
    }
    tensors.gain(block + "self_attn.q_norm", head_dim);
    tensors.gain(block + "self_attn.k_norm", head_dim);
    tensors.matrix(block + "self_attn.o_proj", hidden_size, n_heads * head_dim);
    tensors.gain(block + "post_attention_layernorm", hidden_size);
    tensors.matrix(block + "mlp.gate_proj", intermediate_size, hidden_size);
    tensors.matrix(block + "mlp.up_proj", intermediate_size, hidden_size);
    tensors.matrix(block + "mlp.down_proj", hidden_size, intermediate_size);
  }
  tensors.gain("model.norm", hidden_size);
  tensors.matrix("lm_head", vocab_size, hidden_size);
  fs::create_directories(folder);
  write_file(folder / "config.json", config());
  write_file(folder / "model.safetensors", tensors.bytes());
}

}  // namespace kit
