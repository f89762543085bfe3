// Belief: Plane i is channels i and i + 1.
// Truth: Planes share no channel: plane i is channels 2i and 2i + 1.
// Kind: value
// Caught by: rotary_score worked example: a head of two planes; rotary_score holds its angles in
//   double
#include "rotary_score.hpp"

#include "common/check.hpp"
#include "rotate_pair.hpp"

double lm::rotary_score(std::span<const float> q, int q_pos, std::span<const float> k, int k_pos,
                        std::span<const double> frequencies) {
  kit::require(q.size() == 2 * frequencies.size() && k.size() == q.size(), "rotary_score: q has ",
               q.size(), " values, k has ", k.size(), "; ", frequencies.size(),
               " frequencies need twice as many");

  double score = 0.0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const Pair turned_q = rotate_pair({q[i], q[i + 1]}, q_pos * frequencies[i]);
    const Pair turned_k = rotate_pair({k[i], k[i + 1]}, k_pos * frequencies[i]);
    score += turned_q.x * turned_k.x + turned_q.y * turned_k.y;
  }
  return score;
}

double lm::relative_score(std::span<const float> q, std::span<const float> k, int distance,
                          std::span<const double> frequencies) {
  kit::require(q.size() == 2 * frequencies.size() && k.size() == q.size(), "relative_score: q has ",
               q.size(), " values, k has ", k.size(), "; ", frequencies.size(),
               " frequencies need twice as many");

  double score = 0.0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const Pair turned_q = rotate_pair({q[i], q[i + 1]}, distance * frequencies[i]);
    score += turned_q.x * k[i] + turned_q.y * k[i + 1];
  }
  return score;
}
