#include "reference/greedy_and_temperature.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

std::vector<double> reference::temperature_probs(std::span<const float> logits,
                                                 double temperature) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const double logit : logits) largest = std::max(largest, logit);
  double sum = 0;
  for (const double logit : logits) sum += std::exp((logit - largest) / temperature);
  std::vector<double> probs;
  for (const double logit : logits) {
    probs.push_back(std::exp((logit - largest) / temperature) / sum);
  }
  return probs;
}

std::vector<double> reference::xorshift_star(std::int64_t state, int n) {
  std::uint64_t x = static_cast<std::uint64_t>(state);
  std::vector<double> upper_halves;
  for (int i = 0; i < n; ++i) {
    x = x ^ (x >> 12);
    x = x ^ (x << 25);
    x = x ^ (x >> 27);
    upper_halves.push_back(static_cast<double>((x * 2685821657736338717u) >> 32));
  }
  return upper_halves;
}

int reference::draw(std::span<const float> probs, double r) {
  double sum = 0;
  int token = -1;
  for (int i = 0; i < static_cast<int>(probs.size()) && (token < 0 || sum <= r); ++i) {
    const double prob = probs[static_cast<std::size_t>(i)];
    if (prob == 0) continue;
    sum += prob;
    token = i;
  }
  return token;
}
