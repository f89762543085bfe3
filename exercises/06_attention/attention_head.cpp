// Exercise: attention_head      read attention_head.md, then make `./kit test attention_head` pass
#include "attention_head.hpp"

#include <cmath>

#include "causal_softmax.hpp"
#include "common/check.hpp"

lm::Matrix lm::attention_head(MatrixView q, MatrixView k, MatrixView v, int offset) {
  kit::require(q.cols == k.cols && k.cols == v.cols && k.rows == v.rows, "attention_head: q is ",
               q.rows, " by ", q.cols, ", k ", k.rows, " by ", k.cols, ", v ", v.rows, " by ",
               v.cols, "; one width, and as many keys as values, are needed");

  // 1. scale: 1 / sqrt(head_dim); head_dim is the width of q
  // 2. scores: for each query r and each key t, the dot product of their rows, times scale
  // 3. probs: causal_softmax of the scores; it knows who sees whom
  // 4. return for each query the sum of all rows of v, each times its probability
  kit::todo("attention_head");
}
