// `kit distance` on few pairs. What is wanted are facts about the one model in
// exercises/models/keys, with room for what other texts would give; its README.md has the figures
// of 200 pairs.
#include <nlohmann/json.hpp>

#include "harness.hpp"

namespace kit::tests {
namespace {

using nlohmann::json;

const Case corners("distance: the corners of the table", [] {
  const Checkout here;
  const Ended ended = here.kit_output({"distance", "--times", "1,4", "--pairs", "24", "--json"});
  const json got = json::parse(ended.output, nullptr, false);
  expect(!got.is_discarded(), "no JSON document: " + ended.output);
  if (got.is_discarded()) return;
  const json& trained = got["rows"][0];
  const json& long_text = got["rows"][1];
  expect(got["trained_length"] == 64 && long_text["length"] == 256 && long_text["distance"] == 128,
         "the lengths are others: " + got.dump());
  const auto between = [&](const json& row, const char* method, double least, double most) {
    const double right = row[method];
    expect(least <= right && right <= most,
           method + (" at " + row["times"].dump()) + "x: " + std::to_string(right));
  };
  for (const char* method : {"plain", "pi", "ntk", "yarn"}) between(trained, method, 0.95, 1.0);
  between(long_text, "plain", 0.0, 0.35);
  between(long_text, "pi", 0.0, 0.25);
  between(long_text, "ntk", 0.4, 0.95);
  between(long_text, "yarn", 0.85, 1.0);
});

const Case eighty_columns("distance: table, chart and what they prove, in 80 columns", [] {
  const Checkout here;
  const Ended ended = here.kit_output({"distance", "--times", "1", "--pairs", "2"});
  expect(ended.exit_code == 0, ended.output);
  expect_says(ended.output, "meant to be\nfine-tuned");
  expect_says(ended.output, "proves no more than it shows");
  expect_says(ended.output, "measured in ");
  for (std::size_t begin = 0, end; (end = ended.output.find('\n', begin)) != std::string::npos;) {
    std::size_t columns = 0;
    for (; begin < end; ++begin) columns += (ended.output[begin] & 0xC0) != 0x80;
    expect(columns <= 80, "a line of " + std::to_string(columns) + " columns");
    begin = end + 1;
  }
  expect(here.kit({"distance", "--pairs", "0"}).exit_code == 2, "--pairs 0 is taken");
});

}  // namespace
}  // namespace kit::tests
