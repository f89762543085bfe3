#pragma once
// Models on disk for the tests of the given loop: written byte by byte, or from the conformance
// data (KIT_CONFORMANCE_DIR).
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness.hpp"
#include "support/files.hpp"

namespace kit::tests {

using json = nlohmann::json;

/// A temporary folder for a model's files.
struct ModelFolder : Folder {
  fs::path write(const std::string& name, std::string_view text) const;
  fs::path write(const std::string& name, const Bytes& bytes) const;
};

/// A file of the conformance data; ends the test where there is none.
fs::path conformance(const std::string& path);
json conformance_json(const std::string& path);

struct Values {
  std::vector<std::int64_t> shape;
  std::vector<float> data;
};
using Tensors = std::map<std::string, Values>;

/// A safetensors file of these tensors; dtype F32, F16 or BF16 (values that are exact in it).
Bytes safetensors_file(const Tensors& tensors, const std::string& dtype);

/// config.json and the weights, in one file or dealt out to several with an index.
void write_folder(const ModelFolder& folder, const json& config, const Tensors& tensors,
                  const std::string& dtype = "F32", int n_files = 1);

/// A small model of the LLaMA family, its values exact in 16 bits, and its config.json.
json small_config();
Tensors small_tensors(const json& config);

/// A llama2.c file of this header, its values small numbers; n_extra values more than it needs.
Bytes llama2c_bytes(std::vector<std::int32_t> header, int n_extra = 0);
/// A tokenizer.bin: <unk>, <s>, </s>, 256 bytes, then these pieces, the earlier the likelier.
Bytes tokenizer_bytes(const std::vector<std::string>& pieces);

/// The decoder as a program.
Ended decoder(const std::vector<std::string>& arguments);
/// The same by a shell: `$decoder` is the program.
Ended shell(const std::string& command);

}  // namespace kit::tests
