#include "reference/multi_head.hpp"

#include <algorithm>
#include <cmath>

namespace {

/// A number and the size of the terms that it is a sum of.
struct Sum {
  double value = 0, size = 0;
};

/// Channel `o` of a projected token.
Sum projected(lm::MatrixView x, int token, lm::MatrixView weight, int o) {
  Sum sum;
  for (int i = 0; i < x.cols; ++i) {
    const double term = double{x(token, i)} * double{weight(o, i)};
    sum.value += term;
    sum.size += std::abs(term);
  }
  return sum;
}

}  // namespace

reference::Result reference::multi_head(lm::MatrixView x, lm::MatrixView q_proj,
                                        lm::MatrixView k_proj, lm::MatrixView v_proj,
                                        lm::MatrixView o_proj, int n_heads) {
  Result out;
  out.terms = std::max({x.rows, x.cols, q_proj.rows});
  const int head_dim = q_proj.rows / n_heads;
  for (int r = 0; r < x.rows; ++r) {
    std::vector<Sum> merged;
    for (int head = 0; head < n_heads; ++head) {
      std::vector<Sum> scores;
      for (int t = 0; t <= r; ++t) {
        Sum score;
        for (int o = head * head_dim; o < (head + 1) * head_dim; ++o) {
          const Sum q = projected(x, r, q_proj, o), k = projected(x, t, k_proj, o);
          score.value += q.value * k.value / std::sqrt(head_dim);
          score.size +=
              (q.size * std::abs(k.value) + std::abs(q.value) * k.size) / std::sqrt(head_dim);
        }
        scores.push_back(score);
      }
      std::vector<double> probs;
      double mean_size = 0;
      for (const Sum& score : scores) {
        double sum = 0;
        for (const Sum& other : scores) sum += std::exp(other.value - score.value);
        probs.push_back(1 / sum);
        mean_size += score.size / sum;
      }
      for (int o = head * head_dim; o < (head + 1) * head_dim; ++o) {
        Sum gathered;
        for (int t = 0; t <= r; ++t) {
          const Sum v = projected(x, t, v_proj, o);
          const double prob = probs[static_cast<std::size_t>(t)];
          const double score_size = scores[static_cast<std::size_t>(t)].size;
          gathered.value += prob * v.value;
          gathered.size += prob * (v.size + std::abs(v.value) * (score_size + mean_size));
        }
        merged.push_back(gathered);
      }
    }
    for (int o = 0; o < o_proj.rows; ++o) {
      double value = 0, magnitude = 0;
      for (int i = 0; i < o_proj.cols; ++i) {
        const Sum& channel = merged[static_cast<std::size_t>(i)];
        value += double{o_proj(o, i)} * channel.value;
        magnitude += std::abs(double{o_proj(o, i)}) * channel.size;
      }
      out.values.push_back(value);
      out.magnitudes.push_back(magnitude);
    }
  }
  return out;
}
