// Belief: Fewer key/value heads, so the queries of a group become one: their sum.
// Truth: The query heads all stay. Each has its own scores; only keys and values are shared.
// Kind: value
// Caught by: grouped_query worked example: 6 heads, 2 groups, 2 tokens; grouped_query scales by the
//   root of one head
#include "grouped_query.hpp"

#include <algorithm>

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

  Vector out(q.size());
  for (int head = 0; head < n_heads; ++head) {
    const int kv_head = kv_head_of(head, n_heads, n_kv_heads), first = kv_head * head_dim;
    Matrix query(1, head_dim);
    for (int other = 0; other < n_heads; ++other) {
      if (kv_head_of(other, n_heads, n_kv_heads) != kv_head) continue;
      for (int i = 0; i < head_dim; ++i) query(0, i) += q[to_size(other * head_dim + i)];
    }
    const Matrix gathered = attention_head(query, keys.columns(first, head_dim),
                                           values.columns(first, head_dim), keys.rows - 1);
    std::ranges::copy(gathered.data, out.begin() + head * head_dim);
  }
  return out;
}
