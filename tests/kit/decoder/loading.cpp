// Models from disk: what is given loads them, the model's parts read every byte.
#include <cmath>
#include <cstdint>
#include <mutex>

#include "decoder.hpp"
#include "greedy_and_temperature.hpp"
#include "kernels.hpp"
#include "kv_cache.hpp"
#include "load.hpp"
#include "models.hpp"
#include "prefill.hpp"
#include "support/switchboard.hpp"
#include "words.hpp"

namespace kit::tests {
namespace {

void plug() {
  static const bool once = [] {
    plug_parts(KIT_BUILT "/decoder");
    lm::plug_kernels();
    return true;
  }();
  (void)once;
}

lm::Model load(const fs::path& path) {
  plug();
  return lm::load_model(path);
}

/// The kernels are one for the whole program, and two tests run at once.
using Alone = std::lock_guard<std::mutex>;
std::mutex kernels;

lm::KvCache cache_for(const lm::Model& model, int n_positions) {
  return lm::make_kv_cache(model.config.n_layers, n_positions, model.config.kv_size());
}

/// The logits after each token, read one by one, or only after each chunk of some.
std::vector<lm::Vector> logits_of(const lm::Model& model, std::span<const int> tokens) {
  lm::KvCache cache = cache_for(model, static_cast<int>(tokens.size()));
  const lm::RopeTable table = lm::make_rope_table(model.config, cache.max_seq_len);
  std::vector<lm::Vector> all;
  for (const int token : tokens) all.push_back(lm::decoder(model, {&token, 1}, cache, table));
  return all;
}
std::vector<lm::Vector> logits_in_chunks(const lm::Model& model, std::span<const int> tokens,
                                         std::size_t chunk, int n_threads) {
  lm::KvCache cache = cache_for(model, static_cast<int>(tokens.size()));
  const lm::RopeTable table = lm::make_rope_table(model.config, cache.max_seq_len);
  std::vector<lm::Vector> all(tokens.size());
  for (std::size_t first = 0; first < tokens.size(); first += chunk) {
    const auto part = tokens.subspan(first, std::min(chunk, tokens.size() - first));
    lm::Vector& logits = all[first + part.size() - 1];
    logits.resize(static_cast<std::size_t>(model.config.vocab_size));
    lm::prefill(model, part, cache, table, n_threads, logits);
  }
  return all;
}

void expect_near(const lm::Vector& got, const std::vector<double>& want, double tolerance,
                 const std::string& what) {
  double worst = got.size() == want.size() ? 0.0 : 1e30;
  for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i) {
    const double difference = std::fabs(got[i] - want[i]);
    worst = difference <= worst ? worst : difference;  // a NaN is kept
  }
  expect(worst <= tolerance, what + ": off by " + std::to_string(worst));
}

/// golden/tiny_llama.json: a prompt, the logits at each of its tokens, what follows.
void expect_tiny_llama(const lm::Model& model, const std::string& road) {
  const Alone alone(kernels);
  const json golden = conformance_json("golden/tiny_llama.json")["cases"][0];
  const std::vector<int> prompt = golden["prompt"];
  const std::vector<double> all = golden["logits"]["data"];
  const auto want = [&](std::size_t i) {
    return std::vector<double>(all.begin() + static_cast<long>(64 * i),
                               all.begin() + static_cast<long>(64 * i + 64));
  };
  for (const int n_threads : {1, 2}) {
    lm::use_kernels(model, "f32", n_threads);
    const auto one_by_one = logits_of(model, prompt);
    for (std::size_t i = 0; i < prompt.size(); ++i) {
      expect_near(one_by_one[i], want(i), 5e-5, road + ", token " + std::to_string(i));
    }
    for (const std::size_t chunk : {1u, 5u, 7u, 12u}) {
      const auto logits = logits_in_chunks(model, prompt, chunk, n_threads);
      for (std::size_t i = 0; i < prompt.size(); ++i) {
        if (logits[i].empty()) continue;
        expect_near(logits[i], want(i), 5e-5,
                    road + ", chunks of " + std::to_string(chunk) + ", token " + std::to_string(i));
      }
    }
    std::vector<int> text = prompt;
    for (int i = 0; i < 16; ++i) text.push_back(lm::argmax(logits_of(model, text).back()));
    const std::vector<int> greedy(text.begin() + 12, text.end());
    expect(json(greedy) == golden["greedy"], road + " writes " + json(greedy).dump());
  }
}

json tiny_llama_config() {
  return {{"model_type", "llama"},    {"hidden_size", 32},        {"intermediate_size", 88},
          {"num_hidden_layers", 2},   {"num_attention_heads", 4}, {"num_key_value_heads", 2},
          {"vocab_size", 64},         {"rms_norm_eps", 1e-5},     {"rope_theta", 10000.0},
          {"torch_dtype", "float32"}, {"hidden_act", "silu"},     {"tie_word_embeddings", false}};
}
Tensors tiny_llama_tensors() {
  Tensors tensors;
  const json golden = conformance_json("golden/tiny_llama_weights.json");
  for (const auto& [name, tensor] : golden["tensors"].items()) {
    Values& values = tensors[name];
    values.shape = tensor["shape"].get<std::vector<std::int64_t>>();
    for (const int q : tensor["q"]) values.data.push_back(static_cast<float>(q) / 1024);
  }
  return tensors;
}

const Case road_bin("tiny_llama by a llama2.c file: logits and tokens of Hugging Face", [] {
  expect_tiny_llama(load(conformance("golden/tiny_llama.bin")), "the .bin");
});
const Case road_folder("tiny_llama by a Hugging Face folder: the same", [] {
  const ModelFolder folder;
  write_folder(folder, tiny_llama_config(), tiny_llama_tensors());
  expect_tiny_llama(load(folder.path), "the folder");
});
const Case road_files("tiny_llama by a folder of three files: the same", [] {
  const ModelFolder folder;
  write_folder(folder, tiny_llama_config(), tiny_llama_tensors(), "F32", 3);
  expect_tiny_llama(load(folder.path), "three files");
});

const Case stories("stories260K: argmax and the five likeliest, step by step", [] {
  const Alone alone(kernels);
  const lm::Model model = load(conformance("models/stories260K.bin"));
  lm::use_kernels(model, "f32", 1);
  for (const std::string name : {"greedy0", "greedy1", "greedy2"}) {
    const json golden = conformance_json("models/stories260K." + name + ".json");
    std::vector<int> tokens;
    for (const json& step : golden["steps"]) tokens.push_back(step["in"]);
    const auto logits = logits_of(model, tokens);
    double worst = 0.0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const json& step = golden["steps"][i];
      expect(step["argmax"] == lm::argmax(logits[i]), name + ", step " + std::to_string(i));
      for (const json& likely : step["top"]) {
        const std::size_t token = likely[0];
        worst = std::max(worst, std::fabs(logits[i][token] - likely[1].get<double>()));
      }
    }
    expect(worst <= 2e-3, name + ": a logit is off by " + std::to_string(worst));
  }
});

