#pragma once
// From files to a model that can run. Every byte is read by an exercise: model_config,
// check_config, safetensors, llama2c_file. What is given is where the files are, and what to
// refuse.
#include <filesystem>
#include <functional>

#include "common/rope.hpp"
#include "common/weights.hpp"
#include "options.hpp"

namespace lm {

/// Loads a Hugging Face folder (config.json; model.safetensors or the files of its index) or a
/// llama2.c checkpoint (any file).
/// Throws std::runtime_error, with the path, if something is wrong with it, or if this decoder
/// cannot run it.
Model load_model(const std::filesystem::path& path);

/// The same, with the pairing and the RoPE scaling that the options ask for.
Model load_model(const Options& options);

/// Visits every matrix once: the embedding, each layer's seven, the head if it is one of its own.
void for_each_weight(const Weights& weights, const std::function<void(MatrixView)>& visit);

/// Rewrites q and k for the other pairing of channels; the model says the same as before.
void change_pairing(Model& model, RopePairing to);

/// Makes the table of angles for one run, with the scaling that the config asks for.
RopeTable make_rope_table(const Config& config, int n_positions);

}  // namespace lm
