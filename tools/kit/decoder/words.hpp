#pragma once
// How a text becomes tokens and tokens become a text, whoever knows: the exercise `tokenizer` for
// llama2.c's tokenizer.bin, the library SentencePiece for a tokenizer.model, or nobody.
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/config.hpp"
#include "options.hpp"

namespace lm {

struct Words {
  std::function<std::vector<int>(const std::string& text)> encode;
  std::function<std::string(int previous, int token)> decode;
  std::size_t longest = 0;  ///< bytes of the longest token; 0: encode is quick, nobody asks
};

/// Loads the tokenizer of a model: tokenizer.bin or tokenizer.model in its folder, unless another
/// path is given. Throws std::exception if there is none, or if it belongs to another model.
Words load_words(const std::filesystem::path& model, const std::filesystem::path& tokenizer,
                 const Config& config);

/// The same as the options say; with --ids a text is a list of token ids, "1 17 42". Refuses a
/// prompt that cannot fit: to encode a book takes quadratic time, hours.
Words load_words(const Options& options, const Config& config);

}  // namespace lm
