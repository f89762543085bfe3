#include "safetensors.hpp"

#include <algorithm>
#include <limits>

#include "support/configs.hpp"
#include "support/files.hpp"
#include "support/testing.hpp"

using lm::Config, lm::TensorInfo, lm::Weights;

static lm::Vector all(lm::MatrixView m) {
  lm::Vector values;
  for (int i = 0; i < m.rows; ++i) values.insert(values.end(), m.row(i).begin(), m.row(i).end());
  return values;
}
static kit::Bytes one(const std::string& entry, std::size_t n_bytes) {
  kit::Bytes data;
  for (std::size_t i = 0; i < n_bytes; ++i) data.number(static_cast<std::uint8_t>(i));
  return kit::safetensors(R"({"w": {)" + entry + "}}", data);
}

TEST_CASE("safetensors reads any shape, and sizes of 0", "[safetensors][hidden]") {
  for (const auto& [shape, n_bytes] : {std::pair<std::string, std::size_t>{"[]", 4},
                                       {"[1]", 4},
                                       {"[2, 3, 4]", 96},
                                       {"[0]", 0},
                                       {"[5, 0, 7]", 0},
                                       {"[1, 1, 1, 1, 3]", 12},
                                       {"[0, 4294967296, 4294967296]", 0}}) {
    const kit::Bytes file = one(R"("dtype": "F32", "data_offsets": [0, )" +
                                    std::to_string(n_bytes) + R"(], "shape": )" + shape,
                                n_bytes);
    const std::vector<TensorInfo> infos = lm::safetensors_header(file);
    equals(infos.size(), 1);
    equals(infos.at(0).end - infos.at(0).begin, n_bytes);
    equals(infos.at(0).end, file.size());
    equals(lm::safetensors_tensor(file, infos.at(0)).size(), n_bytes / 4);
  }
}

// Names sort by their bytes: layer 10 comes before layer 2.
TEST_CASE("safetensors sorts by name, wherever the bytes are", "[safetensors][hidden]") {
  const std::vector<kit::Tensor> tensors = {
      {"z", {2}}, {"a.10", {3}}, {"a.2", {1}}, {"B", {2, 2}}, {"a.1", {5}}};
  const kit::Bytes file = kit::safetensors(tensors);
  std::vector<std::string> names;
  std::vector<float> firsts;
  for (const TensorInfo& info : lm::safetensors_header(file)) {
    names.push_back(info.name);
    firsts.push_back(lm::safetensors_tensor(file, info).at(0));
  }
  equals(names, std::vector<std::string>{"B", "a.1", "a.10", "a.2", "z"});
  equals(firsts, {6, 10, 2, 5, 0});
}

// Known answers from outside (IEEE 754): bits of float32, bfloat16 and binary16, and their values.
TEST_CASE("safetensors widens each dtype by its own rule", "[safetensors][hidden]") {
  const std::vector<std::uint16_t> bits = {0x3F80, 0x0001, 0x8000, 0x7C00, 0xC000, 0x3555};
  const auto read = [&](const std::string& dtype) {
    kit::Bytes data;
    data.numbers(bits);
    const kit::Bytes file = kit::safetensors(
        R"({"w": {"dtype": ")" + dtype + R"(", "shape": [6], "data_offsets": [0, 12]}})", data);
    return lm::safetensors_tensor(file, lm::safetensors_header(file).at(0));
  };
  const double infinity = std::numeric_limits<double>::infinity();
  equals(read("F16"), std::vector<double>{1.875, 0x1p-24, 0, infinity, -2, 0.333251953125});
  equals(read("BF16"), std::vector<double>{1, 0x1p-133, 0, 0x1p121, -2, 0x1.aap-21});
}

