#include "watch.hpp"

#include <algorithm>

#include "decoder.hpp"
#include "prefill.hpp"
#include "support/switchboard.hpp"

namespace lm {

namespace {

Watch seen_by;
decltype(&decoder) own_decoder = nullptr;  // what answered before
decltype(&prefill) own_prefill = nullptr;
bool is_reading = false;  // with --no-prefill it is the decoder that reads the prompt

Vector watched_decoder(const Model& model, std::span<const int> tokens, KvCache& cache,
                       const RopeTable& table) {
  Vector logits = own_decoder(model, tokens, cache, table);
  if (!is_reading) seen_by.on_logits(logits);
  return logits;
}

void watched_prefill(const Model& model, std::span<const int> tokens, KvCache& cache,
                     const RopeTable& table, int n_threads, std::span<float> logits) {
  constexpr std::size_t at_once = 256;
  std::size_t n_read = 0;
  do {
    const std::size_t n = std::min(at_once, tokens.size() - n_read);
    is_reading = true;
    own_prefill(model, tokens.subspan(n_read, n), cache, table, n_threads, logits);
    is_reading = false;
    n_read += n;
    seen_by.on_read(static_cast<int>(n_read), static_cast<int>(tokens.size()));
  } while (n_read < tokens.size());
  seen_by.on_logits(logits);
}

}  // namespace

void watch_parts(const Watch& watch) {
  seen_by = watch;
  own_decoder = reinterpret_cast<decltype(&decoder)>(kit::target<&decoder>);
  own_prefill = reinterpret_cast<decltype(&prefill)>(kit::target<&prefill>);
  kit::answer<&decoder>(&watched_decoder);
  kit::answer<&prefill>(&watched_prefill);
}

}  // namespace lm
