#pragma once
#include "front/kit.hpp"

namespace kit {

/// Writes a small random model that has what the kit's own models have not: biases, norms of heads,
/// an eps that matters, another curve, a head of its own. Beliefs that fit every plain LLaMA show
/// on it. It says nothing sensible.
void write_odd_model(const fs::path& folder);

}  // namespace kit
