#pragma once
#include <vector>

#include "common/types.hpp"

namespace lm {

/// The keys and values of all tokens so far. Keys are stored turned to their position.
struct KvCache {
  int max_seq_len = 0;         ///< capacity, in tokens
  int kv_size = 0;             ///< n_kv_heads * head_dim
  std::vector<int> rows;       ///< (n_layers)  tokens stored in each layer
  std::vector<Matrix> keys;    ///< (n_layers) of (max_seq_len, kv_size)
  std::vector<Matrix> values;  ///< the same
};

/// What one layer has stored; row t belongs to position t.
struct CachedLayer {
  MatrixView keys;    ///< (rows of the layer, kv_size)
  MatrixView values;  ///< (rows of the layer, kv_size)
};

/// Makes an empty cache. Throws std::invalid_argument if a size is below 1.
KvCache make_kv_cache(int n_layers, int max_seq_len, int kv_size);

/// Stores the key and the value of one token, (kv_size) each, as the next row of one layer.
/// Throws std::invalid_argument if the layer does not exist, a size is wrong, or the layer is full;
/// the cache is then as it was before.
void cache_append(KvCache& cache, int layer, std::span<const float> key,
                  std::span<const float> value);

/// Shows the rows of one layer, as long as the cache lives. Throws if there is no such layer.
CachedLayer cache_view(const KvCache& cache, int layer);

/// Tells how many tokens the cache holds. A token counts once, when its last layer is stored.
int cache_length(const KvCache& cache);

/// Forgets the last n_tokens tokens in every layer; all of them: the cache is empty again. A token
/// that has not reached its last layer is forgotten, too.
/// Throws std::invalid_argument if n_tokens is negative or larger than the length.
void cache_rollback(KvCache& cache, int n_tokens);

}  // namespace lm
