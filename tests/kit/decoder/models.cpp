#include "models.hpp"

#include <cmath>
#include <fstream>

namespace kit::tests {

fs::path ModelFolder::write(const std::string& name, std::string_view text) const {
  std::ofstream(path / name, std::ios::binary) << text;
  return path / name;
}
fs::path ModelFolder::write(const std::string& name, const Bytes& bytes) const {
  return write(name, {reinterpret_cast<const char*>(bytes.bytes.data()), bytes.size()});
}

fs::path conformance(const std::string& path) {
  const char* const folder = std::getenv("KIT_CONFORMANCE_DIR");
  if (folder == nullptr || !fs::exists(fs::path(folder) / path)) skip("no conformance data");
  return fs::path(folder) / path;
}
json conformance_json(const std::string& path) {
  std::ifstream in(conformance(path));
  return json::parse(in);
}

namespace {

void append(Bytes& bytes, float value, const std::string& dtype) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  if (dtype == "F32") bytes.number(value);
  if (dtype == "BF16") bytes.number(static_cast<std::uint16_t>(bits >> 16));
  if (dtype == "F16") {  // normal numbers and 0: all that these tests write
    const std::uint32_t exponent = (bits >> 23 & 0xFF) - 112;
    const std::uint32_t half = (bits & 0x7FFFFFFF) == 0 ? 0 : exponent << 10 | (bits >> 13 & 0x3FF);
    bytes.number(static_cast<std::uint16_t>((bits >> 16 & 0x8000) | half));
  }
}

}  // namespace

Bytes safetensors_file(const Tensors& tensors, const std::string& dtype) {
  json header = {{"__metadata__", {{"format", "pt"}}}};
  Bytes data;
  for (const auto& [name, values] : tensors) {
    const std::size_t begin = data.size();
    for (const float value : values.data) append(data, value, dtype);
    header[name] = {
        {"dtype", dtype}, {"shape", values.shape}, {"data_offsets", {begin, data.size()}}};
  }
  return safetensors(header.dump(), data);
}

void write_folder(const ModelFolder& folder, const json& config, const Tensors& tensors,
                  const std::string& dtype, int n_files) {
  folder.write("config.json", config.dump());
  if (n_files == 1) {
    folder.write("model.safetensors", safetensors_file(tensors, dtype));
    return;
  }
  json index = {{"metadata", {{"total_size", 0}}}};
  std::map<std::string, Tensors> files;
  int next = 0;
  for (const auto& [name, values] : tensors) {
    const std::string file = "model-0000" + std::to_string(1 + next++ % n_files) + "-of-0000" +
                             std::to_string(n_files) + ".safetensors";
    files[file][name] = values;
    index["weight_map"][name] = file;
  }
  for (const auto& [file, part] : files) folder.write(file, safetensors_file(part, dtype));
  folder.write("model.safetensors.index.json", index.dump());
}

json small_config() {
  return {{"model_type", "llama"},
          {"hidden_size", 12},
          {"intermediate_size", 20},
          {"num_hidden_layers", 2},
          {"num_attention_heads", 4},
          {"num_key_value_heads", 2},
          {"head_dim", 6},
          {"vocab_size", 40},
          {"max_position_embeddings", 32},
          {"rms_norm_eps", 1e-5},
          {"bos_token_id", 1},
          {"eos_token_id", 2},
          {"torch_dtype", "bfloat16"},
          {"hidden_act", "silu"},
          {"tie_word_embeddings", false}};
}

Tensors small_tensors(const json& config) {
  lm::Config sizes;
  sizes.hidden_size = config["hidden_size"];
  sizes.intermediate_size = config["intermediate_size"];
  sizes.n_layers = config["num_hidden_layers"];
  sizes.n_heads = config["num_attention_heads"];
  sizes.n_kv_heads = config["num_key_value_heads"];
  sizes.head_dim = config["head_dim"];
  sizes.vocab_size = config["vocab_size"];
  sizes.tie_word_embeddings = config["tie_word_embeddings"];
  sizes.attention_bias = config["model_type"] == "qwen2";
  sizes.qk_norm = config["model_type"] == "qwen3";
  Tensors tensors;
  std::uint32_t state = 1;
  for (const Tensor& tensor : tensors_of(sizes)) {
    Values& values = tensors[tensor.name];
    values.shape = tensor.shape;
    std::int64_t n = 1;
    for (const std::int64_t size : tensor.shape) n *= size;
    for (std::int64_t i = 0; i < n; ++i) {
      state = state * 1664525u + 1013904223u;
      const int steps = static_cast<int>(state >> 24) - 128;  // 8 bits: exact in bfloat16
      values.data.push_back(static_cast<float>(steps) / 128);
    }
  }
  return tensors;
}

Bytes llama2c_bytes(std::vector<std::int32_t> header, int n_extra) {
  const std::int64_t dim = header[0], inner = header[1], layers = header[2], heads = header[3];
  const std::int64_t kv = dim / heads * header[4], vocab = std::abs(header[5]);
  std::int64_t n = vocab * dim * (header[5] < 0 ? 2 : 1) + dim + n_extra;
  n += layers * (2 * dim + 2 * dim * dim + 2 * dim * kv + 3 * dim * inner);
  n += std::int64_t{header[6]} * (dim / heads) / 2 * 2;
  Bytes file;
  file.numbers(header);
  for (std::int64_t i = 0; i < n; ++i) file.number(static_cast<float>(i % 7 - 3) / 8);
  return file;
}

Bytes tokenizer_bytes(const std::vector<std::string>& pieces) {
  std::vector<std::string> all = {"<unk>", "<s>", "</s>"};
  for (int b = 0; b < 256; ++b) {
    char name[8];
    std::snprintf(name, sizeof name, "<0x%02X>", b);
    all.emplace_back(name);
  }
  all.insert(all.end(), pieces.begin(), pieces.end());
  Bytes file;
  file.number(std::int32_t{16});
  float score = 0;
  for (const std::string& piece : all) {
    file.number(--score).number(static_cast<std::int32_t>(piece.size())).text(piece);
  }
  return file;
}

Ended decoder(const std::vector<std::string>& arguments) {
  Command command;
  command.arguments = {std::string(KIT_BUILT) + "/decoder"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.seconds = 120;
  command.kept_output = 1 << 20;
  return run(command);
}

Ended shell(const std::string& command) {
  Command sh;
  sh.arguments = {"sh", "-c", "decoder='" + std::string(KIT_BUILT) + "/decoder'; " + command};
  sh.seconds = 120;
  sh.kept_output = 1 << 20;
  return run(sh);
}

}  // namespace kit::tests
