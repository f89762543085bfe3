#pragma once
// From files to a model that can run. Every byte is read by an exercise: model_config,
// check_config, safetensors, llama2c_file, read_tokenizer. What is given is where the files are,
// and what to refuse.
#include <filesystem>
#include <string>
#include <vector>

#include "common/weights.hpp"
#include "tokenizer.hpp"

namespace lm {

/// Reads a whole file. Throws std::runtime_error if it cannot be read.
std::vector<std::byte> read_file(const std::filesystem::path& path);

/// Loads a folder (config.json, model.safetensors) or a llama2.c checkpoint (any file).
/// Throws std::invalid_argument if something is wrong with it, or if this decoder cannot run it.
Model load_model(const std::filesystem::path& path);

/// Loads the tokenizer of a model: tokenizer.bin in its folder, unless another path is given.
Tokenizer load_tokenizer(const std::filesystem::path& model_path,
                         const std::filesystem::path& tokenizer_path, int vocab_size);

/// Rewrites q and k for the other pairing of channels; the model says the same as before.
void change_pairing(Model& model, RopePairing to);

/// Makes the table of angles for one run, with the scaling that the config asks for.
RopeTable make_rope_table(const Config& config, int n_positions);

}  // namespace lm
