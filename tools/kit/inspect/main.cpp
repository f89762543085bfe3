// inspect PATH: what a model is, from its config.json, its folder, or its llama2.c file. Every byte
// is read, and every figure is counted, by an exercise; this file only says them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "common/check.hpp"
#include "common/families.hpp"
#include "describe_model.hpp"
#include "files.hpp"
#include "kv_cache_bytes.hpp"
#include "llama2c_file.hpp"
#include "model_config.hpp"
#include "safetensors.hpp"
#include "support/switchboard.hpp"
#include "supported.hpp"

namespace {

namespace fs = std::filesystem;
using lm::Config, lm::Dtype;

struct Subject {
  Config config;
  std::string source;                      // "config.json", "llama2.c file" ...
  std::map<Dtype, std::int64_t> in_files;  // bytes of weights that were found, by dtype
};

// Sizes of the embedding are its vocabulary if the config does not tell.
void add_weights(const fs::path& path, Subject& subject) {
  for (const lm::TensorInfo& tensor : lm::safetensors_header(lm::map_file(path))) {
    subject.in_files[tensor.dtype] += static_cast<std::int64_t>(tensor.end - tensor.begin);
    const bool is_table = tensor.name == "model.embed_tokens.weight" && tensor.shape.size() == 2;
    if (is_table && subject.config.vocab_size == 0) {
      subject.config.vocab_size = static_cast<int>(tensor.shape[0]);
    }
  }
}

Subject read_folder(const fs::path& folder) {
  for (const char* const name : {"config.json", "params.json"}) {
    if (!fs::exists(folder / name)) continue;
    const fs::path path = folder / name;
    const lm::MappedBytes file = lm::map_file(path);
    Subject subject{lm::about(path, [&] { return lm::model_config(file.text()); }),
                    "folder with " + std::string(name),
                    {}};
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".safetensors") continue;
      lm::about(entry.path(), [&] { add_weights(entry.path(), subject); });
    }
    return subject;
  }
  throw std::invalid_argument(
      "there is neither config.json nor params.json: one of them says what "
      "a model is");
}

Subject read(const fs::path& path) {
  if (fs::is_directory(path)) return read_folder(path);
  kit::require(path.extension() != ".safetensors",
               "it holds weights alone: give the folder it lies in, with its config.json");
  const lm::MappedBytes file = lm::map_file(path);
  // Who gives a file another name than config.json still means one if it begins like one.
  const std::string_view text = file.text();
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool is_text =
      path.extension() == ".json" || (first != std::string_view::npos && text[first] == '{');
  if (is_text) return {lm::model_config(text), "config", {}};
  return {lm::llama2c_file(file).config, "llama2.c file", {}};
}

void check(const Config& config) {
  Config told = config;  // an unknown vocabulary is no fault: it has no end
  if (config.vocab_size == 0) told.vocab_size = std::numeric_limits<int>::max();
  lm::refuse_impossible(told);
}

const char* word(Dtype dtype) {
  switch (dtype) {
    case Dtype::f32:
      return "float32";
    case Dtype::f16:
      return "float16";
    case Dtype::bf16:
      return "bfloat16";
    case Dtype::int8:
      return "int8";
  }
  return "unknown";
}

// One curve has two names in published files: GPT-2's descendants call it gelu_new.
const char* activation_word(const Config& config) {
  switch (config.hidden_act) {
    case lm::Activation::sigmoid:
      return "sigmoid";
    case lm::Activation::relu:
      return "relu";
    case lm::Activation::silu:
      return "silu";
    case lm::Activation::gelu:
      return "gelu";
    case lm::Activation::gelu_tanh:
      return config.gated_ffn ? "gelu_pytorch_tanh" : "gelu_new";
  }
  return "unknown";
}

const char* rope_word(const Config& config) {
  if (!config.rope) return "none";
  switch (config.rope_scaling.kind) {
    case lm::RopeScalingKind::none:
      return "default";
    case lm::RopeScalingKind::linear:
      return "linear";
    case lm::RopeScalingKind::ntk:
      return "ntk";
    case lm::RopeScalingKind::dynamic:
      return "dynamic";
    case lm::RopeScalingKind::yarn:
      return "yarn";
    case lm::RopeScalingKind::llama3:
      return "llama3";
    case lm::RopeScalingKind::longrope:
      return "longrope";
  }
  return "unknown";
}

