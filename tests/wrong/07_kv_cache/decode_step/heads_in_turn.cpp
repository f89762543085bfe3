// Belief: Query head h reads key/value head h % n_kv_heads.
// Truth: Neighbors share: query head h reads h / group_size.
// Kind: value
// Caught by: decode_step worked example: two tokens; decode_step gives what a full pass gives
#include "decode_step.hpp"

#include <algorithm>

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

  cache_append(cache, layer, turned_k, v);
  const CachedLayer seen = cache_view(cache, layer);
  const int group_size = n_heads / n_kv_heads;
  Vector regrouped(q.size()), gathered(q.size());
  for (int head = 0; head < n_heads; ++head) {
    const int place = head % n_kv_heads * group_size + head / n_kv_heads;
    std::copy_n(turned_q.begin() + head * head_dim, head_dim, regrouped.begin() + place * head_dim);
  }
  const Vector out = grouped_query(regrouped, seen.keys, seen.values, n_heads, n_kv_heads);
  for (int head = 0; head < n_heads; ++head) {
    const int place = head % n_kv_heads * group_size + head / n_kv_heads;
    std::copy_n(out.begin() + place * head_dim, head_dim, gathered.begin() + head * head_dim);
  }
  return gathered;
}
