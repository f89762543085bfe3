// Belief: Scratch is made once, before the loop, so as not to allocate for every head.
// Truth: All threads write into it at once: a head reads the shares of another. Each head, or
//   each thread, needs its own.
// Kind: race
// Caught by: ./kit test --deep parallel_attention
#include "parallel_attention.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"

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
  Vector scores(to_size(keys.rows)), probs(scores.size());
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int head = 0; head < n_heads; ++head) {
    const int first = head / group_size * head_dim;
    const MatrixView k = keys.columns(first, head_dim), v = values.columns(first, head_dim);
    const float* const query = q.data() + head * head_dim;
    float* const gathered = out.data() + head * head_dim;

    for (int t = 0; t < keys.rows; ++t) {
      float dot = 0.0f;
      for (int i = 0; i < head_dim; ++i) dot += query[i] * k(t, i);
      scores[to_size(t)] = dot * scale;
    }
    const float largest = *std::ranges::max_element(scores);
    float sum = 0.0f;
    for (std::size_t t = 0; t < probs.size(); ++t) sum += probs[t] = std::exp(scores[t] - largest);
    for (float& prob : probs) prob /= sum;
    for (int i = 0; i < head_dim; ++i) {
      gathered[i] = 0.0f;
      for (int t = 0; t < keys.rows; ++t) gathered[i] += probs[to_size(t)] * v(t, i);
    }
  }
}
