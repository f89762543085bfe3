#include "words.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <stdexcept>
#include <utility>

#include "common/check.hpp"
#include "files.hpp"
#include "room.hpp"
#include "tokenizer.hpp"

#ifdef KIT_SENTENCEPIECE
#include <sentencepiece_processor.h>
#endif

namespace lm {

namespace {

Words llama2c_words(const std::filesystem::path& path, int vocab_size) {
  const MappedBytes file = map_file(path);
  const Tokenizer tokenizer = read_tokenizer(file, vocab_size);
  std::size_t read = sizeof(int), longest = 1;
  for (const std::string& piece : tokenizer.pieces) {
    read += sizeof(float) + sizeof(int) + piece.size();
    longest = std::max(longest, piece.size());
  }
  kit::require(read == file.size, "the model has ", vocab_size, " tokens, this file has more");
  return {[=](const std::string& text) { return encode(tokenizer, text); },
          [=](int previous, int token) { return decode(tokenizer, previous, token); }, longest};
}

#ifdef KIT_SENTENCEPIECE
Words sentencepiece_words(const std::filesystem::path& path, const Config& config) {
  const auto pieces = std::make_shared<sentencepiece::SentencePieceProcessor>();
  const auto status = pieces->LoadFromSerializedProto(map_file(path).text());
  kit::require(status.ok(), "SentencePiece cannot read it: ", status.ToString());
  kit::require(pieces->GetPieceSize() <= config.vocab_size, "the model has ", config.vocab_size,
               " tokens, this file has ", pieces->GetPieceSize());

  const auto encode = [=, bos = config.bos_token_id](const std::string& text) {
    std::vector<int> tokens = pieces->EncodeAsIds(text);
    tokens.insert(tokens.begin(), bos);
    return tokens;
  };
  const auto decode = [=, bos = config.bos_token_id](int previous, int token) -> std::string {
    if (token >= pieces->GetPieceSize()) return "";  // a vocabulary may be padded
    if (pieces->IsControl(token) || pieces->IsUnknown(token)) return "";
    std::string text = pieces->IdToPiece(token);
    if (pieces->IsByte(token)) {  // <0x0A>
      return std::string(1, static_cast<char>(std::stoi(text.substr(3, 2), nullptr, 16)));
    }
    const std::string blank = "▁";
    for (std::size_t at; (at = text.find(blank)) != std::string::npos;) {
      text.replace(at, blank.size(), " ");
    }
    if (previous == bos && text.starts_with(' ')) text.erase(0, 1);
    return text;
  };
  return {encode, decode, 0};
}
#else
Words sentencepiece_words(const std::filesystem::path&, const Config&) {
  throw std::invalid_argument(
      "this is read by SentencePiece, which this build lacks: install libsentencepiece-dev and run "
      "`cmake --preset speed`, or give the prompt as --ids");
}
#endif

Words ids_as_words(const Config& config) {
  const auto encode = [=](const std::string& text) {
    std::vector<int> tokens;
    for (std::size_t at = 0; (at = text.find_first_not_of(" ,\t\r\n", at)) != std::string::npos;) {
      int token = -1;
      const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), token);
      kit::require(error == std::errc{} && 0 <= token && token < config.vocab_size,
                   "--ids takes numbers from 0 to ", config.vocab_size - 1, ", not ",
                   text.substr(at, text.find_first_of(" ,\t\r\n", at) - at));
      tokens.push_back(token);
      at = static_cast<std::size_t>(end - text.data());
    }
    if (tokens.empty()) tokens.push_back(config.bos_token_id);
    return tokens;
  };
  return {encode, [](int, int token) { return std::to_string(token) + " "; }, 0};
}

std::filesystem::path find_tokenizer(const std::filesystem::path& model) {
  const auto folder = std::filesystem::is_directory(model) ? model : model.parent_path();
  for (const char* name : {"tokenizer.bin", "tokenizer.model"}) {
    if (std::filesystem::exists(folder / name)) return folder / name;
  }
  throw std::runtime_error("there is no tokenizer.bin and no tokenizer.model beside " +
                           model.string() +
                           ": name one by --tokenizer, or give the prompt as --ids");
}

}  // namespace

Words load_words(const std::filesystem::path& model, const std::filesystem::path& tokenizer,
                 const Config& config) {
  const std::filesystem::path path = tokenizer.empty() ? find_tokenizer(model) : tokenizer;
  return about(path, [&] {
    kit::require(path.extension() != ".json",
                 "this decoder reads tokenizer.bin and tokenizer.model; give the prompt as --ids");
    return path.extension() == ".model" ? sentencepiece_words(path, config)
                                        : llama2c_words(path, config.vocab_size);
  });
}

Words load_words(const Options& options, const Config& config) {
  if (options.ids) return ids_as_words(config);
  const Words words = load_words(options.model, options.tokenizer, config);
  const std::size_t n_least = words.longest > 0 ? options.prompt.size() / words.longest : 0;
  const int n_positions = most_positions(options, config);
  kit::require(std::cmp_less_equal(n_least, n_positions), "the prompt has ", n_least,
               " tokens or more, there is room for ", n_positions);
  return words;
}

}  // namespace lm
