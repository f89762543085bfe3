#pragma once
// What happens between generate and the two parts that read tokens: the prompt goes to prefill in
// pieces, so that somebody can see how far it is, and the logits can be seen on their way.
#include <functional>
#include <span>

namespace lm {

/// What on_read throws to end a run in the middle of its prompt.
struct Interrupted {};

struct Watch {
  std::function<void(int n_read, int n_tokens)> on_read;  // of the prompt; it may throw
  std::function<void(std::span<const float> logits)> on_logits;
};

/// From now on every call of prefill and of decoder is seen.
void watch_parts(const Watch& watch);

}  // namespace lm
