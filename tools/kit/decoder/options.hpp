#pragma once
// What a user asks of the decoder.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lm {

/// How the program ends, as all of the kit's do.
enum Exit { done = 0, unusable_input = 2, not_started = 3, infrastructure = 4, interrupted = 75 };

/// The command line of `kit run`; --help says what each of them is.
struct Options {
  std::string prompt;
  std::filesystem::path model;
  std::filesystem::path tokenizer;
  std::string pairing;
  std::string rope_scaling;
  std::string weights = "f32";
  std::vector<std::string> stops;
  double rope_factor = 1.0;
  float temperature = 0.8f;
  float top_p = 0.95f;
  int top_k = 0;
  std::uint64_t seed = 0;
  int steps = 0;
  int new_tokens = 0;
  int threads = 0;
  int n_likely = 0;
  bool no_prefill = false;
  bool ids = false;
  bool json = false;
};

/// Reads the command line, and the prompt if it stands in a file or comes from standard input. The
/// program ends here after --help or a mistake. Throws std::invalid_argument if a file cannot be
/// read.
Options read_options(int argc, char** argv);

}  // namespace lm
