// Belief: The cache holds what came before: attend to that, then store the token.
// Truth: A token sees itself, too. Store first; the first token would find no key at all.
// Kind: value
// Caught by: decode_step worked example: two tokens; decode_step turns the pairs that it is told to
//   turn
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

  const int pos = cache_view(cache, layer).keys.rows;
  const auto rope = pairing == RopePairing::interleaved ? rope_interleaved : rope_half_split;
  const Vector turned_q = rope(q, pos, table);
  const Vector turned_k = rope(k, pos, table);

  const CachedLayer before = cache_view(cache, layer);
  const Vector gathered = grouped_query(turned_q, before.keys, before.values, n_heads, n_kv_heads);
  cache_append(cache, layer, turned_k, v);
  return gathered;
}
