#pragma once
// Which models this decoder runs. A model of another build would run, too, and say nonsense.
#include <string>

#include "common/config.hpp"

namespace lm {

/// Refuses a config that cannot be right. Throws std::invalid_argument with all that check_config
/// says of it, or if its sizes, in a file that is broken or hostile, are so large that 32 bits
/// cannot hold the width of its heads or 64 bits the number of its weights.
void refuse_impossible(const Config& config);

/// Says in one sentence why this decoder does not run a model; empty if it does.
std::string why_unsupported(const Config& config);

}  // namespace lm
