#include "llama2c_file.hpp"

#include <algorithm>
#include <limits>

#include "support/files.hpp"
#include "support/testing.hpp"

/// hidden_size, intermediate_size, n_layers, n_heads, n_kv_heads, vocab_size, max_seq_len
static kit::Bytes file_of(const std::vector<int>& header, const lm::Vector& values) {
  kit::Bytes file;
  file.numbers(header).numbers(values);
  return file;
}
static int n_values(int hidden, int inner, int layers, int heads, int kv, int vocab, int places) {
  const int keys = hidden / heads * kv;
  const int layer = 2 * hidden + 2 * hidden * hidden + 2 * keys * hidden + 3 * inner * hidden;
  const int tables = 2 * (places * (hidden / heads) / 2);
  return (vocab < 0 ? -2 * vocab : vocab) * hidden + layers * layer + hidden + tables;
}
static lm::Vector all(lm::MatrixView m) {
  lm::Vector values;
  for (int i = 0; i < m.rows; ++i) values.insert(values.end(), m.row(i).begin(), m.row(i).end());
  return values;
}
/// Cuts the next n values from a list.
static lm::Vector take(lm::Vector& values, int n) {
  const lm::Vector front(values.begin(), values.begin() + n);
  values.erase(values.begin(), values.begin() + n);
  return front;
}

TEST_CASE("llama2c_file finds every weight, whatever the sizes", "[llama2c_file][hidden]") {
  const auto [hidden, inner, layers, heads, kv, vocab, places] =
      GENERATE(table<int, int, int, int, int, int, int>({{2, 1, 1, 1, 1, 1, 1},
                                                         {12, 5, 3, 6, 2, -7, 4},
                                                         {12, 5, 3, 6, 2, 7, 4},
                                                         {8, 20, 2, 4, 4, -3, 11},
                                                         {24, 32, 4, 3, 1, -259, 2048},
                                                         {9, 5, 2, 3, 3, -4, 5},
                                                         {6, 7, 5, 3, 3, 13, 9}}));
  lm::Vector left = random_row(n_values(hidden, inner, layers, heads, kv, vocab, places), 7);
  const int keys = hidden / heads * kv;
  const lm::Model model =
      lm::llama2c_file(file_of({hidden, inner, layers, heads, kv, vocab, places}, left));
  const auto& w = model.weights.layers;
  equals(w.size(), layers);
  equals(std::vector<int>{model.config.hidden_size, model.config.intermediate_size,
                          model.config.n_layers, model.config.n_heads, model.config.n_kv_heads,
                          model.config.vocab_size, model.config.max_seq_len, model.config.head_dim},
         {hidden, inner, layers, heads, kv, std::abs(vocab), places, hidden / heads});
  equals(model.config.tie_word_embeddings, vocab > 0);
  equals(all(model.weights.token_embedding), take(left, std::abs(vocab) * hidden));
  for (const auto& layer : w) equals(layer.attn_norm, take(left, hidden));
  for (const auto& layer : w) equals(all(layer.q_proj), take(left, hidden * hidden));
  for (const auto& layer : w) equals(all(layer.k_proj), take(left, keys * hidden));
  for (const auto& layer : w) equals(all(layer.v_proj), take(left, keys * hidden));
  for (const auto& layer : w) equals(all(layer.o_proj), take(left, hidden * hidden));
  for (const auto& layer : w) equals(layer.ffn_norm, take(left, hidden));
  for (const auto& layer : w) equals(all(layer.gate_proj), take(left, inner * hidden));
  for (const auto& layer : w) equals(all(layer.down_proj), take(left, hidden * inner));
  for (const auto& layer : w) equals(all(layer.up_proj), take(left, inner * hidden));
  equals(model.weights.final_norm, take(left, hidden));
  if (vocab < 0) {
    take(left, 2 * (places * (hidden / heads) / 2));
    equals(all(model.weights.lm_head), left);
  } else {
    equals(all(model.weights.lm_head), all(model.weights.token_embedding));
  }
  equals(w.back().q_bias.size() + w.back().q_norm.size(), 0);
}

