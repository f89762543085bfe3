// Exercise: decode_step         read decode_step.md, then make `./kit test decode_step` pass
#include "decode_step.hpp"

#include "common/check.hpp"
#include "grouped_query.hpp"
#include "rope_half_split.hpp"
#include "rope_interleaved.hpp"

lm::Vector lm::decode_step(std::span<const float> q, std::span<const float> k,
                           std::span<const float> v, int layer, KvCache& cache,
                           const RopeTable& table, RopePairing pairing) {
  const int head_dim = 2 * table.cos.cols;
  kit::require(head_dim >= 2 && !k.empty() && std::ssize(k) % head_dim == 0 && !q.empty() &&
                   q.size() % k.size() == 0,
               "decode_step: q has ", q.size(), " values, k ", k.size(), ", a head ", head_dim,
               "; they do not fit");
  const int n_heads = static_cast<int>(q.size()) / head_dim;
  const int n_kv_heads = static_cast<int>(k.size()) / head_dim;

  // 1. pos: how many tokens this layer has stored (cache_view)
  // 2. turn q and k to pos, with rope_interleaved or rope_half_split, as pairing says
  // 3. store the turned k and the unturned v; cache_append refuses when the layer is full
  // 4. let the turned q attend to all rows of the layer, this token's among them (grouped_query)
  kit::todo("decode_step");
}
