// A student from the first exercise to the last: the solutions go in one at a time, in reading
// order. Minutes, so not a part of `kit verify`:
//
//   ninja -C build/student records decoder.parts decoder.observed kit-student
//   build/student/tests/kit/kit-student
#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness.hpp"

namespace kit::tests {
namespace {

/// What the decoder writes, from a prompt of some tokens and by chance with a seed; what is said
/// beside it goes to the file `said`.
std::string text_of(const Checkout& here) {
  const Ended ended = here.shell(
      "KIT_NO_BUILD=1 build/student/tools/kit/kit run --seed 7 --temperature 0.8 --top-p 0.9 "
      "--new 24 'Once upon a time' 2> said");
  expect(ended.ok(),
         "kit run ends with " + std::to_string(ended.exit_code) + ":\n" + here.read("said"));
  return ended.output;
}

const Case whole_way(
    "student: part by part the decoder becomes one's own, and writes the same", [] {
      const Checkout here;
      const auto list = nlohmann::json::parse(here.kit_output({"list", "--json"}).output);
      const auto& exercises = list["exercises"];
      const auto is_part = [](const nlohmann::json& exercise) {
        return exercise["part"] == true || exercise["replaces"] != "";
      };
      const auto n_parts = std::count_if(exercises.begin(), exercises.end(), is_part);
      const std::string of_all = " of " + std::to_string(exercises.size());
      const std::string given = text_of(here);
      expect(given.size() > 40, "the text is short: " + given);

      int n_done = 0, n_yours = 0;
      std::string yours;
      const auto stands = [&] {
        const std::string done = std::to_string(n_done) + of_all;
        expect_says(here.read("said"), done + " exercises done; " + std::to_string(n_yours) +
                                           " of the decoder's " + std::to_string(n_parts) +
                                           " parts are yours" + yours + "\n");
        expect_says(here.kit({"list"}).output, "\n" + done + " done");
      };
      stands();
      for (const auto& exercise : exercises) {
        const std::string name = exercise["name"];
        const fs::path file = fs::path(exercise["chapter"]) / (name + ".cpp");
        here.write("exercises" / file, here.read("solutions" / file));
        const Ended test = here.kit({"test", name});
        expect(test.ok(), name + " does not pass:\n" + test.output);
        ++n_done;
        if (is_part(exercise)) yours += (n_yours++ == 0 ? ": " : ", ") + name;

        const std::string text = text_of(here);
        expect(text == given,
               "with " + name + " the decoder writes another text:\n" + text + given);
        stands();
      }
      expect(n_yours == n_parts, "not every part is the student's at the end");
      expect_says(here.kit({"--no-watch"}).output, "Every exercise passes. The decoder is yours.");
    });

const Case blamed("blame: finds a wrong call, and what only a whole run shows", [] {
  const Checkout here;
  const auto blame = [&](const std::string& version, int code, const std::string& words) {
    here.write("exercises/10_decoder/prefill.cpp",
               here.read("tests/wrong/10_decoder/prefill/" + version + ".cpp"));
    const Ended ended = here.kit({"blame"});
    expect(ended.exit_code == code, "blame ends with " + std::to_string(ended.exit_code));
    expect_says(ended.output, words);
  };
  blame("values_turned", 1, "prefill is to blame: lm::prefill gives");
  blame("positions_begin_at_0", 1, "prefill is to blame, though each of its calls is right");
  blame("stores_before_it_refuses", 0, "none is to blame");
});

}  // namespace
}  // namespace kit::tests
