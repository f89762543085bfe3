// Exercise: llama2c_file        read llama2c_file.md, then make `./kit test llama2c_file` pass
#include "llama2c_file.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "common/check.hpp"

lm::Model lm::llama2c_file(std::span<const std::byte> file) {
  std::array<std::int32_t, 7> header = {};
  kit::require(file.size() >= sizeof header, "llama2c_file: the file has ", file.size(),
               " bytes, its header needs ", sizeof header);
  std::memcpy(header.data(), file.data(), sizeof header);

  // 1. refuse sizes below 1; the sign of vocab_size says whether there is a head of its own
  // 2. the config: seven sizes, head_dim, rms_norm_eps 1e-5, rope_theta, pairing interleaved
  // 3. n_heads divides hidden_size, n_kv_heads divides n_heads: refuse it otherwise
  // 4. the bytes that all this needs; in double, for a header can ask for more than 64 bits hold
  // 5. a file that has fewer is refused, with both numbers
  // 6. read on, value by value, copying with keep(): token_embedding; of each kind all layers:
  //    attn_norm, q_proj, k_proj, v_proj, o_proj, ffn_norm, gate_proj, down_proj, up_proj;
  //    final_norm
  // 7. skip two tables of max_seq_len * head_dim / 2 values
  // 8. lm_head: the embedding if it is tied, else the values that are left
  kit::todo("llama2c_file");
}
