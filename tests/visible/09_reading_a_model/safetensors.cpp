#include "safetensors.hpp"

#include "support/configs.hpp"
#include "support/files.hpp"
#include "support/testing.hpp"

using lm::TensorInfo;

// 2 layers, 2 heads of 4 on 1 key/value head: q_proj is 8 by 6.
static const lm::Config model = config_of(6, 5, 2, 2, 1, 4, 7);

// Two tensors and a note. "b" was written first: 4 values of 4 bytes; then "a", 3 values of 2.
static const std::string two = R"({"__metadata__": {"format": "pt"},
  "b": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]},
  "a": {"dtype": "BF16", "shape": [3], "data_offsets": [16, 22]}})";
static kit::Bytes two_tensors() {
  kit::Bytes data;
  data.numbers<float>({1.5f, -2, 0.25f, 7}).numbers<std::uint16_t>({0x3F80, 0xC2C8, 0x3DCC});
  return kit::safetensors(two, data);
}

// Offsets count from behind 8 bytes of length and the header.
TEST_CASE("safetensors worked example: a header", "[safetensors]") {
  const std::vector<TensorInfo> infos = lm::safetensors_header(two_tensors());
  std::vector<std::string> names;
  std::vector<std::size_t> bytes;
  for (const TensorInfo& info : infos) {
    names.push_back(info.name);
    bytes.insert(bytes.end(), {info.begin - 8 - two.size(), info.end - 8 - two.size()});
  }
  equals(names, std::vector<std::string>{"a", "b"});
  equals(bytes, {16, 22, 0, 16});
  equals(infos.at(1).shape, {2, 2});
  equals(infos.at(0).dtype, lm::Dtype::bf16);
}

TEST_CASE("safetensors worked example: values in float32 and bfloat16", "[safetensors]") {
  const kit::Bytes file = two_tensors();
  const std::vector<TensorInfo> infos = lm::safetensors_header(file);
  equals(lm::safetensors_tensor(file, infos.at(1)), row({1.5, -2, 0.25, 7}));
  equals(lm::safetensors_tensor(file, infos.at(0)), row({1, -100, 0.099609375}));
}

// Half of 0x3C00 is 1, half of 0xC500 is -5. What is no float of ours is left out.
TEST_CASE("safetensors reads halves, and leaves out whole numbers", "[safetensors]") {
  kit::Bytes data;
  data.number(std::int64_t{3}).numbers<std::uint16_t>({0x3C00, 0xC500}).number('x');
  const kit::Bytes file = kit::safetensors(
      R"({"ids": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]},
          "h": {"dtype": "F16", "shape": [1, 2], "data_offsets": [8, 12]}})",
      data);
  equals(lm::safetensors_header(file).size(), 1);
  equals(lm::safetensors_tensor(file, lm::safetensors_header(file).at(0)), row({1, -5}));
}

TEST_CASE("safetensors refuses what cannot be, and names the tensor", "[safetensors][errors]") {
  for (const char* const entry :
       {R"("shape": [3], "data_offsets": [0, 12])", R"("shape": [2], "data_offsets": [8, 0])",
        R"("shape": [1], "data_offsets": [-4, 0])", R"("shape": [1], "data_offsets": [0, 8])",
        R"("shape": [3], "data_offsets": [0, 8])", R"("shape": [-1, -2], "data_offsets": [0, 8])",
        R"("shape": [2])", R"("shape": [4294967296, 4294967296], "data_offsets": [0, 0])"}) {
    const std::string json = R"({"my.weight": {"dtype": "F32", )" + std::string(entry) + "}}";
    throws_with("my.weight",
                [&] { lm::safetensors_header(kit::safetensors(json, two_tensors().first(8))); });
  }
  throws_with("safetensors_header", [] { lm::safetensors_header(two_tensors().first(40)); });
}

// 42 values of embedding; then 6 of norm, 48 of q, 24 of k and of v, 48 of o, and so on.
TEST_CASE("safetensors worked example: a model by its names", "[safetensors]") {
  const auto weights = lm::safetensors_weights(kit::safetensors(kit::tensors_of(model)), model);
  equals(kit::first_values(weights.layers.at(0)), {42, 48, 96, 120, 144, 192, 198, 228, 258});
  equals(kit::first_values(weights.layers.at(1)), {288, 294, 342, 366, 390, 438, 444, 474, 504});
  for (const auto& w : weights.layers) {
    equals(std::vector<int>{w.q_proj.rows, w.k_proj.rows, w.o_proj.rows, w.o_proj.cols,
                            w.down_proj.cols},
           {8, 4, 6, 8, 5});
  }
  equals(weights.final_norm[0], 534);
  equals(weights.lm_head(6, 5), 581);
}

TEST_CASE("safetensors ties the head if the config says so, and only then", "[safetensors]") {
  lm::Config tied = model;
  tied.tie_word_embeddings = true;
  const kit::Bytes file = kit::safetensors(kit::tensors_of(tied));
  equals(lm::safetensors_weights(file, tied).lm_head(6, 5), 41);
  const kit::Bytes with_a_head = kit::safetensors(kit::tensors_of(model));
  equals(lm::safetensors_weights(with_a_head, tied).lm_head(6, 5), 41);
  throws_with("lm_head.weight", [&] { lm::safetensors_weights(file, model); });
}

TEST_CASE("safetensors wants exactly what the config speaks of", "[safetensors][errors]") {
  lm::Config config = model;
  const auto load = [&](const std::vector<kit::Tensor>& tensors) {
    return lm::safetensors_weights(kit::safetensors(tensors), config);
  };
  std::vector<kit::Tensor> plain = kit::tensors_of(config);
  plain.push_back({"model.layers.0.self_attn.rotary_emb.inv_freq", {2}});  // can be computed
  equals(load(plain).layers.size(), 2);
  for (const std::string name :
       {"model.layers.1.self_attn.k_proj.bias", "model.layers.2.mlp.up_proj.weight"}) {
    std::vector<kit::Tensor> more = plain;
    more.push_back({name, {4}});
    throws_with(name, [&] { load(more); });
  }
  config.attention_bias = true;
  const std::vector<kit::Tensor> biased = kit::tensors_of(config);
  throws_with("q_proj.bias", [&] { load(plain); });
  equals(load(biased).layers.at(1).k_bias.size(), 4);
  config.qk_norm = true;
  std::vector<kit::Tensor> normed = kit::tensors_of(config);
  throws_with("q_norm", [&] { load(biased); });
  equals(load(normed).layers.at(1).k_norm.size(), 4);
  config.qk_norm = false;
  throws_with("_norm", [&] { load(normed); });
  config.qk_norm = true;
  normed[2].shape = {6, 8};
  throws_with("q_proj", [&] { load(normed); });
}
