// Exercise: sliding_window      read sliding_window.md, then make `./kit test sliding_window` pass
#include "sliding_window.hpp"

#include <algorithm>

#include "common/check.hpp"
#include "grouped_query.hpp"
#include "rope_interleaved.hpp"

std::vector<int> lm::window_positions(int pos, int window) {
  kit::require(pos >= 0 && window >= 1, "window_positions: pos is ", pos, ", window ", window,
               "; 0 and 1 are the least");

  std::vector<int> positions;
  for (int seen = std::max(0, pos - window + 1); seen <= pos; ++seen) positions.push_back(seen);
  return positions;
}

lm::Vector lm::sliding_window(std::span<const float> q, std::span<const float> k,
                              std::span<const float> v, WindowCache& cache,
                              const RopeTable& table) {
  const int window = cache.keys.rows;
  kit::require(window >= 1 && std::ssize(k) == cache.keys.cols && v.size() == k.size(),
               "sliding_window: k has ", k.size(), " values, v ", v.size(), ", the ring has ",
               window, " rows of ", cache.keys.cols);

  const int pos = cache.n_seen;
  const Vector turned_q = rope_interleaved(q, pos, table);
  const Vector turned_k = rope_interleaved(k, pos, table);
  std::ranges::copy(turned_k, cache.keys.row(pos % window).begin());
  std::ranges::copy(v, cache.values.row(pos % window).begin());
  ++cache.n_seen;

  // The rows may stand in any order: a sum over keys does not mind.
  const int n_visible = std::min(cache.n_seen, window);
  const int head_dim = 2 * table.cos.cols;
  return grouped_query(turned_q, MatrixView(cache.keys).first_rows(n_visible),
                       MatrixView(cache.values).first_rows(n_visible),
                       static_cast<int>(q.size()) / head_dim,
                       static_cast<int>(k.size()) / head_dim);
}
