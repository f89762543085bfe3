#include <unistd.h>

#include "front/build.hpp"
#include "front/given.hpp"
#include "front/verbs.hpp"

namespace kit {

Exit quiz(const Tree& tree, std::vector<std::string> words) {
  need_given_program(tree, "kit quiz", "kit-quiz");
  build(tree, "building the quiz", {"kit-quiz"});
  const std::string program = tree.build() / "tools/kit/kit-quiz";
  words.insert(words.begin(), {program, "ask"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw Failure(Exit::fault, program + " cannot be started; `./kit doctor` looks closer");
}

}  // namespace kit
