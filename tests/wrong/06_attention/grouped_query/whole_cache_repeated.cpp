// Belief: Repeat the cache until there are heads enough: k0, k1, k0, k1, ... read as n_heads wide.
// Truth: Each head is repeated, not the cache: k0, k0, k0, k1, k1, k1 in every row. The other way
//   heads and tokens mix.
// Kind: value
// Caught by: grouped_query worked example: 6 heads, 2 groups, 1 token; grouped_query worked
//   example: 6 heads, 2 groups, 2 tokens
#include "grouped_query.hpp"

#include <algorithm>
#include <cstddef>

#include "attention_head.hpp"
#include "common/check.hpp"

int lm::kv_head_of(int head, int n_heads, int n_kv_heads) {
  kit::require(0 <= head && head < n_heads, "kv_head_of: head is ", head, " of ", n_heads);
  kit::require(n_heads >= 1 && n_kv_heads >= 1 && n_heads % n_kv_heads == 0,
               "kv_head_of: ", n_heads, " query heads cannot share ", n_kv_heads,
               " key/value heads evenly");
  const int group_size = n_heads / n_kv_heads;
  return head / group_size;
}

lm::Vector lm::grouped_query(std::span<const float> q, MatrixView keys, MatrixView values,
                             int n_heads, int n_kv_heads) {
  kit::require(n_heads >= 1 && std::ssize(q) % n_heads == 0, "grouped_query: q has ", q.size(),
               " values, they do not make ", n_heads, " heads");
  const int head_dim = static_cast<int>(q.size()) / n_heads;
  kit::require(keys.rows >= 1 && keys.cols == n_kv_heads * head_dim, "grouped_query: keys is ",
               keys.rows, " by ", keys.cols, ", at least 1 by ", n_kv_heads * head_dim,
               " is needed");
  kit::require(values.rows == keys.rows && values.cols == keys.cols, "grouped_query: values is ",
               values.rows, " by ", values.cols, ", keys ", keys.rows, " by ", keys.cols,
               "; they must be alike");

  // All heads of all rows, one behind the other, n_heads / n_kv_heads times.
  kit::require(n_kv_heads >= 1 && n_heads % n_kv_heads == 0, "grouped_query: ", n_heads,
               " query heads cannot share ", n_kv_heads, " key/value heads evenly");
  Matrix all_keys(keys.rows, static_cast<int>(q.size())), all_values = all_keys;
  const int n_blocks = keys.rows * n_kv_heads;
  for (int to = 0; to < keys.rows * n_heads; ++to) {
    const int from = to % n_blocks;
    const int t = from / n_kv_heads, first = from % n_kv_heads * head_dim;
    for (int i = 0; i < head_dim; ++i) {
      all_keys.data[to_size(to * head_dim + i)] = keys(t, first + i);
      all_values.data[to_size(to * head_dim + i)] = values(t, first + i);
    }
  }

  Vector out(q.size());
  for (int head = 0; head < n_heads; ++head) {
    const int first = head * head_dim;
    const MatrixView query(q.data() + head * head_dim, 1, head_dim);
    const Matrix gathered =
        attention_head(query, MatrixView(all_keys).columns(first, head_dim),
                       MatrixView(all_values).columns(first, head_dim), keys.rows - 1);
    std::ranges::copy(gathered.data, out.begin() + head * head_dim);
  }
  return out;
}