TEST_CASE("safetensors leaves out other dtypes, and reads around them", "[safetensors][hidden]") {
  for (const char* const dtype : {"I64", "I8", "U8", "BOOL", "F64", "F8_E4M3"}) {
    kit::Bytes data;
    data.number(std::int64_t{-1}).number(2.5f);
    const kit::Bytes file = kit::safetensors(
        R"({"n": {"dtype": ")" + std::string(dtype) + R"(", "shape": [1], "data_offsets": [0, 8]},
            "w": {"dtype": "F32", "shape": [1], "data_offsets": [8, 12]}})",
        data);
    const std::vector<TensorInfo> infos = lm::safetensors_header(file);
    equals(infos.size(), 1);
    equals(infos.at(0).name, "w");
    equals(lm::safetensors_tensor(file, infos.at(0)), row({2.5}));
  }
}

TEST_CASE("safetensors allows a header with blanks, notes, and bytes behind the last tensor",
          "[safetensors][hidden]") {
  kit::Bytes data;
  data.number(2.5f).number(std::uint8_t{7});
  const kit::Bytes file = kit::safetensors(
      R"({"w": {"shape": [1], "data_offsets": [0, 4], "dtype": "F32", "note": {"a": [1]}},
          "__metadata__": {"w": "no tensor", "format": "pt"}}      )",
      data);
  equals(lm::safetensors_header(file).size(), 1);
  equals(lm::safetensors_tensor(file, lm::safetensors_header(file).at(0)), row({2.5}));
  equals(lm::safetensors_header(kit::safetensors("{}", data)).size(), 0);
}

TEST_CASE("safetensors refuses broken entries, naming the tensor",
          "[safetensors][hidden][errors]") {
  for (const char* const entry :
       {R"("dtype": "F32", "shape": [2], "data_offsets": [0, 9])",
        R"("dtype": "F32", "shape": [2], "data_offsets": [4, 12])",
        R"("dtype": "F32", "shape": [3], "data_offsets": [0, 12])",
        R"("dtype": "F32", "shape": [2], "data_offsets": [-8, 0])",
        R"("dtype": "F32", "shape": [2], "data_offsets": [8, 0])",
        R"("dtype": "F16", "shape": [2], "data_offsets": [0, 8])",
        R"("dtype": "BF16", "shape": [8], "data_offsets": [0, 8])",
        R"("dtype": "F32", "shape": [-2], "data_offsets": [0, 8])",
        R"("dtype": "F32", "shape": [-1, -2], "data_offsets": [0, 8])",
        R"("dtype": "F32", "shape": [1, 1], "data_offsets": [0, 8])",
        R"("dtype": "F32", "shape": [4294967298, 4294967296], "data_offsets": [0, 0])",
        R"("dtype": "F32", "shape": [1073741824, 4, 1073741824, 4], "data_offsets": [0, 0])",
        R"("dtype": "F32", "shape": [1.5], "data_offsets": [0, 6])",
        R"("dtype": "F32", "shape": ["2"], "data_offsets": [0, 8])",
        R"("dtype": "F32", "shape": 2, "data_offsets": [0, 8])",
        R"("dtype": "F32", "shape": [2], "data_offsets": [0])",
        R"("dtype": "F32", "shape": [2], "data_offsets": [0, 8, 8])",
        R"("dtype": "F32", "shape": [2], "data_offsets": [0, 1e300])",
        R"("dtype": "F32", "shape": [2])",
        R"("dtype": "F32", "data_offsets": [0, 8])",
        R"("shape": [2], "data_offsets": [0, 8])",
        R"("dtype": 32, "shape": [2], "data_offsets": [0, 8])",
        ""}) {
    throws_with("w", [&] { lm::safetensors_header(one(entry, 8)); });
  }
}

TEST_CASE("safetensors refuses a file cut anywhere", "[safetensors][hidden][errors]") {
  const kit::Bytes whole =
      kit::safetensors(std::vector<kit::Tensor>{{"first", {3}}, {"last", {2}}});
  equals(lm::safetensors_header(whole).size(), 2);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    throws_with(size + 8 >= whole.size() ? "last" : "",
                [&] { lm::safetensors_header(whole.first(size)); });
  }
}

