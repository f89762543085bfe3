#include "rope_frequencies.hpp"

#include <numbers>

#include "reference/rope_frequencies.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

static std::vector<int> shape(const lm::Matrix& m) {
  return {m.rows, m.cols};
}

/// A row of a table that may turn out to be too small.
static lm::Vector row_of(const lm::Matrix& table, int pos) {
  if (pos >= table.rows) return {};
  const auto entries = table.row(pos);
  return {entries.begin(), entries.end()};
}

/// got / want, entry by entry: frequencies go down to 1e-6, where an absolute bound says nothing.
static std::vector<double> ratios(const std::vector<double>& got, const std::vector<double>& want) {
  std::vector<double> all;
  for (std::size_t i = 0; i < got.size(); ++i) {
    all.push_back(i < want.size() ? got[i] / want[i] : got[i]);
  }
  return all;
}
static std::vector<double> ones(std::size_t n) {
  return std::vector<double>(n, 1.0);
}

// 100^(-2/4) = 0.1 and 16^(-2i/8) = 1, 0.5, 0.25, 0.125.
TEST_CASE("rope_frequencies takes any base", "[rope_frequencies][hidden]") {
  is_close(lm::rope_frequencies(4, 100), {1, 0.1});
  is_close(lm::rope_frequencies(8, 16), {1, 0.5, 0.25, 0.125});
  is_close(lm::rope_frequencies(2, 500000), {1});
  is_close(lm::rope_frequencies(6, 1), {1, 1, 1});
}

// Known answers from outside: Hugging Face's ROPE_INIT_FUNCTIONS (transformers 4.45), which compute
// in float32. The bases are those of LLaMA-2, LLaMA-3 and Qwen2 (config.json: rope_theta).
TEST_CASE("rope_frequencies gives Hugging Face's values", "[rope_frequencies][hidden]") {
  is_close(lm::rope_frequencies(16, 10000),
           {1, 0.316227764, 0.100000001, 0.0316227786, 0.00999999978, 0.00316227786, 0.00100000005,
            0.000316227786});
  const auto begin = [](double rope_theta) {
    const auto frequencies = lm::rope_frequencies(128, rope_theta);
    return std::vector<double>(frequencies.begin(), frequencies.begin() + 8);
  };
  is_close(begin(10000), {1, 0.865964353, 0.749894202, 0.649381638, 0.562341332, 0.486967534,
                          0.421696514, 0.365174145});
  is_close(begin(500000), {1, 0.814617217, 0.663601279, 0.540580988, 0.440366626, 0.358730227,
                           0.292227834, 0.238053814});
  is_close(begin(1000000), {1, 0.805842221, 0.649381638, 0.523299158, 0.421696514, 0.339820832,
                            0.273841977, 0.220673397});
}

// Hugging Face's table at position 37 (head of 8, rope_theta 500000), and the two values by which
// reports on long context show a rounded angle (huggingface/candle #3520, vllm #1004).
TEST_CASE("rope_frequencies gives published cosines and sines", "[rope_frequencies][hidden]") {
  const auto table = lm::rope_table(lm::rope_frequencies(8, 500000), 38, 1);
  equals(shape(table.cos), {38, 4});
  is_close(row_of(table.cos, 37), {0.765414059, 0.178412884, 0.998631299, 0.999998093});
  is_close(row_of(table.sin, 37), {-0.643538117, 0.983955741, 0.0523020215, 0.00196776818});
  const auto one_plane = lm::rope_table(std::vector<double>{1}, 15963, 1);
  is_close(row_of(one_plane.cos, 15962), {-0.908016});
  is_close(row_of(one_plane.sin, 4097), {0.355248});
}

// The table multiplies a frequency by a position of 131071 or more: 1e-12 keeps the angle right to
// 1e-7 there. A frequency that was float32 for a moment is wrong by 3e-8 of itself.
TEST_CASE("rope_frequencies agrees with the reference", "[rope_frequencies][hidden]") {
  const int head_dim = GENERATE(2, 4, 6, 64, 80, 128, 256);
  const double rope_theta = GENERATE(10000.0, 500000.0, 1e6, 1.5, 82684.622640562215);
  const auto want = reference::rope_frequencies(head_dim, rope_theta);
  const auto got = lm::rope_frequencies(head_dim, rope_theta);
  equals(got.size(), want.size());
  is_within(1e-12, ratios(got, want), ones(want.size()));
}