/// A model and what there is to say of it.
struct Report {
  Config config;
  std::string source;
  std::map<Dtype, std::int64_t> in_files;
  lm::ModelDescription described;
  std::optional<std::int64_t> n_parameters;
  std::string why_no_count;     // of parameters
  std::string why_unsupported;  // by this decoder; empty: it runs
  int context = 0;
  int batch = 1;

  std::int64_t kv_bytes(int seq_len, int batch_size, Dtype dtype) const {
    return lm::kv_cache_bytes(config, seq_len, batch_size, dtype);
  }
  bool is_latent() const { return config.kv_latent_size > 0; }
};

// describe_model counts the weights of the LLaMA family; whatever is built in another way has none
// of its figures, only its words.
Report describe(const Subject& subject, int context, int batch) {
  Report report;
  report.config = subject.config;
  report.source = subject.source;
  report.in_files = subject.in_files;
  const Config& config = report.config;

  const lm::Family* const family = lm::find_family(config.model_type);
  if (config.n_experts > 0) {
    report.why_no_count =
        fmt::format("a mixture of {} experts is counted in another way", config.n_experts);
  } else if (report.is_latent()) {
    report.why_no_count = "latent attention is counted in another way";
  } else if (family == nullptr || !family->counts_like_llama) {
    report.why_no_count = "the family " + config.model_type + " has other weights than LLaMA";
  } else if (config.vocab_size == 0) {
    report.why_no_count = "the file does not tell the size of the vocabulary";
  }
  Config dense = config;
  dense.n_experts = dense.kv_latent_size = 0;
  report.described = lm::describe_model(dense);
  if (report.is_latent()) report.described.attention = "MLA";
  if (report.why_no_count.empty()) report.n_parameters = report.described.n_parameters;

  report.why_unsupported = lm::why_unsupported(config);
  if (report.why_unsupported.empty() && report.source.ends_with("params.json")) {
    report.why_unsupported = "this decoder reads config.json and safetensors, not Meta's files";
  }
  report.context = context > 0 ? context : config.max_seq_len;
  report.batch = batch;
  const double cache =
      1.0 * static_cast<double>(report.kv_bytes(1, 1, Dtype::f32)) * report.context * report.batch;
  kit::require(cache < 9e18, "a cache of ", report.context, " tokens and batch ", report.batch,
               " cannot be counted in 64 bits");
  return report;
}

// 131072 -> 131,072
std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::ptrdiff_t at = std::ssize(digits) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

// GB are 1000³ bytes, GiB 1024³: disks are sold in the first, memory in the second.
std::string size_text(std::int64_t bytes) {
  if (bytes < 1'000'000) return grouped(bytes) + " bytes";
  if (bytes < 1'000'000'000) {
    return fmt::format("{:.2f} MB ({:.2f} MiB)", static_cast<double>(bytes) / 1e6,
                       static_cast<double>(bytes) / (1 << 20));
  }
  return fmt::format("{:.2f} GB ({:.2f} GiB)", lm::to_gb(bytes), lm::to_gib(bytes));
}

void line(const std::string& label, const std::string& text) {
  fmt::print("  {:<12}{}\n", label, text);
}

std::string number_text(double number) {
  return number == std::floor(number) && number < 1e15 ? grouped(static_cast<std::int64_t>(number))
                                                       : fmt::format("{:g}", number);
}

void print_attention(const Report& report) {
  const Config& config = report.config;
  if (report.is_latent()) {
    line("attention", fmt::format("MLA (multi-head latent attention): {} heads", config.n_heads));
    line("", fmt::format("each token leaves {} numbers in a layer's cache", config.kv_latent_size));
  } else {
    line("attention", fmt::format("{}: {} query heads on {} key/value heads, group size {}",
                                  report.described.attention, config.n_heads, config.n_kv_heads,
                                  config.group_size()));
  }
  line("head_dim", fmt::format("{} (heads together {}, hidden_size {})", config.head_dim,
                               config.q_size(), config.hidden_size));
  if (config.sliding_window > 0) {
    line("window", fmt::format("{} tokens, in some layers or all", grouped(config.sliding_window)));
  }
}

