// Exercise: decode_step         read decode_step.md, then make `./kit test decode_step` pass
#include "decode_step.hpp"

#include "common/check.hpp"
#include "grouped_query.hpp"
#include "rope_half_split.hpp"
#include "rope_interleaved.hpp"

lm::Vector lm::decode_step(std::span<const float> q, std::span<const float> k,
                           std::span<const float> v, int layer, KvCache& cache,
                           const RopeTable& table, RopePairing pairing) {
  const auto rope = pairing == RopePairing::interleaved ? rope_interleaved : rope_half_split;
  const int pos = cache_view(cache, layer).keys.rows;

  const Vector turned_q = rope(q, pos, table);
  cache_append(cache, layer, rope(k, pos, table), v);

  const CachedLayer seen = cache_view(cache, layer);
  const int head_dim = 2 * table.cos.cols;
  const int n_heads = static_cast<int>(q.size()) / head_dim;
  const int n_kv_heads = static_cast<int>(k.size()) / head_dim;
  return grouped_query(turned_q, seen.keys, seen.values, n_heads, n_kv_heads);
}
