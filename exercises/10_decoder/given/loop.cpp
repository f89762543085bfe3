// The decoder's loop, given from the first minute. Begin reading here and go on in generate, down
// to a single angle: docs/decoder.md shows who calls whom. What is no exercise (options, files,
// threads, the words beside the text) is in tools/kit/decoder.
#include "loop.hpp"

#include <utility>

#include "generate.hpp"
#include "kernels.hpp"
#include "kv_cache.hpp"
#include "load.hpp"
#include "room.hpp"
#include "words.hpp"

void lm::continue_prompt(const Options& options, Report& report) {
  const Model model = load_model(options);
  const Config& config = model.config;
  const Words words = load_words(options, config);
  const std::vector<int> prompt = words.encode(options.prompt);
  const Room room = room_for(options, config, prompt.size());

  const int n_threads = threads_for(options, config);
  use_kernels(model, options.weights, n_threads);
  const RopeTable table = make_rope_table(config, room.n_positions);
  KvCache cache = make_kv_cache(config.n_layers, room.n_positions, config.kv_size());
  Rng rng{.state = options.seed};
  report.loaded(config, room, n_threads);

  // What a token says depends on the one before it: after <s> the first word loses its blank.
  int previous = config.bos_token_id;
  const auto text_of = [&](int token) {
    return words.decode(std::exchange(previous, token), token);
  };
  for (const int token : prompt) report.add_prompt(token, text_of(token));

  const GenerateOptions how{.max_new_tokens = room.n_new,
                            .temperature = options.temperature,
                            .top_k = options.top_k,
                            .top_p = options.top_p,
                            .n_threads = n_threads};
  generate(model, table, prompt, how, cache, rng,
           [&](int token) { return report.add(token, text_of(token)); });
}