/// The same weights in any dtype and any number of files are the same model, to the bit.
const Case dtypes("folders in float32, float16, bfloat16, one file or many: one model", [] {
  const Alone alone(kernels);
  const std::vector<int> tokens = {1, 7, 39, 7, 12};
  for (const std::string family : {"llama", "mistral", "qwen2", "qwen3"}) {
    json config = small_config();
    config["model_type"] = family;
    config["tie_word_embeddings"] = family == "qwen3";
    const Tensors tensors = small_tensors(config);
    std::vector<lm::Vector> first;
    for (const std::string dtype : {"F32", "F16", "BF16"}) {
      for (const int n_files : {1, 4}) {
        const ModelFolder folder;
        write_folder(folder, config, tensors, dtype, n_files);
        const lm::Model model = load(folder.path);
        lm::use_kernels(model, "f32", 1);
        const lm::LayerWeights& layer = model.weights.layers[1];
        const std::string at = "model.layers.1.self_attn.";
        const auto want = [&](const std::string& part) { return tensors.at(at + part).data; };
        expect(layer.q_bias.empty() == (family != "qwen2"), family + ": biases");
        expect(layer.q_norm.empty() == (family != "qwen3"), family + ": norms");
        if (family == "qwen2") {
          expect(std::ranges::equal(layer.v_bias, want("v_proj.bias")), family + ": other biases");
        }
        if (family == "qwen3") {
          expect(std::ranges::equal(layer.k_norm, want("k_norm.weight")), family + ": other norms");
          expect(model.weights.lm_head.data == model.weights.token_embedding.data, "not tied");
        }
        expect(std::ranges::equal(std::span(layer.v_proj.data, 144), want("v_proj.weight")),
               family + ", " + dtype + ": other weights");
        const std::vector<lm::Vector> logits = logits_of(model, tokens);
        if (first.empty()) first = logits;
        expect(logits == first, family + ", " + dtype + ": other logits");
      }
    }
  }
});

