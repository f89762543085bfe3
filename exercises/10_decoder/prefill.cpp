// Exercise: prefill             read prefill.md, then make `./kit test prefill` pass
#include "prefill.hpp"

#include <algorithm>
#include <cmath>

#include "activations.hpp"
#include "common/check.hpp"
#include "common/eigen.hpp"
#include "linear.hpp"
#include "rms_norm.hpp"
#include "rope_half_split.hpp"
#include "rope_interleaved.hpp"

void lm::prefill(const Model& model, std::span<const int> tokens, KvCache& cache,
                 const RopeTable& table, int n_threads, std::span<float> logits) {
  const Weights& weights = model.weights;
  for (const int token : tokens) {
    kit::require(0 <= token && token < weights.token_embedding.rows, "prefill: token ", token,
                 " is outside the vocabulary of ", weights.token_embedding.rows);
  }
  kit::require(std::ssize(logits) == weights.lm_head.rows, "prefill: logits has ", logits.size(),
               " values, ", weights.lm_head.rows, " are needed");
  kit::require(n_threads >= 1, "prefill: n_threads is ", n_threads, ", at least 1 is needed");

  // 1. no token, or more of them than the cache has room for: refuse (kit::require, "prefill: …")
  //    before anything is stored; the cache's length so far, offset, is the first row's position
  // 2. x: a matrix with one row for each token, its row of the embedding
  // 3. for each layer, all rows together:
  //    a. every row through rms_norm alone; q, k, v: that matrix · weightᵀ, plus bias, head norms
  //    b. turn row r of q and k to position offset + r, and append row r of k and v to the cache
  //    c. each head: its columns of q against those of its group in the cache; row r sees the rows
  //       0 ... offset + r; to x add (what was gathered) · o_projᵀ
  //    d. every row through rms_norm again; gate and up; activate; to x add (product) · down_projᵀ
  // 4. of the last row alone: final norm, then the head, into logits
  kit::todo("prefill");
}
