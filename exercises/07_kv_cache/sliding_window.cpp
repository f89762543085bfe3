// Exercise: sliding_window      read sliding_window.md, then make `./kit test sliding_window` pass
#include "sliding_window.hpp"

#include <algorithm>

#include "common/check.hpp"
#include "grouped_query.hpp"
#include "rope_interleaved.hpp"

std::vector<int> lm::window_positions(int pos, int window) {
  kit::require(pos >= 0 && window >= 1, "window_positions: pos is ", pos, ", window ", window,
               "; 0 and 1 are the least");

  // which is the first position, if the last is pos and there are `window` of them, or fewer at the
  // beginning of a text?
  kit::todo("window_positions");
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

  // 1. pos: how many tokens were ever seen; turn q and k to it (rope_interleaved)
  // 2. write the turned k and the unturned v into row pos % window, over the oldest token there
  // 3. count the token
  // 4. attend to the rows that hold a token, all of them once the ring is full; their order does not
  //    matter (grouped_query)
  kit::todo("sliding_window");
}
