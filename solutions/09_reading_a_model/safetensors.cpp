// Exercise: safetensors         read safetensors.md, then make `./kit test safetensors` pass
#include "safetensors.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "common/check.hpp"
#include "common/json.hpp"
#include "narrow_floats.hpp"

namespace {

std::size_t width(lm::Dtype dtype) {
  return dtype == lm::Dtype::f32 ? 4 : 2;
}

template <class Number>
Number read(std::span<const std::byte> file, std::size_t at) {
  Number value;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

std::string text(const std::vector<std::int64_t>& shape) {
  std::string list;
  for (const std::int64_t size : shape) list += (list.empty() ? "" : " by ") + std::to_string(size);
  return list;
}

// The bytes that a shape needs; in double, which no header can overflow.
double bytes_needed(const lm::TensorInfo& info) {
  double bytes = static_cast<double>(width(info.dtype));
  for (const std::int64_t size : info.shape) {
    kit::require(size >= 0, "safetensors_header: ", info.name, " has a negative size");
    bytes *= static_cast<double>(size);
  }
  return bytes;
}

}  // namespace

std::vector<lm::TensorInfo> lm::safetensors_header(std::span<const std::byte> file) {
  kit::require(file.size() >= 8, "safetensors_header: the file has ", file.size(),
               " bytes, its first number needs 8");
  const auto header_size = read<std::uint64_t>(file, 0);
  kit::require(header_size <= file.size() - 8, "safetensors_header: the header needs ", header_size,
               " bytes, the file has ", file.size() - 8, " more");
  const auto* text = reinterpret_cast<const char*>(file.data() + 8);
  const Json header = Json::parse({text, header_size});
  const std::span<const std::byte> data = file.subspan(8 + header_size);

  std::vector<TensorInfo> tensors;
  for (const std::string& name : header.keys()) {
    if (name == "__metadata__") continue;
    const Json entry = header.find(name).value_or(header);
    const auto dtype = entry.find("dtype");
    const auto shape = entry.find("shape");
    const auto offsets = entry.find("data_offsets");
    kit::require(dtype && shape && offsets && offsets->items().size() == 2,
                 "safetensors_header: ", name, " needs dtype, shape and two data_offsets");

    TensorInfo info;
    info.name = name;
    if (dtype->string() == "F16") {
      info.dtype = Dtype::f16;
    } else if (dtype->string() == "BF16") {
      info.dtype = Dtype::bf16;
    } else if (dtype->string() != "F32") {
      continue;
    }
    for (const Json& size : shape->items()) info.shape.push_back(size.integer());

    const std::int64_t begin = offsets->items()[0].integer();
    const std::int64_t end = offsets->items()[1].integer();
    kit::require(0 <= begin && end <= std::ssize(data),
                 "safetensors_header: ", name, " lies from ", begin, " to ", end, ", there are ",
                 data.size(), " bytes");
    kit::require(static_cast<double>(end - begin) == bytes_needed(info),
                 "safetensors_header: ", name, " has ", end - begin, " bytes, its shape needs ",
                 static_cast<std::int64_t>(std::min(bytes_needed(info), 9e18)));
    info.begin = 8 + header_size + static_cast<std::size_t>(begin);
    info.end = 8 + header_size + static_cast<std::size_t>(end);
    tensors.push_back(info);
  }
  return tensors;
}

lm::Vector lm::safetensors_tensor(std::span<const std::byte> file, const TensorInfo& info) {
  kit::require(info.begin <= info.end && info.end <= file.size(), "safetensors_tensor: ", info.name,
               " ends at ", info.end, ", the file at ", file.size());
  const std::size_t size = (info.end - info.begin) / width(info.dtype);
  kit::require(size * width(info.dtype) == info.end - info.begin, "safetensors_tensor: ", info.name,
               " ends within a value");

  Vector values;
  values.reserve(size);
  for (std::size_t at = info.begin; at < info.end; at += width(info.dtype)) {
    if (info.dtype == Dtype::f32) values.push_back(read<float>(file, at));
    if (info.dtype == Dtype::f16) values.push_back(f16_to_float(read<std::uint16_t>(file, at)));
    if (info.dtype == Dtype::bf16) values.push_back(bf16_to_float(read<std::uint16_t>(file, at)));
  }
  return values;
}

lm::Weights lm::safetensors_weights(std::span<const std::byte> file, const Config& config) {
  const std::vector<TensorInfo> infos = safetensors_header(file);
  std::set<std::string> unused;
  for (const TensorInfo& info : infos) unused.insert(info.name);

  Weights weights;
  const auto tensor = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
    const auto info = std::ranges::find(infos, name, &TensorInfo::name);
    kit::require(info != infos.end(), "safetensors_weights: ", name,
                 " is missing, or not in F32, F16 or BF16");
    kit::require(info->shape == shape, "safetensors_weights: ", name, " is ", text(info->shape),
                 ", the config needs ", text(shape));
    unused.erase(name);
    return keep(weights, safetensors_tensor(file, *info));
  };
  const auto row = [&](const std::string& name, int size) { return tensor(name, {size}); };
  const auto matrix = [&](const std::string& name, int rows, int cols) {
    return MatrixView(tensor(name + ".weight", {rows, cols}).data(), rows, cols);
  };

  const int hidden = config.hidden_size;
  const int inner = config.intermediate_size;
  weights.token_embedding = matrix("model.embed_tokens", config.vocab_size, hidden);
  for (int layer = 0; layer < config.n_layers; ++layer) {
    const std::string prefix = "model.layers." + std::to_string(layer) + ".";
    const std::string attention = prefix + "self_attn.";
    LayerWeights w;
    w.attn_norm = row(prefix + "input_layernorm.weight", hidden);
    w.q_proj = matrix(attention + "q_proj", config.q_size(), hidden);
    w.k_proj = matrix(attention + "k_proj", config.kv_size(), hidden);
    w.v_proj = matrix(attention + "v_proj", config.kv_size(), hidden);
    w.o_proj = matrix(attention + "o_proj", hidden, config.q_size());
    if (config.attention_bias) {
      w.q_bias = row(attention + "q_proj.bias", config.q_size());
      w.k_bias = row(attention + "k_proj.bias", config.kv_size());
      w.v_bias = row(attention + "v_proj.bias", config.kv_size());
    }
    if (config.qk_norm) {
      w.q_norm = row(attention + "q_norm.weight", config.head_dim);
      w.k_norm = row(attention + "k_norm.weight", config.head_dim);
    }
    w.ffn_norm = row(prefix + "post_attention_layernorm.weight", hidden);
    w.gate_proj = matrix(prefix + "mlp.gate_proj", inner, hidden);
    w.up_proj = matrix(prefix + "mlp.up_proj", inner, hidden);
    w.down_proj = matrix(prefix + "mlp.down_proj", hidden, inner);
    weights.layers.push_back(w);
  }
  weights.final_norm = row("model.norm.weight", hidden);
  if (config.tie_word_embeddings) {
    weights.lm_head = weights.token_embedding;
    unused.erase("lm_head.weight");
  } else {
    weights.lm_head = matrix("lm_head", config.vocab_size, hidden);
  }

  // What can be computed may be stored, too (inv_freq); a weight without a use is a mistake.
  for (const std::string& name : unused) {
    kit::require(!name.ends_with(".weight") && !name.ends_with(".bias"),
                 "safetensors_weights: the config does not speak of ", name);
  }
  return weights;
}
