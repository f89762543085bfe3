#include "front/blame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "front/build.hpp"
#include "front/odd_model.hpp"
#include "runner/process.hpp"

namespace kit {
namespace {

using json = nlohmann::json;

/// The decoder's words for one run.
using Run = std::vector<std::string>;

/// A prompt of several tokens, then enough steps that state matters. What a plain LLaMA never
/// shows, the odd model does, drawn with all cuts and with threads, behind a prompt so long that it
/// is read in two parts; and then again with a prompt read by the decoder, in the other pairing.
std::vector<Run> the_runs(const Tree& tree) {
  const std::string stories = (tree.root / "exercises/models/stories").string();
  const std::string odd = (tree.build() / "odd_model").string();
  write_odd_model(odd);
  const std::string words = "Once upon a time";
  std::string many_words = words;
  for (int i = 0; i < 70; ++i) many_words += " " + words;
  return {
      {words, "--new", "12", "--temperature", "0", "--model", stories},
      {many_words, "--new", "12", "--temperature", "0.75", "--top-k", "40", "--top-p", "0.9",
       "--seed", "1", "--threads", "3", "--model", odd, "--tokenizer", stories + "/tokenizer.bin"},
      {words, "--new", "12", "--temperature", "0", "--no-prefill", "--pairing", "interleaved",
       "--model", odd, "--tokenizer", stories + "/tokenizer.bin"}};
}

struct Suspect {
  std::string part;
  fs::path object;
};

Ended run_observed(const Tree& tree, const Run& run_of_decoder,
                   std::vector<std::pair<std::string, std::string>> environment) {
  Command decoder;
  decoder.arguments = {(tree.build() / "decoder.observed").string()};
  decoder.arguments.insert(decoder.arguments.end(), run_of_decoder.begin(), run_of_decoder.end());
  decoder.environment = std::move(environment);
  decoder.seconds = 120;
  return run(decoder);
}

std::string parts_list(const std::vector<Suspect>& suspects) {
  std::string list;
  for (const Suspect& suspect : suspects) {
    list += (list.empty() ? "" : ":") + suspect.part + "=" + suspect.object.string();
  }
  return list;
}

std::string place(const json& found) {
  const int layer = found.value("layer", -1);
  return fmt::format("{}step {}, call {}", layer < 0 ? "" : fmt::format("layer {}, ", layer),
                     found.value("step", 0), found.value("call", 0));
}

std::string sentence(const json& found) {
  const std::string function = found.value("function", ""), how = found.value("how", "");
  if (how == "threw") {
    return fmt::format("{} threw where the model's does not: {} ({})", function,
                       found.value("what", ""), place(found));
  }
  if (how == "crashed") return fmt::format("{} crashed ({})", function, place(found));
  if (how == "hung") return fmt::format("{} does not come back ({})", function, place(found));
  if (how == "ended") return fmt::format("{} ended the program ({})", function, place(found));
  if (how == "order") {
    return fmt::format("{} was called where the model calls {} ({})", found.value("got", ""),
                       found.value("want", ""), place(found));
  }
  return fmt::format("{} gives {} where the model's gives {}, in number {} of its result ({})",
                     function, found["got"].dump(), found["want"].dump(), found.value("index", 0),
                     place(found));
}

/// What one run of the observed decoder found, if anything.
json observe(const Tree& tree, const Run& run_of_decoder,
             std::vector<std::pair<std::string, std::string>> environment) {
  const fs::path report = tree.build() / "blame.json", where = tree.build() / "blame.place";
  fs::remove(report);
  fs::remove(where);
  environment.emplace_back("KIT_SHADOW_REPORT", report.string());
  environment.emplace_back("KIT_SHADOW_PLACE", where.string());
  const Ended ended = run_observed(tree, run_of_decoder, std::move(environment));
  if (fs::exists(report)) return json::parse(read_file(report));
  if (ended.ok()) return {};
  json found = {{"how", ended.timed_out ? "hung" : "crashed"}};
  std::istringstream words(read_file(where));
  std::string part, function;
  int layer = -1;
  long step = 0, call = 0;
  if (words >> part >> function >> layer >> step >> call) {
    found.update(
        {{"part", part}, {"function", function}, {"layer", layer}, {"step", step}, {"call", call}});
    return found;
  }
  throw Failure(Exit::fault, "the decoder could not be observed:\n" + ended.output);
}

}  // namespace

Exit blame(const Tree& tree, const Syllabus& syllabus, const std::vector<With>& with,
           bool as_json) {
  std::vector<std::string> targets = targets_of(tree, syllabus, with);
  targets.insert(targets.end(), {"decoder.observed", "decoder.parts"});
  build(tree, "building the observed decoder", targets);

  std::vector<Suspect> suspects;
  for (const Exercise& exercise : syllabus.exercises) {
    if (!exercise.part && exercise.replaces.empty()) continue;
    const auto chosen = std::ranges::find(with, exercise.name, &With::name);
    if (!with.empty() && chosen == with.end()) continue;
    if (chosen != with.end() && !chosen->version.empty()) {
      suspects.push_back({exercise.name, tree.build() / "parts" / exercise.name / "wrong" /
                                             (chosen->version + ".so")});
      continue;
    }
    const std::string text = read_file(tree.root / exercise.stub());
    if (text.empty() || text.find("kit::todo(") != std::string::npos) continue;  // not begun
    const Compiled compiled = compile(tree, syllabus, exercise, tree.root / exercise.stub(),
                                      tree.build() / "mine" / (exercise.name + ".so"));
    if (!compiled.error.empty()) {
      throw Failure(Exit::not_so, exercise.name + " does not compile:\n" + compiled.error);
    }
    suspects.push_back({exercise.name, compiled.object});
  }
  if (suspects.empty()) {
    throw Failure(Exit::not_started,
                  "none of the decoder's parts is written yet; `./kit list` shows "
                  "them");
  }

  const std::vector<Run> runs = the_runs(tree);
  json found;
  for (const Run& one : runs) {
    if (found.is_null()) found = observe(tree, one, {{"KIT_SHADOW_PARTS", parts_list(suspects)}});
  }
  for (const Run& one : runs) {
    if (!found.is_null()) break;
    const std::string trace = (tree.build() / "blame.trace").string();
    observe(tree, one, {{"KIT_TRACE_WRITE", trace}});
    found = observe(tree, one, {{"KIT_TRACE_COMPARE", trace}, {"KIT_PARTS", parts_list(suspects)}});
    if (!found.is_null()) found["state"] = true;
    fs::remove(trace);
  }

  if (as_json) {
    fmt::print("{}\n", json{{"blame", found}, {"watched", suspects.size()}}.dump(2));
  } else if (found.is_null()) {
    fmt::print(
        "{} watched over all calls of {} whole runs: none is to blame\n"
        "What these runs do not bring cannot be seen in them: input that must be refused, the\n"
        "last bit of a number, threads that meet only now and then. `./kit test NAME` looks\n"
        "for that; with --deep for threads.\n",
        one_or_many(suspects.size(), "part"), runs.size());
  } else if (found.contains("state")) {
    const std::string who =
        suspects.size() == 1
            ? suspects.front().part + " is to blame, though each of its calls is right by itself:"
            : "each of your parts does right on its own; together they part from the model's here:";
    fmt::print("{}\n  {}\nLook at state and order: the cache, positions, which call comes first.\n",
               who, sentence(found));
  } else {
    fmt::print("{} is to blame: {}\n`./kit test {}` looks at it alone\n", found.value("part", ""),
               sentence(found), found.value("part", ""));
  }
  return found.is_null() ? Exit::done : Exit::not_so;
}

}  // namespace kit
