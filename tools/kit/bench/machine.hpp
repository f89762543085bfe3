#pragma once
// What this machine can do: the two roofs under which a decoder runs.
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace kit::bench {

/// What seconds are counted by: the clock on the wall, or what the processor gave to this thread,
/// where others use the machine too.
enum class Clock { wall, processor };
extern Clock clock;

/// Seconds of one call.
double seconds_of(const std::function<void()>& work);

/// The time that a tenth of all samples stay below: on a machine with other work, what it can do
/// when it is let.
double p10(std::vector<double> samples);
double median(std::vector<double> samples);

/// How fast memory can be read: the sum of a block far larger than any cache, in slices.
class ReadMeter {
 public:
  explicit ReadMeter(std::size_t n_bytes);
  /// Reads some slices with so many threads and gives the seconds of each; called again and again,
  /// so that the roof is measured beside what stands under it.
  std::vector<double> sample(int n_threads, int n_slices);
  /// What these samples come to, or all that were taken with so many threads.
  static double gbps(std::vector<double> samples);
  double gbps(int n_threads) const { return gbps(samples_.at(n_threads)); }
  /// How much slower than p10 a slice usually is: 1 on an idle machine.
  double noise() const;

 private:
  std::shared_ptr<void> memory_;
  std::size_t n_slices_;
  std::size_t next_ = 0;
  std::map<int, std::vector<double>> samples_;
};

/// Billions of operations each second, a fused multiply-add counting as two.
double fma_gflops(int n_threads);

}  // namespace kit::bench
