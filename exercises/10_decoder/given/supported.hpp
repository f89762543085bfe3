#pragma once
// Which models this decoder runs. A model of another build would run, too, and say nonsense.
#include <string>

#include "common/config.hpp"

namespace lm {

/// Says in one sentence why this decoder does not run a model; empty if it does.
std::string why_unsupported(const Config& config);

}  // namespace lm
