#include "reference/top_k_top_p.hpp"

std::vector<double> reference::top_k_top_p(std::span<const float> probs, int top_k, double top_p) {
  const std::size_t size = probs.size();
  std::vector<double> left(probs.begin(), probs.end());
  std::vector<std::size_t> ranking;
  std::vector<bool> taken(size);
  const std::size_t n = top_k == 0 ? size : static_cast<std::size_t>(top_k);
  double whole = 0;
  while (ranking.size() < n && ranking.size() < size) {
    std::size_t best = size;
    for (std::size_t i = size; i-- > 0;) {
      if (!taken[i] && (best == size || left[i] >= left[best])) best = i;
    }
    taken[best] = true;
    ranking.push_back(best);
    whole += left[best];
  }

  double part = 0;
  std::vector<double> kept(size, 0.0);
  for (const std::size_t token : ranking) {
    if (top_p < 1 && part / whole >= top_p) break;
    kept[token] = left[token];
    part += left[token];
  }
  for (double& prob : kept) prob /= part;
  return kept;
}
