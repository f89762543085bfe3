#include <cstdlib>

#include "front/build.hpp"
#include "front/run.hpp"
#include "front/verbs.hpp"

namespace kit {

Exit demo(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& options) {
  build(tree, "building the demos", {"demo.parts"});
  const std::string parts =
      own_parts(tree, syllabus, read_progress(tree),
                {"rms_norm", "layer_norm", "gradient_highway", "gated_feed_forward", "activations",
                 "linear", "rotate_pair", "work_counts", "kv_cache_bytes"});
  setenv("KIT_PARTS", parts.c_str(), 1);
  std::vector<std::string> line = {(tree.build() / "demo").string()};
  line.insert(line.end(), options.begin(), options.end());
  become(std::move(line));
}

}  // namespace kit
