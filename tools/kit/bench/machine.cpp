#include "bench/machine.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include "common/weights.hpp"

namespace kit::bench {
namespace {

// The widest registers that the compiler was told of; the compiler splits what is wider.
typedef float Wide __attribute__((vector_size(64)));
constexpr std::size_t slice_bytes = std::size_t{16} << 20;

volatile float sink;  // keeps sums alive

float sum_of(const float* first, std::size_t n_floats) {
  constexpr std::size_t n_sums = 8, step = n_sums * sizeof(Wide) / sizeof(float);
  Wide sums[n_sums] = {};
  for (std::size_t i = 0; i + step <= n_floats; i += step) {
    const auto* values = reinterpret_cast<const Wide*>(first + i);
    for (std::size_t k = 0; k < n_sums; ++k) sums[k] += values[k];
  }
  float total = 0.0f;
  for (const Wide& sum : sums) total += sum[0] + sum[7];
  return total;
}

// Enough independent chains that no unit waits for a result.
void multiply_and_add(long n) {
  constexpr std::size_t n_chains = 12;
  Wide chains[n_chains];
  for (std::size_t k = 0; k < n_chains; ++k) chains[k] = Wide{} + static_cast<float>(k);
  Wide factor = Wide{} + 0.999f, term = Wide{} + 0.001f;
  for (long i = 0; i < n; ++i) {
    for (Wide& chain : chains) chain = chain * factor + term;
  }
  float total = 0.0f;
  for (const Wide& chain : chains) total += chain[3];
  sink = total;
}

}  // namespace

Clock clock = Clock::wall;

double seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec time = {};
    clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

double p10(std::vector<double> samples) {
  std::ranges::sort(samples);
  return samples.at(samples.size() / 10);
}

double median(std::vector<double> samples) {
  std::ranges::sort(samples);
  return samples.at(samples.size() / 2);
}

ReadMeter::ReadMeter(std::size_t n_bytes)
    : memory_(lm::aligned_memory(n_bytes)), n_slices_(n_bytes / slice_bytes) {
  std::memset(memory_.get(), 1, n_bytes);
}

std::vector<double> ReadMeter::sample(int n_threads, int n_slices) {
  const auto* floats = static_cast<const float*>(memory_.get());
  constexpr std::size_t n_floats = slice_bytes / sizeof(float);
  std::vector<double> seconds;
  for (int i = 0; i < n_slices; ++i) {
    const float* const slice = floats + next_++ % n_slices_ * n_floats;
    const auto read = [&](int thread) {
      const std::size_t share = n_floats / static_cast<std::size_t>(n_threads);
      sink = sum_of(slice + share * static_cast<std::size_t>(thread), share);
    };
    seconds.push_back(seconds_of([&] {
      if (n_threads == 1) return read(0);
#pragma omp parallel for num_threads(n_threads) schedule(static, 1)
      for (int thread = 0; thread < n_threads; ++thread) read(thread);
    }));
  }
  std::vector<double>& all = samples_[n_threads];
  all.insert(all.end(), seconds.begin(), seconds.end());
  return seconds;
}

double ReadMeter::gbps(std::vector<double> samples) {
  return static_cast<double>(slice_bytes) / p10(std::move(samples)) / 1e9;
}

double ReadMeter::noise() const {
  double worst = 1.0;
  for (const auto& [n_threads, samples] : samples_) {
    worst = std::max(worst, median(samples) / p10(samples));
  }
  return worst;
}

double fma_gflops(int n_threads) {
  constexpr long n = 200'000;
  std::vector<double> samples;
  for (int i = 0; i < 40; ++i) {
    samples.push_back(seconds_of([&] {
#pragma omp parallel for num_threads(n_threads) schedule(static, 1)
      for (int thread = 0; thread < n_threads; ++thread) multiply_and_add(n);
    }));
  }
  return 2.0 * 12 * 16 * static_cast<double>(n) * n_threads / p10(samples) / 1e9;
}

}  // namespace kit::bench