const Case alignment("every matrix begins at a multiple of 64 bytes", [] {
  const ModelFolder folder;
  write_folder(folder, small_config(), small_tensors(small_config()), "BF16");
  int n = 0;
  const auto check = [&](lm::MatrixView weight) {
    ++n;
    expect(reinterpret_cast<std::uintptr_t>(weight.data) % 64 == 0, "a weight is not aligned");
  };
  const lm::Model model = load(folder.path);
  lm::for_each_weight(model.weights, check);
  expect(n == 16, "a folder has " + std::to_string(n) + " matrices");
  const fs::path file = folder.write("a.bin", llama2c_bytes({8, 12, 1, 2, 1, 300, 16}));
  lm::for_each_weight(load(file).weights, check);
  expect(n == 24, "a .bin has other matrices");
});

/// rope_scaling in config.json, by the published inverse frequencies.
const Case scalings("config.json's rope_scaling: the angles of Hugging Face", [] {
  plug();
  int n = 0;
  const json all = conformance_json("golden/inv_freq.json");
  for (const json& golden : all["cases"]) {
    const std::string type = golden["type"];
    if (type == "ntk") continue;  // no config.json has it
    const std::vector<double> want = golden["inv_freq"]["data"];
    json config = small_config();
    config["head_dim"] = golden["head_dim"];
    config["rope_theta"] = golden["theta"];
    json& scaling = config["rope_scaling"] = {{"rope_type", type}};
    for (const char* key : {"factor", "low_freq_factor", "high_freq_factor", "beta_fast",
                            "beta_slow", "original_max_position_embeddings", "attention_factor",
                            "mscale", "mscale_all_dim", "truncate"}) {
      if (golden.contains(key) && (type == "yarn" || std::string(key) != "attention_factor")) {
        scaling[key] = golden[key];
      }
    }
    if (type == "dynamic") config["max_position_embeddings"] = golden["max_position_embeddings"];
    double factor = 1.0;
    if (type == "yarn") factor = golden["computed_attention_factor"];
    const ModelFolder folder;
    write_folder(folder, config, small_tensors(config));
    const lm::Config loaded = load(folder.path).config;
    const int n_positions = type == "dynamic" ? golden["seq_len"].get<int>() : 2;
    const lm::RopeTable table = lm::make_rope_table(loaded, n_positions);
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double sine = factor * std::sin(want[i]);
      expect(std::fabs(table.sin(1, static_cast<int>(i)) - sine) <= 2e-6 * std::fabs(sine),
             golden.dump().substr(0, 80) + ": plane " + std::to_string(i));
    }
    ++n;
  }
  expect(n >= 20, "too few cases");
});

/// A sentence for each, exit 2, and no signal.
struct Broken {
  std::string name;
  std::function<fs::path(const ModelFolder&)> write;  // what --model is to be
  std::string says;
};

void edit(const ModelFolder& folder, const std::function<void(json&, Tensors&)>& change,
          int n_files = 1) {
  json config = small_config();
  Tensors tensors = small_tensors(config);
  change(config, tensors);
  write_folder(folder, config, tensors, "F32", n_files);
}

std::function<fs::path(const ModelFolder&)> with(std::function<void(json&, Tensors&)> change,
                                                 int n_files = 1) {
  return [=](const ModelFolder& folder) {
    edit(folder, change, n_files);
    return folder.path;
  };
}

