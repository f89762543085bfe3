// Belief: A rollback has to be refused only where it goes forward.
// Truth: More than there is cannot be forgotten either: the counts would fall below 0.
// Kind: error
// Caught by: kv_cache is empty again when all is forgotten; kv_cache refuses a rollback of more
//   than it holds
#include "kv_cache.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::KvCache lm::make_kv_cache(int n_layers, int max_seq_len, int kv_size) {
  kit::require(n_layers >= 1 && max_seq_len >= 1 && kv_size >= 1, "make_kv_cache: ", n_layers,
               " layers, ", max_seq_len, " tokens, kv_size ", kv_size,
               "; all need to be at least 1");

  KvCache cache;
  cache.max_seq_len = max_seq_len;
  cache.kv_size = kv_size;
  cache.rows.assign(to_size(n_layers), 0);
  cache.keys.assign(to_size(n_layers), Matrix(max_seq_len, kv_size));
  cache.values = cache.keys;
  return cache;
}

void lm::cache_append(KvCache& cache, int layer, std::span<const float> key,
                      std::span<const float> value) {
  kit::require(0 <= layer && layer < std::ssize(cache.rows), "cache_append: there is no layer ",
               layer);
  kit::require(std::ssize(key) == cache.kv_size && std::ssize(value) == cache.kv_size,
               "cache_append: key has ", key.size(), " values, value ", value.size(), "; ",
               cache.kv_size, " are needed");
  int& rows = cache.rows[to_size(layer)];
  kit::require(rows < cache.max_seq_len, "cache_append: all ", cache.max_seq_len,
               " places of layer ", layer, " are taken");

  std::ranges::copy(key, cache.keys[to_size(layer)].row(rows).begin());
  std::ranges::copy(value, cache.values[to_size(layer)].row(rows).begin());
  ++rows;
}

lm::CachedLayer lm::cache_view(const KvCache& cache, int layer) {
  kit::require(0 <= layer && layer < std::ssize(cache.rows), "cache_view: there is no layer ",
               layer);
  const MatrixView keys = cache.keys[to_size(layer)];
  const MatrixView values = cache.values[to_size(layer)];
  const int rows = cache.rows[to_size(layer)];
  return {keys.first_rows(rows), values.first_rows(rows)};
}

int lm::cache_length(const KvCache& cache) {
  return cache.rows.back();
}

void lm::cache_rollback(KvCache& cache, int n_tokens) {
  const int n_kept = cache_length(cache) - n_tokens;
  kit::require(n_tokens >= 0, "cache_rollback: ", n_tokens, " tokens cannot be taken from ",
               cache_length(cache));
  for (int& rows : cache.rows) rows = std::min(rows, n_kept);
}
