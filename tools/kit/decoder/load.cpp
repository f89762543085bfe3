#include "load.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "common/check.hpp"
#include "common/families.hpp"
#include "common/json.hpp"
#include "files.hpp"
#include "llama2c_file.hpp"
#include "llama3_scaling.hpp"
#include "model_config.hpp"
#include "ntk_aware.hpp"
#include "permute_heads.hpp"
#include "position_interpolation.hpp"
#include "rope_frequencies.hpp"
#include "safetensors.hpp"
#include "supported.hpp"
#include "yarn.hpp"

namespace lm {

namespace {

void check(const Config& config) {
  refuse_impossible(config);
  const std::string why = why_unsupported(config);
  kit::require(why.empty(), why);
}

// The embedding knows its size if the config does not.
int rows_of_embedding(const std::vector<TensorInfo>& tensors) {
  const auto table = std::ranges::find(tensors, "model.embed_tokens.weight", &TensorInfo::name);
  return table != tensors.end() && table->shape.size() == 2 ? static_cast<int>(table->shape[0]) : 0;
}

// What a config.json may ask for and Config has no field for.
void refuse_unknown_wishes(const Json& json) {
  kit::require(!json.find("quantization_config"),
               "its weights are quantized (quantization_config); this decoder reads float32, "
               "float16 and bfloat16");
  const std::optional<Json> turned = json.find("partial_rotary_factor");
  kit::require(
      !turned || turned->number() == 1.0,
      "it turns a part of each head (partial_rotary_factor); this decoder turns all of it");
}

Model load_folder(const std::filesystem::path& folder) {
  const MappedBytes described = map_file(folder / "config.json");
  Model model;
  model.config = about(folder / "config.json", [&] { return model_config(described.text()); });

  const MappedBytes file = map_safetensors(folder);
  double n_values = 0.0;
  const std::vector<TensorInfo> tensors = safetensors_header(file);
  for (const TensorInfo& tensor : tensors) {
    n_values +=
        static_cast<double>(tensor.end - tensor.begin) / (tensor.dtype == Dtype::f32 ? 4 : 2);
  }
  if (model.config.vocab_size == 0) model.config.vocab_size = rows_of_embedding(tensors);
  check(model.config);
  refuse_unknown_wishes(Json::parse(described.text()));
  need_memory(n_values * sizeof(float), "the weights as float32");
  model.weights = safetensors_weights(file, model.config);
  return model;
}

// Other files than llama2.c's begin with a mark of their own.
void refuse_other_files(const MappedBytes& file) {
  const std::string_view text = file.text();
  for (const auto& [mark, name] :
       {std::pair{"GGUF", "a GGUF file"}, std::pair{"PK\x03\x04", "a file of PyTorch's"},
        std::pair{"24ka", "a llama2.c file of version 1 or 2"}, std::pair{"{", "a JSON file"}}) {
    kit::require(!text.starts_with(mark), "this is ", name,
                 "; this decoder reads Hugging Face folders and llama2.c files of version 0");
  }
  kit::require(text.substr(0, 10).find("{\"") != 8, "this is a safetensors file; give its folder");
}

Model load_llama2c(const std::filesystem::path& path) {
  const MappedBytes file = map_file(path);
  refuse_other_files(file);
  need_memory(static_cast<double>(file.size), "the weights");
  Model model = llama2c_file(file);
  check(model.config);

  // A file that is longer than its header says has other shapes than its header says.
  const Config& config = model.config;
  std::size_t n_values = to_size(config.max_seq_len) * to_size(config.head_dim / 2) * 2;
  for_each_weight(model.weights, [&](MatrixView weight) {
    n_values += to_size(weight.rows) * to_size(weight.cols);
  });
  n_values += to_size(2 * config.n_layers + 1) * to_size(config.hidden_size);
  const std::size_t size = 7 * sizeof(int) + n_values * sizeof(float);
  kit::require(size == file.size, "its header speaks of ", size, " bytes, it has ", file.size);
  return model;
}

}  // namespace

Model load_model(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) throw std::runtime_error(path.string() + " does not exist");
  return about(path, [&] {
    return std::filesystem::is_directory(path) ? load_folder(path) : load_llama2c(path);
  });
}

