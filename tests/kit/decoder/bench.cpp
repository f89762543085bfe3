// kit bench: its document has what it promises, whatever the figures.
#include <cmath>

#include "models.hpp"

namespace kit::tests {
namespace {

json report_of(const std::string& options) {
  const Ended ended = shell("\"${decoder}-bench\" --quick --json " + options + " 2>/dev/null");
  expect(ended.exit_code == 0, "exit code " + std::to_string(ended.exit_code));
  const json report = json::parse(ended.output, nullptr, false);
  expect(report.is_object(), "no JSON document: " + ended.output.substr(0, 500));
  expect(report["read_gbps"]["1"] > 0.0 && report["fma_gflops"] > 0.0, "there are no roofs");
  expect(report["noisy"].is_boolean(), "it does not say whether the machine was noisy");
  return report;
}

const Case decode("bench --model: decode and prefill beside their roofs", [] {
  const json report =
      report_of("--cpu-time --model '" + std::string(KIT_CHECKOUT) + "/exercises/models/stories'");
  expect(report["decode"].size() == 3 && report["prefill"].size() == 1, report.dump());
  for (const json& row : report["decode"]) {
    expect(row["shape"] == "stories" && row["threads"] == 1 && row["parts"] == "model", row.dump());
    const double width = row["dtype"] == "f32" ? 4 : row["dtype"] == "bf16" ? 2 : 1;
    // 4 layers of 2 * 128 * 128 + 2 * 64 * 128 + 3 * 344 * 128, and a head of 1024 * 128
    const double n = 4 * (2 * 128 * 128 + 2 * 64 * 128 + 3 * 344 * 128) + 1024 * 128;
    const double gbps = row["tokens_per_s"].get<double>() * n * width / 1e9;
    expect(std::abs(row["gbps"].get<double>() / gbps - 1) < 1e-6, "other bytes: " + row.dump());
    const double share = row["gbps"].get<double>() / row.at("read_gbps").get<double>();
    expect(std::abs(row["share_of_read"].get<double>() / share - 1) < 1e-6, row.dump());
  }
  for (const char* key : {"tokens", "tokens_per_s", "gflops", "share_of_fma", "dtype"}) {
    expect(report["prefill"][0].contains(key), std::string(key) + " is missing");
  }
});

const Case norms("bench --norms: both norms", [] {
  const json report = report_of("--cpu-time --norms");
  expect(report["norms"].size() == 6, report.dump());
  for (const json& row : report["norms"]) expect(row["gbps"] > 0.0, row.dump());
});

const Case mistakes("bench: what it cannot measure", [] {
  expect(shell("\"${decoder}-bench\" --model nowhere").exit_code == 2, "a model that is not there");
  expect(shell("\"${decoder}-bench\" --fast").exit_code == 2, "an option that is not there");
});

}  // namespace
}  // namespace kit::tests
