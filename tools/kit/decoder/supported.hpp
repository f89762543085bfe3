#pragma once
// Which models this decoder runs. A model of another build would run, too, and say nonsense.
#include <string>

#include "common/config.hpp"

namespace lm {

/// False for sizes so large, in a file that is broken or hostile, that 32 bits cannot hold the
/// width of its heads or 64 bits the number of its weights.
bool is_countable(const Config& config);

/// Says in one sentence why this decoder does not run a model; empty if it does.
std::string why_unsupported(const Config& config);

}  // namespace lm
