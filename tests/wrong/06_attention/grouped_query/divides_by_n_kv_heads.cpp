// Belief: Query head h reads key/value head h / n_kv_heads.
// Truth: It is h / group_size, and group_size is n_heads / n_kv_heads. With 6 heads over 2 the last
//   ones would read a key/value head that is not there; with 4 over 2 nothing shows.
// Kind: value
// Caught by: kv_head_of lets neighbors share; grouped_query worked example: 6 heads, 2 groups, 2
//   tokens
#include "grouped_query.hpp"

#include <algorithm>

#include "attention_head.hpp"
#include "common/check.hpp"

int lm::kv_head_of(int head, int n_heads, int n_kv_heads) {
  kit::require(0 <= head && head < n_heads, "kv_head_of: head is ", head, " of ", n_heads);

  kit::require(n_heads >= 1 && n_kv_heads >= 1 && n_heads % n_kv_heads == 0,
               "kv_head_of: ", n_heads, " query heads cannot share ", n_kv_heads,
               " key/value heads evenly");
  return head / n_kv_heads;
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
    const int first = kv_head_of(head, n_heads, n_kv_heads) * head_dim;
    const MatrixView query(q.data() + head * head_dim, 1, head_dim);
    const Matrix gathered = attention_head(query, keys.columns(first, head_dim),
                                           values.columns(first, head_dim), keys.rows - 1);
    std::ranges::copy(gathered.data, out.begin() + head * head_dim);
  }
  return out;
}
