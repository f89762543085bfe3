#include "llama2c_file.hpp"

#include "support/configs.hpp"
#include "support/files.hpp"
#include "support/testing.hpp"

// hidden 4, inner 3, 2 layers, 2 heads, 1 key/value head, 5 tokens and a head of its own, 3 places.
//   embedding 20 | attn_norm 2·4 | q 2·16 | k 2·8 | v 2·8 | o 2·16 | ffn_norm 2·4
//   | gate 2·12 | down 2·12 | up 2·12 | final_norm 4 | tables 2·3·1 | head 20      together 234
static const std::vector<int> header = {4, 3, 2, 2, 1, -5, 3};

TEST_CASE("llama2c_file worked example: all layers of a kind in turn", "[llama2c_file]") {
  const lm::Weights weights = lm::llama2c_file(kit::numbered(header, 300)).weights;
  equals(weights.token_embedding(0, 0), 0);
  equals(kit::first_values(weights.layers.at(0)), {20, 28, 60, 76, 92, 124, 132, 180, 156});
  equals(kit::first_values(weights.layers.at(1)), {24, 44, 68, 84, 108, 128, 144, 192, 168});
  equals(weights.final_norm[0], 204);
}

TEST_CASE("llama2c_file worked example: the head stands behind two tables", "[llama2c_file]") {
  const lm::Weights weights = lm::llama2c_file(kit::numbered(header, 300)).weights;
  equals(weights.lm_head(0, 0), 214);
  equals(weights.lm_head(4, 3), 233);
  const lm::Weights tied = lm::llama2c_file(kit::numbered({4, 3, 2, 2, 1, 5, 3}, 300)).weights;
  equals(tied.lm_head(0, 0), 0);
  equals(tied.lm_head(4, 3), 19);
}

TEST_CASE("llama2c_file gives every matrix its shape, (out, in)", "[llama2c_file]") {
  const lm::Model model = lm::llama2c_file(kit::numbered(header, 300));
  const lm::LayerWeights& w = model.weights.layers.at(1);
  std::vector<int> shapes;
  for (const auto& m : {w.q_proj, w.k_proj, w.v_proj, w.o_proj, w.gate_proj, w.down_proj}) {
    shapes.insert(shapes.end(), {m.rows, m.cols});
  }
  equals(shapes, {4, 4, 2, 4, 2, 4, 4, 4, 3, 4, 4, 3});
  equals(w.up_proj(2, 3), 203);
}

TEST_CASE("llama2c_file knows what the header does not say", "[llama2c_file]") {
  const lm::Config config = lm::llama2c_file(kit::numbered(header, 300)).config;
  equals(sizes(config), {4, 3, 2, 2, 1, 2, 5, 3});
  is_close(config.rms_norm_eps, 1e-5);
  equals(config.rope_pairing, lm::RopePairing::interleaved);
  equals(config.tie_word_embeddings, false);
}

// 28 bytes of header and 234 values of 4: 964.
TEST_CASE("llama2c_file refuses a file that was cut", "[llama2c_file][errors]") {
  equals(lm::llama2c_file(kit::numbered(header, 234)).config.n_layers, 2);
  throws_with("964", [] { lm::llama2c_file(kit::numbered(header, 233)); });
  throws_with("llama2c_file", [] { lm::llama2c_file(kit::numbered({4, 3, 2, 2, 1}, 0)); });
}

// LLaMA-2-13B needs 28 + 4 · (13015864320 + 2048 · 128) bytes, twelve times what 32 bits count.
TEST_CASE("llama2c_file counts in more than 32 bits", "[llama2c_file][errors]") {
  const std::vector<int> llama2 = {5120, 13824, 40, 40, 40, -32000, 2048};
  throws_with("52064505884", [&] { lm::llama2c_file(kit::numbered(llama2, 9)); });
}

TEST_CASE("llama2c_file refuses a header that cannot be", "[llama2c_file][errors]") {
  for (const auto& bad :
       {std::vector{4, 3, 0, 2, 1, -5, 3}, {4, 3, 2, 3, 1, -5, 3}, {12, 3, 1, 3, 2, -5, 3}}) {
    throws_with("llama2c_file", [&] { lm::llama2c_file(kit::numbered(bad, 999)); });
  }
}
