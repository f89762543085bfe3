#pragma once
#include <vector>

#include "common/rope.hpp"

namespace lm {

/// A ring of the last tokens: position p is stored in row p % window.
struct WindowCache {
  int n_seen = 0;  ///< tokens ever stored, so also the position of the next one
  Matrix keys;     ///< (window, kv_size)  turned to their positions
  Matrix values;   ///< (window, kv_size)
};

/// Lists the positions that a query sees through a window, in rising order. The window counts the
/// token itself: with window 4, position 9 sees 6, 7, 8, 9.
///
/// pos     >= 0
/// window  >= 1
/// Throws std::invalid_argument if a value is out of range.
std::vector<int> window_positions(int pos, int window);

/// Runs one token's attention in one layer over the last `window` tokens, itself included. Turns q
/// and k (pairs 2i, 2i + 1) to the token's position, then stores k and v in the ring.
///
/// q        (n_heads * head_dim)     projected, not yet turned; left unchanged
/// k, v     (n_kv_heads * head_dim)  projected, not yet turned
/// cache    gains this token; the oldest one is overwritten once the ring is full
/// table    (n_positions, head_dim/2)  positions count all tokens ever seen
/// returns  (n_heads * head_dim)
///
/// Throws std::invalid_argument if a shape does not fit, or if the position is beyond table; the
/// cache is then as it was before.
/// Source: Beltagy et al. 2020, arXiv:2004.05150; Jiang et al. 2023, arXiv:2310.06825 (Mistral).
Vector sliding_window(std::span<const float> q, std::span<const float> k, std::span<const float> v,
                      WindowCache& cache, const RopeTable& table);

}  // namespace lm