Model load_model(const Options& options) {
  Model model = load_model(options.model);
  if (!options.pairing.empty()) {
    const bool interleaved = options.pairing == "interleaved";
    change_pairing(model, interleaved ? RopePairing::interleaved : RopePairing::half_split);
  }
  if (!options.rope_scaling.empty()) {
    Config& config = model.config;
    RopeScaling& scaling = config.rope_scaling;
    scaling = {};
    scaling.kind = rope_scaling_named(options.rope_scaling);
    scaling.factor = options.rope_factor;
    scaling.original_max_seq_len = config.max_seq_len;
    const double stretched = config.max_seq_len * options.rope_factor;
    config.max_seq_len =
        static_cast<int>(std::min(stretched, double{std::numeric_limits<int>::max()}));
  }
  return model;
}

void for_each_weight(const Weights& weights, const std::function<void(MatrixView)>& visit) {
  visit(weights.token_embedding);
  for (const LayerWeights& layer : weights.layers) {
    for (const MatrixView weight : {layer.q_proj, layer.k_proj, layer.v_proj, layer.o_proj,
                                    layer.gate_proj, layer.up_proj, layer.down_proj}) {
      visit(weight);
    }
  }
  if (weights.lm_head.data != weights.token_embedding.data) visit(weights.lm_head);
}

void change_pairing(Model& model, RopePairing to) {
  if (model.config.rope_pairing == to) return;
  model.config.rope_pairing = to;

  const auto permute = [&](MatrixView weight, int n_heads) {
    const Matrix permuted = permute_heads(weight, n_heads, to);
    return MatrixView(keep(model.weights, permuted.data).data(), weight.rows, weight.cols);
  };
  const auto permute_row = [&](std::span<const float> row, int n_heads) {
    if (row.empty()) return row;
    const MatrixView column(row.data(), static_cast<int>(row.size()), 1);
    return std::span(permute(column, n_heads).data, row.size());
  };
  for (LayerWeights& layer : model.weights.layers) {
    layer.q_proj = permute(layer.q_proj, model.config.n_heads);
    layer.k_proj = permute(layer.k_proj, model.config.n_kv_heads);
    layer.q_bias = permute_row(layer.q_bias, model.config.n_heads);
    layer.k_bias = permute_row(layer.k_bias, model.config.n_kv_heads);
    layer.q_norm = permute_row(layer.q_norm, 1);
    layer.k_norm = permute_row(layer.k_norm, 1);
  }
}

RopeTable make_rope_table(const Config& config, int n_positions) {
  const int head_dim = config.head_dim;
  const RopeScaling& scaling = config.rope_scaling;
  double rope_theta = config.rope_theta;
  double attention_factor = 1.0;
  std::vector<double> frequencies;

  if (scaling.kind == RopeScalingKind::ntk) {
    rope_theta = ntk_aware_base(head_dim, rope_theta, scaling.factor);
  }
  if (scaling.kind == RopeScalingKind::dynamic) {
    // The length of the whole run, known beforehand, so that no key needs to be turned anew.
    rope_theta = dynamic_ntk_base(head_dim, rope_theta, scaling.factor, n_positions,
                                  scaling.original_max_seq_len);
  }
  if (scaling.kind == RopeScalingKind::yarn) {
    frequencies = yarn_frequencies(head_dim, rope_theta, scaling);
    attention_factor = yarn_attention_factor(scaling);
  } else {
    frequencies = rope_frequencies(head_dim, rope_theta);
  }
  if (scaling.kind == RopeScalingKind::linear) {
    frequencies = position_interpolation(frequencies, scaling.factor);
  }
  if (scaling.kind == RopeScalingKind::llama3) {
    frequencies = llama3_scaling(frequencies, scaling);
  }
  return rope_table(frequencies, n_positions, attention_factor);
}

}  // namespace lm
