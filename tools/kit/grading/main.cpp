// kit-grading: the verbs of ./kit for those who hand out, collect and mark. The front starts it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>

#include "front/documents.hpp"
#include "grading/handout.hpp"
#include "grading/merge.hpp"
#include "grading/pack.hpp"
#include "grading/sample.hpp"
#include "grading/similarity.hpp"
#include "runner/process.hpp"

using kit::Exit;
using kit::typed;

int main(int argc, char** argv) {
  CLI::App app{"Handing out, collecting, marking"};
  app.name("./kit");
  app.require_subcommand(1);

  std::string out, chapters, solutions;
  std::vector<std::string> systems;
  bool check = false;
  auto* const handout =
      app.add_subcommand("handout", "a repository for students, without solutions");
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

  std::vector<std::string> results;
  std::string roster;
  auto* const merge = app.add_subcommand("merge", "one report of many graded submissions");
  merge->add_option("RESULTS", results, "folders that `kit grade` wrote")->required();
  merge->add_option("--out", out, "the folder for the reports")->required();
  merge->add_option("--roster", roster, "the class list: Canvas's, Moodle's, or id,name,email");

  std::string submissions;
  auto* const similarity =
      app.add_subcommand("export-similarity", "submissions as JPlag and Dolos want them");
  similarity->add_option("SUBMISSIONS", submissions, "a folder of folders and zips")->required();
  similarity->add_option("OUT", out, "the folder to make")->required();

  int people = 1000;
  std::uint64_t seed = 1;
  auto* const sample = app.add_subcommand("sample-class", "a class to try grading on");
  sample->add_option("OUT", out, "the folder to make")->required();
  sample->add_option("--people", people, "on its roster")->check(CLI::Range(1, 9999));
  sample->add_option("--seed", seed, "the same seed makes the same class");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? Exit::done : Exit::usage;
  }
  return kit::run_verb([&](const kit::Tree& tree, const kit::Syllabus& syllabus) -> int {
    if (*handout && check) return kit::check_handout(tree, syllabus, typed(out));
    if (*handout) {
      return kit::make_handout(tree, syllabus, {typed(out), chapters, solutions, systems});
    }
    if (*merge) {
      kit::MergeOptions merging;
      for (const std::string& folder : results) merging.results.push_back(typed(folder));
      if (!roster.empty()) merging.roster = typed(roster);
      merging.out = typed(out);
      return kit::merge(tree, syllabus, merging);
    }
    if (*similarity) {
      return kit::export_similarity(tree, syllabus, typed(submissions), typed(out));
    }
    if (*sample) return kit::sample_class(tree, syllabus, typed(out), people, seed);
    packing.folder = typed("");
    if (!out.empty()) packing.out = typed(out);
    return kit::pack(tree, syllabus, packing);
  });
}
