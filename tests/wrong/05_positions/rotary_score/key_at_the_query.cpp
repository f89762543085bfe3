// Belief: Both turn to the position of the query.
// Truth: The key has a place of its own: it turns by k_pos.
// Kind: value
// Caught by: rotary_score worked example: the table of quarter turns; rotary_score worked example:
//   the table of eighths
#include "rotary_score.hpp"

#include "common/check.hpp"
#include "rotate_pair.hpp"

double lm::rotary_score(std::span<const float> q, int q_pos, std::span<const float> k,
                        int /*k_pos*/, std::span<const double> frequencies) {
  kit::require(q.size() == 2 * frequencies.size() && k.size() == q.size(), "rotary_score: q has ",
               q.size(), " values, k has ", k.size(), "; ", frequencies.size(),
               " frequencies need twice as many");

  double score = 0.0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const Pair turned_q = rotate_pair({q[2 * i], q[2 * i + 1]}, q_pos * frequencies[i]);
    const Pair turned_k = rotate_pair({k[2 * i], k[2 * i + 1]}, q_pos * frequencies[i]);
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
    const Pair turned_q = rotate_pair({q[2 * i], q[2 * i + 1]}, distance * frequencies[i]);
    score += turned_q.x * k[2 * i] + turned_q.y * k[2 * i + 1];
  }
  return score;
}
