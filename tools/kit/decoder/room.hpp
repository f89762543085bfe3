#pragma once
// What the wishes of a user come to for the model at hand.
#include <cstddef>

#include "common/config.hpp"
#include "options.hpp"

namespace lm {

/// How far one run may go.
struct Room {
  int n_positions = 0;      ///< a token's place in the cache each
  int n_new = 0;            ///< tokens; the last one is not read
  bool is_context = false;  ///< it is the model's own end, not somebody's wish
};

/// The most positions that a run may use: --steps, or all that the model has, but 2048 of them.
/// Throws std::invalid_argument if the model has fewer than --steps.
int most_positions(const Options& options, const Config& config);

/// Throws std::exception if the prompt does not fit, or the cache not into memory.
Room room_for(const Options& options, const Config& config, std::size_t n_prompt);

/// As many as were asked for, or as many as pay.
int threads_for(const Options& options, const Config& config);

}  // namespace lm
