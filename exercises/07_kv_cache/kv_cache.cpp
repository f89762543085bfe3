// Exercise: kv_cache            read kv_cache.md, then make `./kit test kv_cache` pass
#include "kv_cache.hpp"

#include <algorithm>

#include "common/check.hpp"

lm::KvCache lm::make_kv_cache(int n_layers, int max_seq_len, int kv_size) {
  kit::require(n_layers >= 1 && max_seq_len >= 1 && kv_size >= 1, "make_kv_cache: ", n_layers,
               " layers, ", max_seq_len, " tokens, kv_size ", kv_size,
               "; all need to be at least 1");

  // fill every member of a KvCache: no layer has stored a row, and each has room for max_seq_len
  kit::todo("make_kv_cache");
}

void lm::cache_append(KvCache& cache, int layer, std::span<const float> key,
                      std::span<const float> value) {
  kit::require(0 <= layer && layer < std::ssize(cache.rows), "cache_append: there is no layer ",
               layer);
  kit::require(std::ssize(key) == cache.kv_size && std::ssize(value) == cache.kv_size,
               "cache_append: key has ", key.size(), " values, value ", value.size(), "; ",
               cache.kv_size, " are needed");

  // 1. before anything is written, refuse the token if the layer is full
  //    (kit::require, "cache_append: …")
  // 2. copy key and value into the layer's next row, then count it
  kit::todo("cache_append");
}

lm::CachedLayer lm::cache_view(const KvCache& cache, int layer) {
  kit::require(0 <= layer && layer < std::ssize(cache.rows), "cache_view: there is no layer ",
               layer);

  // show the rows that are stored, not the capacity (MatrixView has first_rows)
  kit::todo("cache_view");
}

int lm::cache_length(const KvCache& cache) {
  // a token counts when its last layer has it
  kit::todo("cache_length");
}

void lm::cache_rollback(KvCache& cache, int n_tokens) {
  // 1. refuse to forget more than there is, or less than nothing
  //    (kit::require, "cache_rollback: …")
  // 2. which rows are left, in every layer? only these counts change
  kit::todo("cache_rollback");
}
