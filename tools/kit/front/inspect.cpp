#include <cstdlib>

#include "front/build.hpp"
#include "front/run.hpp"
#include "front/verbs.hpp"

namespace kit {

Exit inspect(const Tree& tree, const Syllabus& syllabus, const fs::path& path,
             const std::vector<std::string>& options) {
  build(tree, "building inspect", {"inspect.parts"});
  const std::vector<std::string> readers = {"ffn_size",       "model_config", "check_config",
                                            "describe_model", "safetensors",  "llama2c_file",
                                            "kv_cache_bytes", "narrow_floats"};
  const std::string parts = own_parts(tree, syllabus, read_progress(tree), readers);
  setenv("KIT_PARTS", parts.c_str(), 1);
  std::vector<std::string> line = {(tree.build() / "inspect").string(), path.string()};
  line.insert(line.end(), options.begin(), options.end());
  become(std::move(line));
}

}  // namespace kit
