// Belief: The shares are exp of the scores.
// Truth: They are that, over their sum: shares add up to 1, or a longer text gathers larger values.
// Kind: value
// Caught by: parallel_attention gives the numbers of grouped_query
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
  kit::require(n_threads >= 1, "parallel_attention: n_threads is ", n_threads,
               ", at least 1 is needed");

  const int group_size = n_heads / n_kv_heads;
  const float scale = 1.0f / std::sqrt(static_cast<float>(head_dim));
#pragma omp parallel for num_threads(n_threads) schedule(static) if (n_threads > 1)
  for (int head = 0; head < n_heads; ++head) {
    const int first = head / group_size * head_dim;
    const EigenVector query = as_eigen(q).segment(head * head_dim, head_dim) * scale;
    EigenVector probs = as_eigen(keys).middleCols(first, head_dim) * query;
    probs = (probs.array() - probs.maxCoeff()).exp();
    as_eigen(out).segment(head * head_dim, head_dim).noalias() =
        as_eigen(values).middleCols(first, head_dim).transpose() * probs;
  }
}
