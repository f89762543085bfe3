#include "load.hpp"

#include <fstream>
#include <stdexcept>

#include "check_config.hpp"
#include "common/check.hpp"
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
  std::string faults;
  for (const std::string& fault : check_config(config)) faults += "\n  " + fault;
  kit::require(faults.empty(), "the config cannot be right:", faults);
  kit::require(is_countable(config),
               "the config cannot be right: its sizes are too large to count");
  const std::string why = why_unsupported(config);
  kit::require(why.empty(), why);
}

// The embedding knows its size if the config does not.
int rows_of_embedding(std::span<const std::byte> file) {
  for (const TensorInfo& info : safetensors_header(file)) {
    const bool is_table = info.name == "model.embed_tokens.weight" && info.shape.size() == 2;
    if (is_table) return static_cast<int>(info.shape[0]);
  }
  return 0;
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path)) {
    throw std::runtime_error("cannot read " + path.string());
  }
  std::vector<std::byte> bytes(std::filesystem::file_size(path));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!stream) throw std::runtime_error("cannot read all of " + path.string());
  return bytes;
}

Model load_model(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) {
    Model model = llama2c_file(read_file(path));
    check(model.config);
    return model;
  }

  Model model;
  const std::vector<std::byte> text = read_file(path / "config.json");
  model.config = model_config({reinterpret_cast<const char*>(text.data()), text.size()});
  const std::vector<std::byte> file = read_file(path / "model.safetensors");
  if (model.config.vocab_size == 0) model.config.vocab_size = rows_of_embedding(file);
  check(model.config);
  model.weights = safetensors_weights(file, model.config);
  return model;
}

Tokenizer load_tokenizer(const std::filesystem::path& model_path,
                         const std::filesystem::path& tokenizer_path, int vocab_size) {
  const bool is_folder = std::filesystem::is_directory(model_path);
  const std::filesystem::path folder = is_folder ? model_path : model_path.parent_path();
  return read_tokenizer(
      read_file(tokenizer_path.empty() ? folder / "tokenizer.bin" : tokenizer_path), vocab_size);
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
