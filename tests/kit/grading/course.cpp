// course.json, pack, export-similarity, sample-class.
#include <algorithm>

#include "front/documents.hpp"
#include "grading/archive.hpp"
#include "grading/formats.hpp"
#include "grading/program.hpp"

namespace kit::tests {
namespace {

const Case course_file("course.json: the example is valid; what is wrong is said", [] {
  expect_valid("course", read_file(fs::path(KIT_CHECKOUT) / "course.json"));
  Syllabus syllabus;
  Exercise exercise;
  exercise.name = "decoder";
  syllabus.exercises = {exercise};
  const Folder here;
  Tree tree;
  tree.root = here.path;
  expect(read_course(tree, syllabus).points_for("decoder", true) == 1, "the default is no point");
  write_file(here.path / "course.json", R"({"points": {"exercise": 2, "of": {"decoder": 4}}})");
  expect(read_course(tree, syllabus).points_for("decoder", true) == 4, "points.of");
  expect(read_course(tree, syllabus).points_for("other", true) == 2, "side is as any");
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {"[]", "no JSON object"},
           {R"({"hint": 2})", "do you mean hints"},
           {R"({"hints": 7})", "hints has to be 0, 1, 2 or 3"},
           {R"({"hints": "two"})", "hints is \"two\""},
           {R"({"exam": ["decodr"]})", "do you mean decoder?"},
           {R"({"points": {"exercise": -1}})", "from 0 to 1000"},
           {R"({"points": {"of": {"decoder": "x"}}})", "it has to be a number"}}) {
    write_file(here.path / "course.json", text);
    try {
      read_course(tree, syllabus);
      expect(false, text + " is taken");
    } catch (const Failure& failure) {
      expect(failure.code == Exit::usage, "no usage error");
      expect_says(failure.what(), words);
    }
  }
});

const Case packing("pack: the exercises' files, name and id; the same bytes each time", [] {
  const Checkout here;
  const Ended nobody = program({"pack"}, here.root());
  expect(nobody.exit_code == 2, nobody.output);
  expect_says(nobody.output, "./kit pack --name");
  here.write(stub, solution());
  const Ended first = program({"pack", "--name", "Ünal \"Q\"", "--id", "q1"}, here.root());
  expect(first.exit_code == 0, first.output);
  const std::string bytes = here.read("submission-q1.zip");
  expect(program({"pack"}, here.root()).exit_code == 0, "name and id are not remembered");
  expect(here.read("submission-q1.zip") == bytes, "other bytes");
  bool mine = false;
  std::size_t n = 0;
  for_each_entry(bytes, [&](const ArchiveEntry& entry) {
    ++n;
    mine = mine || (entry.name == stub && entry.text == solution());
    if (entry.name == "submission.json") expect_valid("submission", entry.text);
    expect(entry.name == "submission.json" || entry.name.starts_with("exercises/"), entry.name);
  });
  expect(mine && n > 10, "the file is not in it");
  for (const char* id : {"../x", "a b", "-x", ""}) {
    const Ended bad = program({"pack", "--id=" + std::string(id), "--name", "N"}, here.root());
    expect(bad.exit_code == 2 || std::string(id).empty(), std::string(id) + " is taken");
  }
});

const Case alike("export-similarity: a folder for each exercise, pseudonyms, no stubs", [] {
  const Folder here;
  const fs::path one = fs::path("exercises/02_normalization/rms_norm.cpp");
  write_file(here.path / "in/ada" / one, "// ada\n");
  write_zip(here.path / "in/bob.zip", {{(fs::path("top") / one).string(), "// bob\n"},
                                       {"../" + one.string(), "// outside\n"}});
  write_file(here.path / "in/cy" / one,
             read_file(fs::path(KIT_CHECKOUT) / ".kit/stubs/02_normalization/rms_norm.cpp"));
  write_file(here.path / "in/readme.txt", "no submission");
  const Ended ended =
      program({"export-similarity", (here.path / "in").string(), (here.path / "out").string()});
  expect(ended.exit_code == 0, ended.output);
  expect_says(ended.output, "readme.txt: no exercises in it");
  const fs::path folder = here.path / "out/rms_norm";
  expect_equal(read_file(folder / "submissions/S0001/rms_norm.cpp"), "// ada\n");
  expect_equal(read_file(folder / "submissions/S0002/rms_norm.cpp"), "// bob\n");
  expect(!fs::exists(folder / "submissions/S0003"), "a stub is exported");
  expect_says(read_file(folder / "base/rms_norm.cpp"), "kit::todo");
  const auto table = read_csv(read_file(folder / "info.csv"));
  expect(table.size() == 3 && table[0][0] == "filename" &&
             table[1][0] == "submissions/S0001/rms_norm.cpp",
         "info.csv is another");
  expect_says(read_file(here.path / "out.key.csv"), "S0002,\"bob.zip\"");
});

const Case sample("sample-class: the same seed makes the same class", [] {
  const Folder here;
  const auto make = [&](const std::string& name, const std::string& seed) {
    const Ended ended =
        program({"sample-class", (here.path / name).string(), "--people", "3", "--seed", seed});
    expect(ended.exit_code == 0, ended.output);
    std::string all;
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(here.path / name)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
      all += file.lexically_relative(here.path / name).string() + "\n" + read_file(file);
    }
    return all;
  };
  const std::string first = make("a", "5");
  expect(first == make("b", "5"), "another class");
  expect(first != make("c", "6"), "the seed does nothing");
  expect_says(first, "kit::todo");
});

}  // namespace
}  // namespace kit::tests
