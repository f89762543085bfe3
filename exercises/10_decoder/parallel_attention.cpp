// Exercise: parallel_attention
//           read parallel_attention.md, then make `./kit test parallel_attention` pass
#include "parallel_attention.hpp"

#include <cmath>

#include "common/check.hpp"
#include "common/eigen.hpp"

void lm::parallel_attention(std::span<const float> q, MatrixView keys, MatrixView values,
                            int n_heads, int n_kv_heads, int n_threads, std::span<float> out) {
  kit::require(n_heads >= 1 && n_kv_heads >= 1 && n_heads % n_kv_heads == 0,
               "parallel_attention: ", n_heads, " query heads cannot share ", n_kv_heads,
               " key/value heads evenly");
  kit::require(std::ssize(q) % n_heads == 0 && out.size() == q.size(), "parallel_attention: q has ",
               q.size(), " values, out ", out.size(), "; whole heads are needed");
  const int head_dim = static_cast<int>(q.size()) / n_heads;
  kit::require(keys.rows >= 1 && keys.cols == n_kv_heads * head_dim && values.rows == keys.rows &&
                   values.cols == keys.cols,
               "parallel_attention: keys is ", keys.rows, " by ", keys.cols, ", values ",
               values.rows, " by ", values.cols, "; at least 1 by ", n_kv_heads * head_dim,
               " is needed");

  // 1. n_threads must be at least 1: refuse anything else
  //    (kit::require, "parallel_attention: …") before a thread starts
  // 2. deal out the heads: #pragma omp parallel for num_threads(n_threads), then the loop over them
  // 3. in the loop: the scores of the head's query with the keys of its group, over sqrt(head_dim),
  //    in memory that is declared here, inside the loop
  // 4. their softmax, then the values by these shares, to the head's own place in out
  kit::todo("parallel_attention");
}
