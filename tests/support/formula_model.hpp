#pragma once
// A decoder whose weights come from a formula, exact in float32, so that another program can be
// given the very same ones. Known answers from outside: llama2.c (run.c of May 2024, commit
// 350e04fe) read a file with these weights and gave the numbers below.
#include "support/tiny_model.hpp"

namespace kit {

/// Four layers, four query heads on two key/value heads, interleaved pairs.
inline lm::Model formula_model() {
  lm::Model model;
  lm::Config& config = model.config;
  config.hidden_size = 16;
  config.intermediate_size = 20;
  config.n_layers = 4;
  config.n_heads = 4;
  config.n_kv_heads = 2;
  config.head_dim = 4;
  config.vocab_size = 13;
  config.max_seq_len = 64;
  config.rms_norm_eps = 1e-5f;
  config.rope_pairing = lm::RopePairing::interleaved;

  lm::Weights& weights = model.weights;
  std::uint64_t state = 1;
  const auto next = [&] {  // multiples of 1/256 in [-1/2, 1/2]
    state = (state * 1103515245 + 12345) % 2147483648;
    return static_cast<float>(static_cast<int>((state >> 16) % 257) - 128) / 256;
  };
  const auto matrix = [&](int rows, int cols) {
    lm::Matrix values(rows, cols);
    for (float& value : values.data) value = next();
    return kept(weights, values);
  };
  const auto gain = [&] {  // in [1/2, 3/2], every third one negative
    lm::Vector values(lm::to_size(config.hidden_size));
    for (float& value : values) value = 1 + next();
    for (std::size_t i = 2; i < values.size(); i += 3) values[i] = -values[i];
    return lm::keep(weights, values);
  };

  weights.token_embedding = matrix(config.vocab_size, config.hidden_size);
  for (int layer = 0; layer < config.n_layers; ++layer) {
    lm::LayerWeights all;
    all.attn_norm = gain();
    all.q_proj = matrix(config.q_size(), config.hidden_size);
    all.k_proj = matrix(config.kv_size(), config.hidden_size);
    all.v_proj = matrix(config.kv_size(), config.hidden_size);
    all.o_proj = matrix(config.hidden_size, config.q_size());
    all.ffn_norm = gain();
    all.gate_proj = matrix(config.intermediate_size, config.hidden_size);
    all.up_proj = matrix(config.intermediate_size, config.hidden_size);
    all.down_proj = matrix(config.hidden_size, config.intermediate_size);
    weights.layers.push_back(all);
  }
  weights.final_norm = gain();
  weights.lm_head = matrix(config.vocab_size, config.hidden_size);
  return model;
}

/// What llama2.c says of the prompt 1, 12, 7: what its first block makes of each token, the logits
/// behind each, and the tokens that it appends when the likeliest is taken each time.
inline const std::vector<int> llama2c_prompt = {1, 12, 7};
inline const std::vector<std::vector<double>> llama2c_first_block = {
    {1.71714926, -1.47170186, 1.40589285, 0.183771133, 0.17038542, -3.24701309, -0.845116556,
     -2.00469685, 0.335102588, 0.923525572, -0.51596278, -3.02785063, 1.65796053, 2.03677177,
     0.301888704, 0.949657381},
    {0.763568759, -1.04750264, -0.209199011, 0.0946655869, -0.94772321, -2.50043845, -0.856328189,
     -0.608589649, 0.00472071767, -0.571062446, 1.46497297, 0.136493921, 0.217451096, 2.75610209,
     -0.975987196, 1.64063859},
    {1.25172246, -0.98785919, 0.41628921, 0.744944155, -1.24997544, -1.81698334, -1.07059264,
     0.254663229, -0.622266889, -0.192035437, 0.421839237, -0.808822274, 0.401750386, 1.23423123,
     -0.764189541, 0.263691962}};
inline const std::vector<std::vector<double>> llama2c_logits = {
    {-2.64888167, 0.505189002, 0.411862254, -2.38787746, -0.954271317, 1.14976227, 2.50808644,
     0.607867241, -0.367602885, 2.13172078, -0.750235319, 0.809298038, 1.48195422},
    {-2.61743546, -1.30739641, -0.364230633, -1.49036431, -1.92916131, 1.78880489, 1.6983465,
     0.610123634, -0.0145859085, 1.87261069, -0.827674031, 0.86250782, 2.80598664},
    {-2.32900858, 0.141105056, -0.631610274, -1.77014816, -1.26633227, 0.817593813, 1.78344679,
     0.77012527, -0.714768052, 1.64578986, -1.03052175, 1.34274602, 2.08328176}};
inline const std::vector<int> llama2c_greedy = {12, 5, 7, 6, 7, 6, 7, 6, 12, 11};

/// And of the prompt 1, 7, 12: after these nine tokens it says 2, </s>.
inline const std::vector<int> llama2c_ending = {5, 6, 8, 9, 6, 6, 9, 6, 8};

}  // namespace kit

using kit::formula_model;