void print_rope(const Config& config) {
  if (!config.rope) {
    line("positions", "no RoPE");
    return;
  }
  const lm::RopeScaling& scaling = config.rope_scaling;
  std::string text = fmt::format("rope_theta {}", number_text(config.rope_theta));
  if (scaling.kind == lm::RopeScalingKind::none) {
    text += ", not scaled";
  } else {
    text += fmt::format(", {}", rope_word(config));
    if (scaling.kind != lm::RopeScalingKind::longrope) {
      text += fmt::format(" by {:g}", scaling.factor);
    }
    if (scaling.original_max_seq_len > 0) {
      text += fmt::format(", trained on {}", grouped(scaling.original_max_seq_len));
    }
  }
  line("RoPE", text);
  line("", fmt::format("pairs {}", config.rope_pairing == lm::RopePairing::interleaved
                                       ? "(2i, 2i + 1): interleaved"
                                       : "(i, i + head_dim / 2): half-split"));
}

void print_weights(const Report& report) {
  if (report.n_parameters) {
    line("parameters",
         fmt::format("{}{}", grouped(*report.n_parameters),
                     report.config.tie_word_embeddings ? ", the head is the embedding"
                                                       : ", the head has weights of its own"));
    for (const auto& [dtype, width] :
         {std::pair{Dtype::f32, 4}, {Dtype::bf16, 2}, {Dtype::int8, 1}}) {
      line(width == 4 ? "weights" : "",
           fmt::format("{:<9} {}", word(dtype), size_text(*report.n_parameters * width)));
    }
  } else {
    line("parameters", "not counted: " + report.why_no_count);
  }
  bool first = true;
  for (const auto& [dtype, bytes] : report.in_files) {
    line(first ? "on disk" : "", fmt::format("{:<9} {}", word(dtype), size_text(bytes)));
    first = false;
  }
}

void print_cache(const Report& report) {
  line("KV cache",
       fmt::format("{} bytes per token in bfloat16", grouped(report.kv_bytes(1, 1, Dtype::bf16))));
  line("", fmt::format("{} at {} tokens, batch {}",
                       size_text(report.kv_bytes(report.context, report.batch, Dtype::bf16)),
                       grouped(report.context), grouped(report.batch)));
  if (report.config.sliding_window > 0) line("", "at most: a layer with a window keeps less");
}

void print_text(const Report& report) {
  const Config& config = report.config;
  const lm::ModelDescription& described = report.described;
  fmt::print("{} ({})\n", config.model_type, report.source);
  line("layers", fmt::format("{}, hidden_size {}", config.n_layers, config.hidden_size));
  line("vocabulary", config.vocab_size > 0 ? grouped(config.vocab_size) : "not told");
  print_attention(report);
  line("FFN", fmt::format("{} ({}), intermediate_size {}, {:.2f} times hidden_size", described.ffn,
                          activation_word(config), config.intermediate_size,
                          1.0 * config.intermediate_size / config.hidden_size));
  if (config.n_experts > 0) line("", fmt::format("a mixture of {} experts", config.n_experts));
  const auto mark = [](bool has, const char* name) {
    return std::string(has ? "✓ " : "✗ ") + name;
  };
  line("changes", mark(described.rms_norm, "RMSNorm") + "   " +
                      mark(described.pre_norm, "pre-norm") + "   " + mark(described.rope, "RoPE") +
                      "   " + mark(described.ffn == "SwiGLU", "SwiGLU"));
  print_rope(config);
  print_weights(report);
  print_cache(report);
  const char* const how = report.source == "config" ? "yes, in a folder with its weights"
                                                    : "yes: ./kit run --model PATH";
  line("runs here", report.why_unsupported.empty() ? how : "no: " + report.why_unsupported);
}

