// Exercise: decoder_block       read decoder_block.md, then make `./kit test decoder_block` pass
#include "decoder_block.hpp"

#include "common/check.hpp"
#include "decode_step.hpp"
#include "gated_feed_forward.hpp"
#include "linear.hpp"
#include "rms_norm.hpp"
#include "sublayer.hpp"

lm::Vector lm::decoder_block(std::span<const float> x, const LayerWeights& weights,
                             const Config& config, int layer, KvCache& cache,
                             const RopeTable& table) {
  kit::require(std::ssize(x) == config.hidden_size, "decoder_block: x has ", x.size(), " values, ",
               config.hidden_size, " are needed");

  // 1. attn_norm: a function that normalizes a row with the weights of that name
  // 2. attention: a function that makes q, k and v of a row (projection, bias, and for q and k the
  //    norm of each head), lets decode_step do the rest, and brings the result back with o_proj
  // 3. ffn_norm and ffn, two functions of the same kind
  // 4. h: pre_norm of x with the first two; return pre_norm of h with the other two
  kit::todo("decoder_block");
}