const std::vector<Broken> broken_models = {
    {"there is none", [](const ModelFolder& folder) { return folder.path / "nowhere"; },
     "nowhere does not exist"},
    {"an empty folder", [](const ModelFolder& folder) { return folder.path; },
     "config.json does not exist"},
    {"a config without weights",
     [](const ModelFolder& folder) {
       folder.write("config.json", small_config().dump());
       return folder.path;
     },
     "there is neither model.safetensors nor model.safetensors.index.json"},
    {"a config that is no JSON",
     [](const ModelFolder& folder) {
       edit(folder, [](json&, Tensors&) {});
       folder.write("config.json", "{\"hidden_size\": 12,}");
       return folder.path;
     },
     "config.json: line 1, column 20"},
    {"sizes that cannot be right",
     with([](json& config, Tensors&) { config["num_attention_heads"] = 3; }),
     "n_heads is 3 and n_kv_heads is 2"},
    {"another family", with([](json& config, Tensors&) { config["model_type"] = "mixtral"; }),
     "does not run the family mixtral"},
    {"quantized weights", with([](json& config, Tensors&) {
       config["quantization_config"] = {{"bits", 4}};
     }),
     "its weights are quantized"},
    {"heads that are turned in part",
     with([](json& config, Tensors&) { config["partial_rotary_factor"] = 0.5; }),
     "it turns a part of each head"},
    {"a config.json without its folder",
     [](const ModelFolder& folder) {
       edit(folder, [](json&, Tensors&) {});
       return folder.path / "config.json";
     },
     "this is a JSON file; this decoder reads Hugging Face folders"},
    {"a pointer of Git LFS",
     [](const ModelFolder& folder) {
       edit(
           folder, [](json&, Tensors&) {}, 3);
       folder.write("model-00002-of-00003.safetensors",
                    "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n");
       return folder.path;
     },
     "model-00002-of-00003.safetensors is a Git LFS pointer"},
    {"a tensor too few",
     with([](json&, Tensors& tensors) { tensors.erase("model.layers.1.mlp.up_proj.weight"); }),
     "model.layers.1.mlp.up_proj.weight is missing"},
    {"weights in 8 bits",
     [](const ModelFolder& folder) {
       write_folder(folder, small_config(), small_tensors(small_config()), "F8_E4M3");
       return folder.path;
     },
     "model.embed_tokens.weight is missing, or not in F32, F16 or BF16"},
    {"a tensor of another shape", with([](json&, Tensors& tensors) {
       tensors["model.norm.weight"] = {{13}, std::vector<float>(13)};
     }),
     "model.norm.weight is 13, the config needs 12"},
    {"biases that nobody asked for", with([](json&, Tensors& tensors) {
       tensors["model.layers.0.self_attn.o_proj.bias"] = {{12}, std::vector<float>(12)};
     }),
     "does not speak of model.layers.0.self_attn.o_proj.bias"},
    {"safetensors cut off",
     [](const ModelFolder& folder) {
       edit(folder, [](json&, Tensors&) {});
       fs::resize_file(folder.path / "model.safetensors", 9000);
       return folder.path;
     },
     "there are"},
    {"an empty safetensors file",
     [](const ModelFolder& folder) {
       edit(folder, [](json&, Tensors&) {});
       fs::resize_file(folder.path / "model.safetensors", 0);
       return folder.path;
     },
     "the file has 0 bytes"},
    {"a header longer than the file",
     [](const ModelFolder& folder) {
       edit(folder, [](json&, Tensors&) {});
       folder.write("model.safetensors", Bytes().number(~std::uint64_t{0}).text("{}"));
       return folder.path;
     },
     "the header needs 18446744073709551615 bytes"},
    {"one of the files is gone",
     [](const ModelFolder& folder) {
       edit(
           folder, [](json&, Tensors&) {}, 3);
       fs::remove(folder.path / "model-00002-of-00003.safetensors");
       return folder.path;
     },
     "model-00002-of-00003.safetensors does not exist"},
    {"one of the files is cut off",
     [](const ModelFolder& folder) {
       edit(
           folder, [](json&, Tensors&) {}, 3);
       fs::resize_file(folder.path / "model-00003-of-00003.safetensors", 1500);
       return folder.path;
     },
     "model-00003-of-00003.safetensors: safetensors_header: "},
    {"an index without a map",
     [](const ModelFolder& folder) {
       edit(
           folder, [](json&, Tensors&) {}, 2);
       folder.write("model.safetensors.index.json", "{\"metadata\": {}}");
       return folder.path;
     },
     "there is no weight_map in it"},
    {"an index that leads elsewhere",
     [](const ModelFolder& folder) {
       edit(
           folder, [](json&, Tensors&) {}, 2);
       folder.write("model.safetensors.index.json",
                    R"({"weight_map": {"lm_head.weight": "../../etc/passwd"}})");
       return folder.path;
     },
     "which is not in this folder"},
    {"more than any memory",
     [](const ModelFolder& folder) {
       json config = small_config();
       config["vocab_size"] = 2000000000;
       folder.write("config.json", config.dump());
       const std::string size = std::to_string(std::int64_t{4} * 12 * 2000000000);
       std::string header =
           R"({"model.embed_tokens.weight": {"dtype": "F32", "shape": [2000000000, )"
           R"(12], "data_offsets": [0, )" +
           size + "]}}";
       header.resize(4096 - 8, ' ');
       const fs::path file = folder.write("model.safetensors", safetensors(header, {}));
       fs::resize_file(file, 4096 + std::stoull(size));  // a hole: no disk is used
       return folder.path;
     },
     "GiB of memory"},
    {"an empty .bin", [](const ModelFolder& folder) { return folder.write("a.bin", Bytes{}); },
     "the file has 0 bytes, its header needs 28"},
    {"a .bin cut off",
     [](const ModelFolder& folder) {
       return folder.write("a.bin", llama2c_bytes({8, 12, 1, 2, 1, 300, 16}).first(6000));
     },
     "the file has 6000 bytes, its header needs "},
    {"a .bin with more than its header says",
     [](const ModelFolder& folder) {
       return folder.write("a.bin", llama2c_bytes({8, 12, 1, 2, 1, 300, 16}, 24));
     },
     "its header speaks of "},
    {"a .bin of impossible sizes",
     [](const ModelFolder& folder) {
       const std::int32_t most = 2147483647;
       return folder.write("a.bin",
                           Bytes().numbers(std::vector<std::int32_t>(7, most)).text("too short"));
     },
     "the file has 37 bytes"},
    {"a .bin whose heads have odd sizes",
     [](const ModelFolder& folder) {
       return folder.write("a.bin", llama2c_bytes({6, 12, 1, 2, 1, 300, 16}));
     },
     "head_dim is 3"},
    {"a GGUF file",
     [](const ModelFolder& folder) { return folder.write("a.gguf", "GGUF and very many bytes"); },
     "this is a GGUF file"},
    {"a safetensors file without its folder",
     [](const ModelFolder& folder) {
       edit(folder, [](json&, Tensors&) {});
       return folder.path / "model.safetensors";
     },
     "give its folder"},
};

