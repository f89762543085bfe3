// Exercise: int8_linear         read int8_linear.md, then make `./kit test int8_linear` pass
#include "int8_linear.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "common/check.hpp"

namespace {

constexpr std::size_t n_lanes = 16;  // sums side by side: what a wide register holds
constexpr float top_byte = 0x1p24f;  // what 1 in the highest byte of a word counts

using Lanes = std::array<float, n_lanes>;

// Numbers of x that one load takes: a load that crosses a line of the cache costs two.
struct alignas(64) Line {
  Lanes values;
};

// Adds the upper half to the lower half until one sum is left. Each step has a size that the
// compiler knows, so that none of it goes through memory.
float total(const Lanes& sums) {
  std::array<float, 8> eight;
  std::array<float, 4> four;
  for (std::size_t lane = 0; lane < 8; ++lane) eight[lane] = sums[lane] + sums[lane + 8];
  for (std::size_t lane = 0; lane < 4; ++lane) four[lane] = eight[lane] + eight[lane + 4];
  return (four[0] + four[2]) + (four[1] + four[3]);
}

// Four neighbors are read as one word of 32 bits. A shift brings each of them to the highest byte,
// where it has its sign and counts 2^24 times: much less work than widening bytes. So x is divided
// by that, and each block of 16 words laid out as columns 0, 4, 8, ..., then 1, 5, 9, ..., 2, ...,
// 3, .... Then comes a block of 8 words, if there are enough; what is left over stays as it is.
std::vector<Line> in_order_of_words(std::span<const float> x) {
  std::vector<Line> lines(x.size() / n_lanes + 1);
  float* const ordered = lines.data()->values.data();
  std::size_t first = 0;
  for (const std::size_t n_words : {16, 8}) {
    for (; first + 4 * n_words <= x.size(); first += 4 * n_words) {
      for (std::size_t i = 0; i < 4 * n_words; ++i) {
        ordered[first + i % 4 * n_words + i / 4] = x[first + i] / top_byte;
      }
    }
  }
  std::copy(x.begin() + static_cast<std::ptrdiff_t>(first), x.end(), ordered + first);
  return lines;
}

// Adds one block of a row times x to the sums.
void add_block(Lanes& sums, std::size_t n_words, const std::int8_t* row, const float* x) {
  constexpr std::int32_t highest = ~0xFFFFFF;
  std::array<std::int32_t, n_lanes> words;
  std::memcpy(words.data(), row, 4 * n_words);
#pragma omp simd
  for (std::size_t lane = 0; lane < n_words; ++lane) {
    const std::int32_t word = words[lane];
    sums[lane] += (static_cast<float>(word << 24) * x[lane] +
                   static_cast<float>(word << 16 & highest) * x[lane + n_words]) +
                  (static_cast<float>(word << 8 & highest) * x[lane + 2 * n_words] +
                   static_cast<float>(word & highest) * x[lane + 3 * n_words]);
  }
}

// Two rows times x: what is loaded of x serves both.
std::array<float, 2> dot(std::array<const std::int8_t*, 2> rows, std::span<const float> ordered) {
  constexpr std::size_t ahead = 16384;  // memory needs so long: the next rows are asked for here

  std::array<Lanes, 2> sums = {};
  std::size_t i = 0;
  for (; i + 64 <= ordered.size(); i += 64) {
    for (std::size_t r = 0; r < 2; ++r) {
      __builtin_prefetch(rows[r] + i + ahead);
      add_block(sums[r], 16, rows[r] + i, ordered.data() + i);
    }
  }
  for (; i + 32 <= ordered.size(); i += 32) {
    for (std::size_t r = 0; r < 2; ++r) add_block(sums[r], 8, rows[r] + i, ordered.data() + i);
  }
  std::array<float, 2> y = {total(sums[0]), total(sums[1])};
  for (; i < ordered.size(); ++i) {
    for (std::size_t r = 0; r < 2; ++r) y[r] += static_cast<float>(rows[r][i]) * ordered[i];
  }
  return y;
}

}  // namespace

lm::Int8Matrix lm::quantize_int8(MatrixView weight) {
  Int8Matrix narrow = {weight.rows, weight.cols, {}, {}};
  for (int o = 0; o < weight.rows; ++o) {
    float largest = 0.0f;
    for (const float value : weight.row(o)) {
      kit::require(std::isfinite(value), "quantize_int8: row ", o, " is not finite");
      largest = std::max(largest, std::fabs(value));
    }

    const float scale = largest / 127.0f;
    narrow.scale.push_back(scale);
    for (const float value : weight.row(o)) {
      const float steps = scale > 0.0f ? std::nearbyint(value / scale) : 0.0f;
      narrow.data.push_back(static_cast<std::int8_t>(std::clamp(steps, -127.0f, 127.0f)));
    }
  }
  return narrow;
}

void lm::int8_linear(const Int8Matrix& weight, std::span<const float> x, int n_threads,
                     std::span<float> y) {
  kit::require(std::ssize(x) == weight.cols && std::ssize(y) == weight.rows,
               "int8_linear: weight is ", weight.rows, " by ", weight.cols, ", x has ", x.size(),
               " values, y ", y.size());
  kit::require(n_threads >= 1, "int8_linear: n_threads is ", n_threads, ", at least 1 is needed");

  const std::vector<Line> lines = in_order_of_words(x);
  const std::span<const float> ordered(lines.data()->values.data(), x.size());
  const auto multiply = [&](int first) {
    const int second = std::min(first + 1, weight.rows - 1);  // an odd last row is computed twice
    const auto row = [&](int o) { return weight.data.data() + to_size(o) * x.size(); };
    const std::array<float, 2> sums = dot({row(first), row(second)}, ordered);
    y[to_size(first)] = weight.scale[to_size(first)] * sums[0];
    y[to_size(second)] = weight.scale[to_size(second)] * sums[1];
  };
  if (n_threads == 1) {  // even a team of one costs a microsecond
    for (int o = 0; o < weight.rows; o += 2) multiply(o);
    return;
  }
#pragma omp parallel for num_threads(n_threads) schedule(static)
  for (int o = 0; o < weight.rows; o += 2) multiply(o);
}
