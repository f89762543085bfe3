// Belief: One largest score, found once, serves all heads: any number may be taken away.
// Truth: Any number in the neighborhood. A head far below the largest of all heads has only zeros
//   left.
// Kind: value
// Caught by: parallel_attention takes scores above 1000
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
  const auto score = [&](int head, int t) {
    const int first = head / group_size * head_dim;
    float dot = 0.0f;
    for (int i = 0; i < head_dim; ++i) dot += q[to_size(head * head_dim + i)] * keys(t, first + i);
    return dot * scale;
  };
  float largest = score(0, 0);
  for (int head = 0; head < n_heads; ++head) {
    for (int t = 0; t < keys.rows; ++t) largest = std::max(largest, score(head, t));
  }
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int head = 0; head < n_heads; ++head) {
    const int first = head / group_size * head_dim;
    Vector probs;
    float sum = 0.0f;
    for (int t = 0; t < keys.rows; ++t) {
      sum += probs.emplace_back(std::exp(score(head, t) - largest));
    }
    for (int i = 0; i < head_dim; ++i) {
      float value = 0.0f;
      for (int t = 0; t < keys.rows; ++t) value += probs[to_size(t)] / sum * values(t, first + i);
      out[to_size(head * head_dim + i)] = value;
    }
  }
}