TEST_CASE("llama2c_file gives every matrix its rows and columns", "[llama2c_file][hidden]") {
  const lm::Model model = lm::llama2c_file(
      file_of({12, 5, 2, 6, 2, -7, 4}, random_row(n_values(12, 5, 2, 6, 2, -7, 4), 3)));
  for (const auto& w : model.weights.layers) {
    std::vector<int> shapes;
    for (const auto& m :
         {w.q_proj, w.k_proj, w.v_proj, w.o_proj, w.gate_proj, w.up_proj, w.down_proj}) {
      shapes.insert(shapes.end(), {m.rows, m.cols});
    }
    equals(shapes, {12, 12, 4, 12, 4, 12, 12, 12, 5, 12, 5, 12, 12, 5});
  }
  equals(std::vector<int>{model.weights.token_embedding.rows, model.weights.token_embedding.cols,
                          model.weights.lm_head.rows, model.weights.lm_head.cols},
         {7, 12, 7, 12});
}

TEST_CASE("llama2c_file has the settings of llama2.c", "[llama2c_file][hidden]") {
  const lm::Config config =
      lm::llama2c_file(file_of({2, 1, 1, 1, 1, 1, 1}, random_row(99, 1))).config;
  is_close(config.rms_norm_eps, 1e-5);
  equals(config.rope_theta, 10000);
  equals(config.rope_pairing, lm::RopePairing::interleaved);
  equals(config.hidden_act, lm::Activation::silu);
  equals(config.rope_scaling.kind, lm::RopeScalingKind::none);
}

TEST_CASE("llama2c_file keeps a copy of what it read", "[llama2c_file][hidden]") {
  const lm::Vector values = random_row(n_values(12, 5, 2, 6, 2, -7, 4), 5);
  kit::Bytes file = file_of({12, 5, 2, 6, 2, -7, 4}, values);
  const lm::Model model = lm::llama2c_file(file);
  std::ranges::fill(file.bytes, std::byte{0xAA});
  equals(all(model.weights.token_embedding), lm::Vector(values.begin(), values.begin() + 84));
  equals(all(model.weights.lm_head), lm::Vector(values.end() - 84, values.end()));
}

TEST_CASE("llama2c_file leaves bytes behind the last weight alone", "[llama2c_file][hidden]") {
  lm::Vector values = random_row(n_values(12, 5, 2, 6, 2, -7, 4), 5);
  const lm::Vector last(values.end() - 84, values.end());
  values.push_back(99);
  kit::Bytes file = file_of({12, 5, 2, 6, 2, -7, 4}, values);
  file.number(std::uint8_t{1});
  equals(all(lm::llama2c_file(file).weights.lm_head), last);
}

TEST_CASE("llama2c_file refuses a file cut anywhere", "[llama2c_file][hidden][errors]") {
  const std::vector<int> header = {4, 3, 2, 2, 1, -5, 3};
  const kit::Bytes whole = file_of(header, random_row(n_values(4, 3, 2, 2, 1, -5, 3), 2));
  equals(lm::llama2c_file(whole).config.vocab_size, 5);
  for (const int size : {0, 1, 27, 28, 29, 108, 500, 900, 960, 963}) {
    throws_with(std::to_string(size < 28 ? static_cast<std::size_t>(size) : whole.size()),
                [&] { lm::llama2c_file(whole.first(static_cast<std::size_t>(size))); });
  }
}

TEST_CASE("llama2c_file refuses sizes that are none", "[llama2c_file][hidden][errors]") {
  const lm::Vector values = random_row(4000, 2);
  const int least = std::numeric_limits<int>::min();
  for (std::size_t i = 0; i < 7; ++i) {
    for (const int size : {0, -1, least}) {
      std::vector<int> header = {4, 3, 2, 2, 1, -5, 3};
      if (i == 5 && size == -1) continue;  // one token, and a head of its own
      header[i] = size;
      throws_with("llama2c_file", [&] { lm::llama2c_file(file_of(header, values)); });
    }
  }
  equals(lm::llama2c_file(file_of({4, 3, 2, 2, 1, -1, 3}, values)).config.vocab_size, 1);
}

TEST_CASE("llama2c_file refuses heads that cannot be shared", "[llama2c_file][hidden][errors]") {
  const lm::Vector values = random_row(9000, 2);
  for (const auto& [hidden, heads, kv] :
       {std::tuple{12, 5, 1}, {12, 24, 24}, {12, 6, 4}, {12, 3, 6}, {12, 6, 5}}) {
    throws_with("llama2c_file", [&] {
      lm::llama2c_file(file_of({hidden, 3, 2, heads, kv, -5, 3}, values));
    });
  }
}

