// kit-grading: the verbs of ./kit for those who hand out, collect and mark. The front starts it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>

#include "front/documents.hpp"
#include "grading/handout.hpp"
#include "grading/pack.hpp"
#include "runner/process.hpp"

namespace {

using kit::Exit;

/// A path as people type it is meant from where they are.
kit::fs::path typed(const std::string& path) {
  const char* const from = std::getenv("KIT_FROM");
  return from == nullptr ? kit::fs::absolute(path) : kit::fs::path(from) / path;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Handing out, collecting, marking"};
  app.name("./kit");
  app.require_subcommand(1);

  std::string out, chapters, solutions;
  std::vector<std::string> systems;
  bool check = false;
  auto* const handout = app.add_subcommand("handout", "a repository for students, without solutions");
  handout->add_option("OUT", out, "the folder to make")->required();
  handout->add_option("--chapters", chapters, "01-05 or 01,03; without it all");
  handout->add_option("--with-solutions", solutions, "of past weeks: 01-03");
  handout->add_option("--systems", systems, "for which parts are compiled; without it this one")
      ->delimiter(',');
  handout->add_flag("--check", check, "look whether OUT holds what must not be handed out");

  kit::PackOptions packing;
  auto* const pack = app.add_subcommand("pack", "one zip to hand in");
  pack->add_option("--name", packing.name, "yours; remembered");
  pack->add_option("--id", packing.id, "yours, as the course knows you; remembered");
  pack->add_option("--out", out, "the zip; without it submission-ID.zip");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? Exit::done : Exit::usage;
  }
  kit::end_with_children(Exit::interrupted);
  try {
    kit::Tree tree;
    tree.root = kit::fs::current_path();
    if (*handout && check) return kit::check_handout(tree, typed(out));
    const kit::Syllabus syllabus = kit::read_syllabus(tree);
    if (*handout) {
      return kit::make_handout(tree, syllabus, {typed(out), chapters, solutions, systems});
    }
    packing.folder = typed("");
    if (!out.empty()) packing.out = typed(out);
    return kit::pack(tree, syllabus, packing);
  } catch (const kit::Failure& failure) {
    fmt::print(stderr, "kit: {}\n", failure.what());
    return failure.code;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kit: {}\nThis is a fault of the kit.\n", error.what());
    return Exit::fault;
  }
}