void expect_refusal(const Ended& ended, const std::string& says) {
  expect(ended.signal == 0, "ended by signal " + std::to_string(ended.signal));
  expect(ended.exit_code == 2, "exit code " + std::to_string(ended.exit_code));
  expect_says(ended.output, says);
  expect(ended.output.starts_with("decoder: ") && std::ranges::count(ended.output, '\n') == 1 &&
             ended.output.size() < 500,
         "not one sentence: " + ended.output.substr(0, 2000));
}

struct Models {
  Models() {
    for (const Broken& broken : broken_models) {
      Case("a model that cannot be used: " + broken.name, [&broken] {
        const ModelFolder folder;
        const fs::path model = broken.write(folder);
        expect_refusal(decoder({"--model", model, "--ids", "1 2"}), broken.says);
      });
    }
  }
} models;

const std::vector<std::pair<std::string, std::function<Bytes()>>> broken_tokenizers = {
    {"the model has 300 tokens, this file has more",
     [] { return tokenizer_bytes(std::vector<std::string>(42, "ab")); }},
    {"the file ends too early",
     [] {
       return tokenizer_bytes({"ab", "cd"});
     }},
    {"the file ends too early", [] { return Bytes{}; }},
    {"the file ends too early", [] { return tokenizer_bytes({}).first(3); }},
    {"piece 0 is said to have 540680814 bytes",
     [] { return Bytes().text("{\"version\": 1, too"); }},
    {"piece 0 is said to have -1 bytes",
     [] { return Bytes().number(16).number(0.0f).number(-1).text(std::string(9000, 'x')); }},
    {"piece 1 is said to have 2147483647 bytes",
     [] {
       return Bytes().number(16).number(0.0f).number(1).text("a").number(0.0f).number(2147483647);
     }},
};

const Case tokenizers("tokenizers that cannot be used: a sentence for each", [] {
  const ModelFolder folder;
  const fs::path model = folder.write("a.bin", llama2c_bytes({8, 12, 1, 2, 1, 300, 16}));
  expect_refusal(decoder({"--model", model}), "there is no tokenizer.bin and no tokenizer.model");
  const fs::path nowhere = folder.path / "nowhere.bin";
  expect_refusal(decoder({"--model", model, "--tokenizer", nowhere}), "does not exist");
  for (const auto& [says, bytes] : broken_tokenizers) {
    const fs::path file = folder.write("tokenizer.bin", bytes());
    expect_refusal(decoder({"--model", model, "--tokenizer", file}), says);
  }
  const fs::path other = folder.write("tokenizer.json", "{}");
  expect_refusal(decoder({"--model", model, "--tokenizer", other}), "give the prompt as --ids");
  expect_refusal(decoder({"--model", model, "--ids", "1 300"}),
                 "--ids takes numbers from 0 to 299, not 300");
  expect_refusal(decoder({"--model", model, "--ids", "1 two"}), "not two");
});

}  // namespace
}  // namespace kit::tests