TEST_CASE("safetensors refuses headers of impossible length", "[safetensors][hidden][errors]") {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t length :
       {most, most - 7, most / 2, std::uint64_t{1} << 32, std::uint64_t{3}, std::uint64_t{1}}) {
    kit::Bytes file;
    file.number(length).text("{}");
    throws_with("", [&] { lm::safetensors_header(file); });
  }
  throws_with("line 1", [] { lm::safetensors_header(kit::safetensors("{]", {})); });
  throws_with("line 1", [] { lm::safetensors_header(kit::safetensors("", {})); });  // 8 bytes
}

TEST_CASE("safetensors refuses to read a tensor from outside", "[safetensors][hidden][errors]") {
  const kit::Bytes file = kit::safetensors(std::vector<kit::Tensor>{{"w", {2}}});
  TensorInfo info = lm::safetensors_header(file).at(0);
  throws_with("w", [&] { lm::safetensors_tensor(file.first(file.size() - 1), info); });
  info.begin += 4, info.end += 4;
  throws_with("w", [&] { lm::safetensors_tensor(file, info); });
  info = lm::safetensors_header(file).at(0);
  std::swap(info.begin, info.end);
  throws_with("w", [&] { lm::safetensors_tensor(file, info); });
}

TEST_CASE("safetensors gathers every weight by its name", "[safetensors][hidden]") {
  const bool tied = GENERATE(false, true);
  const bool bias = GENERATE(false, true);
  const bool qk_norm = GENERATE(false, true);
  Config config = config_of(10, 7, 12, 6, 2, 4, 13);  // q_proj is 24 by 10, k_proj 8 by 10
  config.tie_word_embeddings = tied;
  config.attention_bias = bias;
  config.qk_norm = qk_norm;
  std::vector<kit::Tensor> tensors = kit::tensors_of(config);
  const Weights weights = lm::safetensors_weights(kit::safetensors(tensors), config);
  equals(weights.layers.size(), 12);

  // The values are 0, 1, 2, … in the order of tensors_of.
  float next = 0;
  const auto matrix = [&](lm::MatrixView m, int rows, int cols) {
    equals(std::vector<int>{m.rows, m.cols}, {rows, cols});
    lm::Vector want(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    for (float& value : want) value = next++;
    equals(all(m), want);
  };
  const auto row = [&](std::span<const float> r, int size) {
    lm::Vector want(static_cast<std::size_t>(size));
    for (float& value : want) value = next++;
    equals(r, want);
  };
  matrix(weights.token_embedding, 13, 10);
  for (const lm::LayerWeights& w : weights.layers) {
    row(w.attn_norm, 10);
    matrix(w.q_proj, 24, 10);
    matrix(w.k_proj, 8, 10);
    matrix(w.v_proj, 8, 10);
    matrix(w.o_proj, 10, 24);
    row(w.q_bias, bias ? 24 : 0);
    row(w.k_bias, bias ? 8 : 0);
    row(w.v_bias, bias ? 8 : 0);
    row(w.q_norm, qk_norm ? 4 : 0);
    row(w.k_norm, qk_norm ? 4 : 0);
    row(w.ffn_norm, 10);
    matrix(w.gate_proj, 7, 10);
    matrix(w.up_proj, 7, 10);
    matrix(w.down_proj, 10, 7);
  }
  row(weights.final_norm, 10);
  if (tied) next = 0;
  matrix(weights.lm_head, 13, 10);
}

TEST_CASE("safetensors keeps a copy of what it read", "[safetensors][hidden]") {
  const Config config = config_of(6, 5, 2, 2, 1, 4, 7);
  kit::Bytes file = kit::safetensors(kit::tensors_of(config));
  const Weights weights = lm::safetensors_weights(file, config);
  const lm::Vector before = all(weights.lm_head);
  std::ranges::fill(file.bytes, std::byte{0xAA});
  equals(all(weights.lm_head), before);
  equals(weights.token_embedding(0, 1), 1);
}

TEST_CASE("safetensors uses the embedding as a tied head", "[safetensors][hidden]") {
  Config config = config_of(6, 5, 1, 2, 1, 4, 7);
  std::vector<kit::Tensor> tensors = kit::tensors_of(config);
  config.tie_word_embeddings = true;
  equals(all(lm::safetensors_weights(kit::safetensors(tensors), config).lm_head).at(41), 41);
  tensors.back().shape = {1};  // whatever it is, nobody reads it
  equals(all(lm::safetensors_weights(kit::safetensors(tensors), config).lm_head).at(41), 41);
}

TEST_CASE("safetensors names what is missing", "[safetensors][hidden][errors]") {
  Config config = config_of(6, 5, 2, 2, 1, 4, 7);
  config.attention_bias = config.qk_norm = true;
  const std::vector<kit::Tensor> whole = kit::tensors_of(config);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::vector<kit::Tensor> tensors = whole;
    tensors.erase(tensors.begin() + static_cast<std::ptrdiff_t>(i));
    throws_with(whole[i].name, [&] { lm::safetensors_weights(kit::safetensors(tensors), config); });
  }
}