// Headers that ask for more bytes than 32, and than 64 bits can count.
TEST_CASE("llama2c_file refuses huge sizes without trying", "[llama2c_file][hidden][errors]") {
  const lm::Vector values = random_row(100, 2);
  const int most = std::numeric_limits<int>::max();
  throws_with("26954711068", [&] {  // LLaMA-2-7B: 28 + 4 · (6738415616 + 2048 · 128)
    lm::llama2c_file(file_of({4096, 11008, 32, 32, 32, -32000, 2048}, values));
  });
  for (const std::vector<int>& header : {std::vector{most, most, most, 1, 1, -most, most},
                                         {1, 1, most, 1, 1, 1, 1},
                                         {65536, 1, 1, 65536, 65536, 1, 1},
                                         {32768, 1, 1, 1, 1, 32768, 1},
                                         {most, most, 1, most, most, most, most},
                                         {2, 1, 1, 1, 1, -1, most}}) {
    throws_with("llama2c_file", [&] { lm::llama2c_file(file_of(header, values)); });
  }
}

// The known answers from outside: a real story model, and a small one with all its weights.
TEST_CASE("llama2c_file reads a real story model to its last byte", "[llama2c_file][conformance]") {
  const auto text = kit::conformance_text("models/stories260K.bin");
  if (!text) return;
  kit::Bytes file;
  file.text(*text);
  equals(file.size(), 1056540);
  const lm::Model model = lm::llama2c_file(file);
  equals(std::vector<int>{model.config.hidden_size, model.config.intermediate_size,
                          model.config.n_layers, model.config.n_heads, model.config.n_kv_heads,
                          model.config.vocab_size, model.config.max_seq_len, model.config.head_dim},
         {64, 172, 5, 8, 4, 512, 512, 8});
  equals(model.config.tie_word_embeddings, true);
  throws_with("1056539", [&] { lm::llama2c_file(file.first(1056539)); });
}

TEST_CASE("llama2c_file agrees with the conformance data", "[llama2c_file][conformance]") {
  const auto text = kit::conformance_text("golden/tiny_llama.bin");
  const auto golden = kit::golden_file("golden/tiny_llama_weights.json");
  if (!text || !golden) return;
  kit::Bytes file;
  file.text(*text);
  const lm::Model model = lm::llama2c_file(file);
  const auto tensors = golden->object("tensors");
  const auto values = [&](const std::string& name) {
    lm::Vector floats;
    for (const int q : tensors.object(name).integers("q")) {
      floats.push_back(static_cast<float>(q) / 1024);
    }
    return floats;
  };
  equals(all(model.weights.token_embedding), values("model.embed_tokens.weight"));
  equals(all(model.weights.lm_head), values("lm_head.weight"));
  equals(model.weights.final_norm, values("model.norm.weight"));
  for (int layer = 0; layer < 2; ++layer) {
    const auto& w = model.weights.layers.at(static_cast<std::size_t>(layer));
    const std::string prefix = "model.layers." + std::to_string(layer) + ".";
    equals(w.attn_norm, values(prefix + "input_layernorm.weight"));
    equals(w.ffn_norm, values(prefix + "post_attention_layernorm.weight"));
    equals(all(w.v_proj), values(prefix + "self_attn.v_proj.weight"));
    equals(all(w.o_proj), values(prefix + "self_attn.o_proj.weight"));
    equals(all(w.gate_proj), values(prefix + "mlp.gate_proj.weight"));
    equals(all(w.up_proj), values(prefix + "mlp.up_proj.weight"));
    equals(all(w.down_proj), values(prefix + "mlp.down_proj.weight"));
    // Hugging Face keeps the rows of a head as halves, this file as neighbors.
    for (const auto& [name, matrix] : {std::pair{"q_proj", w.q_proj}, {"k_proj", w.k_proj}}) {
      const lm::Vector halves = values(prefix + "self_attn." + name + ".weight");
      lm::Vector neighbors;
      for (int head = 0; head < matrix.rows / 8; ++head) {
        for (int i = 0; i < 8; ++i) {
          const auto begin = halves.begin() + (head * 8 + i / 2 + i % 2 * 4) * 32;
          neighbors.insert(neighbors.end(), begin, begin + 32);
        }
      }
      equals(all(matrix), neighbors);
    }
  }
}
