// Belief: A window of 4 always shows four positions.
// Truth: At the beginning of a text there are fewer: no position is below 0.
// Kind: value
// Caught by: sliding_window worked example: what a window of 4 shows; sliding_window lists
//   positions as the reference does
#include "sliding_window.hpp"

#include <algorithm>

#include "common/check.hpp"
#include "grouped_query.hpp"
#include "rope_interleaved.hpp"

std::vector<int> lm::window_positions(int pos, int window) {
  kit::require(pos >= 0 && window >= 1, "window_positions: pos is ", pos, ", window ", window,
               "; 0 and 1 are the least");

  std::vector<int> positions;
  for (int seen = pos - window + 1; seen <= pos; ++seen) positions.push_back(seen);
  return positions;
}

lm::Vector lm::sliding_window(std::span<const float> q, std::span<const float> k,
                              std::span<const float> v, WindowCache& cache,
                              const RopeTable& table) {
  const int window = cache.keys.rows;
  kit::require(window >= 1 && cache.values.rows == window && !k.empty() &&
                   std::ssize(k) == cache.keys.cols && std::ssize(v) == cache.values.cols &&
                   v.size() == k.size(),
               "sliding_window: k has ", k.size(), " values, v ", v.size(), ", the ring has ",
               window, " rows of ", cache.keys.cols);
  const int head_dim = 2 * table.cos.cols;
  kit::require(
      head_dim >= 2 && std::ssize(k) % head_dim == 0 && !q.empty() && q.size() % k.size() == 0,
      "sliding_window: q has ", q.size(), " values, k ", k.size(), ", a head ", head_dim,
      "; they do not fit");
  const int n_heads = static_cast<int>(q.size()) / head_dim;
  const int n_kv_heads = static_cast<int>(k.size()) / head_dim;

  const int pos = cache.n_seen;
  const Vector turned_q = rope_interleaved(q, pos, table);
  const Vector turned_k = rope_interleaved(k, pos, table);

  const int row = pos % window;
  std::ranges::copy(turned_k, cache.keys.row(row).begin());
  std::ranges::copy(v, cache.values.row(row).begin());
  ++cache.n_seen;

  // The rows may stand in any order: a sum over keys does not mind.
  const int n_visible = std::min(cache.n_seen, window);
  return grouped_query(turned_q, MatrixView(cache.keys).first_rows(n_visible),
                       MatrixView(cache.values).first_rows(n_visible), n_heads, n_kv_heads);
}