TEST_CASE("rope_frequencies tabulates what the reference says", "[rope_frequencies][hidden]") {
  const double rope_theta = GENERATE(10000.0, 500000.0);
  const auto frequencies = reference::rope_frequencies(128, rope_theta);
  const auto table = lm::rope_table(frequencies, 8192, 1);
  equals(shape(table.cos), {8192, 64});
  equals(shape(table.sin), {8192, 64});
  for (const int pos : {0, 1, 2, 127, 2047, 4095, 8191}) {
    is_close(row_of(table.cos, pos), reference::rope_cos(frequencies, pos, 1));
    is_close(row_of(table.sin, pos), reference::rope_sin(frequencies, pos, 1));
  }
}

// The factor of YaRN for a text four times as long is 0.1·ln 4 + 1.
TEST_CASE("rope_frequencies multiplies both tables by the factor", "[rope_frequencies][hidden]") {
  const std::vector<double> frequencies = {0.9, 0.21, 0.05};
  const double factor = 1.1386294361;
  const auto table = lm::rope_table(frequencies, 2502, factor);
  equals(shape(table.cos), {2502, 3});
  for (const int pos : {0, 3, 2501}) {
    is_close(row_of(table.cos, pos), reference::rope_cos(frequencies, pos, factor));
    is_close(row_of(table.sin, pos), reference::rope_sin(frequencies, pos, factor));
  }
}

TEST_CASE("rope_frequencies tabulates one position, and none", "[rope_frequencies][hidden]") {
  const auto one = lm::rope_table(std::vector<double>{1, 0.3, 0.09}, 1, 1);
  is_close(one.cos.data, {1, 1, 1});
  is_close(one.sin.data, {0, 0, 0});
  const auto none = lm::rope_table(std::vector<double>{1, 0.3, 0.09}, 0, 1);
  equals(shape(none.cos), {0, 3});
  equals(shape(none.sin), {0, 3});
}

TEST_CASE("rope_frequencies leaves the frequencies unchanged", "[rope_frequencies][hidden]") {
  std::vector<double> frequencies = {0.9, 0.21, 0.05};
  const auto before = frequencies;
  lm::rope_table(frequencies, 5, 1);
  unchanged(before, frequencies);
}

TEST_CASE("rope_frequencies refuses numbers out of range", "[rope_frequencies][hidden][errors]") {
  throws_with("rope_frequencies", [] { lm::rope_frequencies(127, 10000); });
  throws_with("rope_frequencies", [] { lm::rope_frequencies(0, 10000); });
  throws_with("rope_frequencies", [] { lm::rope_frequencies(-4, 10000); });
  throws_with("rope_frequencies: rope_theta is 0", [] { lm::rope_frequencies(4, 0); });
  throws_with("rope_frequencies: rope_theta is -1", [] { lm::rope_frequencies(4, -1); });
  throws_with("rope_table: n_positions is -1",
              [] { lm::rope_table(std::vector<double>{1}, -1, 1); });
}

// Hugging Face computes frequencies in float32.
TEST_CASE("rope_frequencies agrees with the conformance data", "[rope_frequencies][conformance]") {
  for (const auto& golden : kit::golden_cases("inv_freq")) {
    if (golden.word("type") != "default") continue;
    const auto want = golden.tensor("inv_freq").values;
    is_within(
        1e-6,
        ratios(lm::rope_frequencies(golden.integer("head_dim"), golden.number("theta")), want),
        ones(want.size()));
  }
}

// Its angles are float32 too: they err by 2e-6 at position 127 and by 3e-5 at 2047.
TEST_CASE("rope_frequencies agrees with the tables of the conformance data",
          "[rope_frequencies][conformance]") {
  for (const auto& golden : kit::golden_cases("rope_half_split")) {
    const auto cos = golden.tensor("cos"), sin = golden.tensor("sin");  // planes twice in a row
    const int n_positions = cos.shape[0], head_dim = cos.shape[1],
              start = golden.integer("start_pos");
    const auto table = lm::rope_table(lm::rope_frequencies(head_dim, golden.number("theta")),
                                      start + n_positions, 1);
    for (int i = 0; i < n_positions; ++i) {
      auto want_cos = cos.row(i), want_sin = sin.row(i);
      want_cos.resize(static_cast<std::size_t>(head_dim) / 2);
      want_sin.resize(static_cast<std::size_t>(head_dim) / 2);
      const double tolerance = 2e-6 + 5e-8 * (start + i);
      is_within(tolerance, row_of(table.cos, start + i), want_cos);
      is_within(tolerance, row_of(table.sin, start + i), want_sin);
    }
  }
}
