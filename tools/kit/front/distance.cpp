#include <cstdlib>

#include "front/build.hpp"
#include "front/run.hpp"
#include "front/verbs.hpp"

namespace kit {

Exit distance(const Tree& tree, const Syllabus& syllabus, const std::vector<std::string>& options) {
  help_first(tree, "distance", options);
  const Lineup lineup = line_up(tree, syllabus, read_progress(tree), {});
  const Tree speed = speed_tree(tree);
  build(speed, "building distance", {"distance.parts"});
  setenv("KIT_PARTS", lineup.parts.c_str(), 1);
  setenv("KIT_PLAIN", lineup.plain.c_str(), 1);
  std::vector<std::string> line = {(speed.build() / "distance").string(), "--model",
                                   (tree.root / "exercises/models/keys").string()};
  line.insert(line.end(), options.begin(), options.end());
  become(std::move(line));
}

}  // namespace kit