nlohmann::ordered_json bytes_by_dtype(std::int64_t values) {
  return {{"float32", 4 * values}, {"bfloat16", 2 * values}, {"int8", values}};
}

void print_json(const Report& report) {
  const Config& config = report.config;
  const lm::ModelDescription& described = report.described;
  using Json = nlohmann::ordered_json;
  const auto or_null = [](bool told, const Json& value) { return told ? value : Json(nullptr); };
  Json in_files = Json::object();
  for (const auto& [dtype, bytes] : report.in_files) in_files[word(dtype)] = bytes;
  const Json document = {
      {"model_type", config.model_type},
      {"source", report.source},
      {"n_layers", config.n_layers},
      {"hidden_size", config.hidden_size},
      {"n_heads", config.n_heads},
      {"n_kv_heads", config.n_kv_heads},
      {"attention", described.attention},
      {"group_size", config.group_size()},
      {"head_dim", config.head_dim},
      {"intermediate_size", config.intermediate_size},
      {"ffn", described.ffn},
      {"hidden_act", activation_word(config)},
      {"changes", Json{{"rms_norm", described.rms_norm},
                       {"pre_norm", described.pre_norm},
                       {"rope", described.rope},
                       {"swiglu", described.ffn == "SwiGLU"}}},
      {"rope_type", rope_word(config)},
      {"rope_theta", or_null(config.rope, config.rope_theta)},
      {"rope_factor", config.rope_scaling.factor},
      {"max_seq_len", config.max_seq_len},
      {"sliding_window", or_null(config.sliding_window > 0, config.sliding_window)},
      {"n_experts", or_null(config.n_experts > 0, config.n_experts)},
      {"vocab_size", or_null(config.vocab_size > 0, config.vocab_size)},
      {"tied", config.tie_word_embeddings},
      {"dtype", word(config.dtype)},
      {"n_parameters", report.n_parameters ? Json(*report.n_parameters) : Json(nullptr)},
      {"weight_bytes", report.n_parameters ? bytes_by_dtype(*report.n_parameters) : Json(nullptr)},
      {"weight_bytes_in_files", in_files},
      {"kv_bytes_per_token_bf16", report.kv_bytes(1, 1, Dtype::bf16)},
      {"context", report.context},
      {"batch", report.batch},
      {"kv_bytes", bytes_by_dtype(report.kv_bytes(report.context, report.batch, Dtype::int8))},
      {"supported", report.why_unsupported.empty()},
      {"why_unsupported", or_null(!report.why_unsupported.empty(), report.why_unsupported)}};
  // A model_type may hold any bytes.
  fmt::print("{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int done = 0, unusable_input = 2, not_started = 3, infrastructure = 4;
  std::string path;
  int context = 0, batch = 1;
  bool json = false;
  CLI::App app("Says what a model is: its attention, its sizes, its bytes.");
  app.name("inspect");
  app.add_option("PATH", path, "a config.json, a model's folder, or a llama2.c file")->required();
  constexpr int most = std::numeric_limits<int>::max();
  app.add_option("--context", context, "tokens of each text; 0: all that the model takes")
      ->check(CLI::Range(0, most));
  app.add_option("--batch", batch, "texts at once")->check(CLI::Range(1, most));
  app.add_flag("--json", json, "as one JSON document");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? done : unusable_input;
  }
  try {
    kit::plug_parts(argv[0]);
    const Report report = lm::about(path, [&] {
      const Subject subject = read(path);
      check(subject.config);
      return describe(subject, context, batch);
    });
    json ? print_json(report) : print_text(report);
    if (std::fflush(stdout) == 0) return done;
    fmt::print(stderr, "inspect: not all of it could be written: is the disk full?\n");
    return infrastructure;
  } catch (const kit::NotStarted& error) {
    fmt::print(stderr, "inspect: {}\n", error.what());
    return not_started;
  } catch (const std::exception& error) {
    fmt::print(stderr, "inspect: {}\n", error.what());
    return unusable_input;
  }
}
