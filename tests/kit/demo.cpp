// The demos: once in a pipe, and by keys in a terminal.
#include <array>

#include "session.hpp"

namespace kit::tests {
namespace {

std::string picture(const Checkout& here, const std::vector<std::string>& words) {
  std::vector<std::string> arguments = {"demo"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const Ended ended = here.kit_output(arguments);
  expect(ended.ok(), "ends with " + std::to_string(ended.exit_code));
  std::size_t n_lines = 0;
  for (const char c : ended.output) n_lines += c == '\n' ? 1 : 0;
  expect(n_lines <= 22, "is " + std::to_string(n_lines) + " lines long");
  return ended.output;
}

// Each with numbers that a section works out by hand.
const Case piped("demo: in a pipe, one picture of the numbers asked for", [] {
  const Checkout here;
  const std::string cache = picture(here, {"kv_cache", "--prompt", "5", "--step", "4"});
  expect_says(cache, "   26 projections,   100 dots         8 projections,    36 dots");
  expect_says(cache, "2147483648 bytes, 2.147 GB, 2.000 GiB");
  expect_says(picture(here, {"heads", "--heads", "16", "--kv_heads", "4"}), "25.0 %  0.250 GiB");
  expect_says(picture(here, {"heads", "--heads", "6", "--kv_heads", "4"}),
              "kv2");  // 3 share evenly
  const std::string arrows = picture(here, {"rope", "--m", "1", "--n", "2", "--theta", "60"});
  expect_says(arrows, "[ 0.500000,  0.866025]");
  expect_says(arrows, "+100   0.500000");
  const std::string steps = picture(here, {"norms"});
  expect_says(steps, "-1.0000  1.0000 -1.0000  1.0000    0.2000  1.4000  0.2000  1.4000");
  const std::string depth = picture(here, {"pre_post", "--sublayers", "24"});
  expect_says(depth, "0.001887");
  expect_says(depth, "5.072");
  expect_says(picture(here, {"swiglu", "--x", "1"}), "output, SiLU        1.462117");
});

const Case bad_words("demo: a name or a number that is none is refused", [] {
  const Checkout here;
  const Ended name = here.kit({"demo", "ropes"});
  expect(name.exit_code == 2, "another name ends with " + std::to_string(name.exit_code));
  expect_says(name.output, "rope");
  const Ended number = here.kit({"demo", "rope", "--m", "51"});
  expect(number.exit_code == 2, "a number out of range is taken");
  expect_says(number.output, "51");
});

const Case all("demo: a key turns the first number of each, in any size", [] {
  const Checkout here;
  const std::array<std::array<const char*, 3>, 6> demos = {
      {{"kv_cache", "step 4", "step 5"},
       {"heads", "heads 8", "heads 9"},
       {"rope", "m 3", "m 4"},
       {"norms", "x0 1.0", "x0 1.5"},
       {"pre_post", "sublayers 24", "sublayers 25"},
       {"swiglu", "x 1.00", "x 1.25"}}};
  for (const auto& [name, before, after] : demos) {
    const Session terminal(here, "./kit Space demo Space " + std::string(name));
    terminal.shows(before);
    terminal.type("Right");
    terminal.shows(after);
    terminal.resize(60, 12);
    terminal.shows("q quit");
    terminal.resize(80, 24);
    terminal.type("q");
    terminal.type("'echo it is $((6 * 7))' Enter");
    terminal.shows("it is 42");
  }
});

const Case keys("demo: keys turn its numbers, any size will do, q gives the terminal back", [] {
  const Checkout here;
  const Session terminal(here, "./kit Space demo Space rope");
  terminal.shows("m - n = 2");
  terminal.type("Right Right");
  terminal.shows("m - n = 4");
  terminal.type("Down Left");
  terminal.shows("m - n = 5");
  terminal.type("b");
  terminal.shows("q at  6");
  terminal.shows("m - n = 5");
  terminal.resize(40, 10);
  terminal.shows("rope");
  terminal.resize(80, 24);
  terminal.shows("knows the distance alone.");
  terminal.type("r");
  terminal.shows("m - n = 2");
  terminal.type("q");
  terminal.type("'echo it is $((6 * 7))' Enter");
  terminal.shows("it is 42");
});

}  // namespace
}  // namespace kit::tests
