// Exercise: grouped_query       read grouped_query.md, then make `./kit test grouped_query` pass
#include "grouped_query.hpp"

#include <algorithm>

#include "attention_head.hpp"
#include "common/check.hpp"

int lm::kv_head_of(int head, int n_heads, int n_kv_heads) {
  kit::require(0 <= head && head < n_heads, "kv_head_of: head is ", head, " of ", n_heads);

  // 1. n_kv_heads must be at least 1 and divide n_heads: refuse anything else
  //    (kit::require, "kv_head_of: …")
  // 2. group_size: how many query heads share one key/value head
  // 3. return the number of the group in which head is; a group is a block of neighbors
  kit::todo("kv_head_of");
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

  // 1. for each head: query, a matrix of one row, head_dim entries of q from head * head_dim on
  // 2. the columns of keys and values that kv_head_of(head) owns
  // 3. attention_head of the three; the query is the newest token and sees all keys
  // 4. its result goes to out, to where query was in q
  kit::todo("grouped_query");
}
