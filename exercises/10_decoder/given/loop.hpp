#pragma once
#include "options.hpp"
#include "report.hpp"

namespace lm {

/// Loads a model, continues a prompt, and tells the report what happens. Throws std::exception, in
/// words for the user, if the model, its tokenizer or the prompt cannot be used.
void continue_prompt(const Options& options, Report& report);

}  // namespace lm