TEST_CASE("safetensors names what has another shape", "[safetensors][hidden][errors]") {
  Config config = config_of(6, 5, 2, 2, 1, 4, 7);
  config.attention_bias = config.qk_norm = true;
  const std::vector<kit::Tensor> whole = kit::tensors_of(config);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::vector<kit::Tensor> turned = whole, longer = whole, deeper = whole;
    std::ranges::reverse(turned[i].shape);
    ++longer[i].shape[0];
    deeper[i].shape.push_back(1);
    const auto refused = [&](const std::vector<kit::Tensor>& tensors) {
      throws_with(whole[i].name,
                  [&] { lm::safetensors_weights(kit::safetensors(tensors), config); });
    };
    refused(longer);
    refused(deeper);
    if (whole[i].shape.size() == 2) refused(turned);
  }
}

TEST_CASE("safetensors reads biases and norms if the config has them, not if the file has",
          "[safetensors][hidden][errors]") {
  Config config = config_of(6, 5, 2, 2, 1, 4, 7);
  config.attention_bias = true;
  const std::vector<kit::Tensor> biased = kit::tensors_of(config);
  config.attention_bias = false;
  throws_with("_proj.bias", [&] { lm::safetensors_weights(kit::safetensors(biased), config); });
  config.qk_norm = true;
  const std::vector<kit::Tensor> normed = kit::tensors_of(config);
  config.qk_norm = false;
  throws_with("_norm.weight", [&] { lm::safetensors_weights(kit::safetensors(normed), config); });
}

TEST_CASE("safetensors names what the config does not speak of", "[safetensors][hidden][errors]") {
  const Config config = config_of(6, 5, 2, 2, 1, 4, 7);
  for (const char* const name :
       {"model.layers.0.self_attn.q_proj.bias", "model.layers.1.self_attn.q_norm.weight",
        "model.layers.1.mlp.down_proj.bias", "model.layers.2.input_layernorm.weight",
        "model.layers.0.pre_feedforward_layernorm.weight", "model.norm.bias",
        "model.layers.1.self_attn.o_proj.bias"}) {
    std::vector<kit::Tensor> tensors = kit::tensors_of(config);
    tensors.push_back({name, {6}});
    throws_with(name, [&] { lm::safetensors_weights(kit::safetensors(tensors), config); });
  }
  std::vector<kit::Tensor> tensors = kit::tensors_of(config);
  tensors.push_back({"model.layers.0.self_attn.rotary_emb.inv_freq", {2}});
  equals(lm::safetensors_weights(kit::safetensors(tensors), config).layers.size(), 2);
}
