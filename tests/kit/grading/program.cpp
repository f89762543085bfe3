#include "grading/program.hpp"

#include "front/documents.hpp"

namespace kit::tests {

Ended program(const std::vector<std::string>& arguments, const fs::path& folder) {
  Command command;
  command.arguments = {std::string(KIT_BUILT) + "/tools/kit/grading/kit-grading"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.folder = folder;
  command.environment = {{"KIT_FROM", folder.string()}, {"KIT_NO_BUILD", "1"}};
  command.seconds = 60;
  return run(command);
}

void expect_equal(const std::string& got, const std::string& want) {
  expect(got == want, "got:\n" + got + "\nwant:\n" + want);
}

void expect_valid(const std::string& schema, const std::string& document) {
  const Folder here;
  write_file(here.path / "document.json", document);
  Command python;
  python.arguments = {
      "/usr/bin/python3",
      "-W",
      "ignore",
      "-c",
      "import json, sys\n"
      "try: import jsonschema\n"
      "except ImportError: sys.exit(127)\n"
      "schema = json.load(open(sys.argv[1])); schema.pop('$id')\n"
      "jsonschema.Draft202012Validator(schema).validate(json.load(open(sys.argv[2])))",
      std::string(KIT_CHECKOUT) + "/docs/" + schema + ".schema.json",
      (here.path / "document.json").string()};
  const Ended ended = run(python);
  if (ended.exit_code == 127) skip("jsonschema is missing (python3-jsonschema)");
  expect(ended.ok(), schema + ": " + ended.output);
}

}  // namespace kit::tests
