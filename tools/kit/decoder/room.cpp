#include "room.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "common/check.hpp"
#include "files.hpp"
#include "kv_cache_bytes.hpp"

namespace {

// This decoder hides no token: it ends where a window would begin to.
int context_of(const lm::Config& config) {
  const bool has_window = config.sliding_window > 0;
  return has_window ? std::min(config.max_seq_len, config.sliding_window) : config.max_seq_len;
}

}  // namespace

int lm::most_positions(const Options& options, const Config& config) {
  const int limit = context_of(config);
  kit::require(options.steps <= limit, "--steps is ", options.steps,
               ", the model has positions for ", limit);
  return options.steps > 0 ? options.steps : std::min(limit, 2048);
}

lm::Room lm::room_for(const Options& options, const Config& config, std::size_t n_prompt) {
  const int n_positions = most_positions(options, config);
  kit::require(std::cmp_less_equal(n_prompt, n_positions), "the prompt has ", n_prompt,
               " tokens, there is room for ", n_positions);
  const int n_read = static_cast<int>(n_prompt), most_new = n_positions - n_read + 1;
  const bool is_short = options.new_tokens > 0 && options.new_tokens < most_new;
  const int n_new = is_short ? options.new_tokens : most_new;
  const Room room{n_read + n_new - 1, n_new, !is_short && n_positions == context_of(config)};
  need_memory(static_cast<double>(kv_cache_bytes(config, room.n_positions, 1, Dtype::f32)),
              "the keys and values");
  return room;
}

int lm::threads_for(const Options& options, const Config& config) {
  if (options.threads > 0) return options.threads;
  // Small models lose more by waking threads than they win.
  const double size = 12.0 * config.n_layers * config.hidden_size * config.hidden_size;
  return size < 4e6 ? 1 : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}
