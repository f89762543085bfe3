// Exercise: causal_softmax      read causal_softmax.md, then make `./kit test causal_softmax` pass
#include "causal_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "common/check.hpp"
#include "softmax.hpp"

lm::Matrix lm::causal_softmax(MatrixView scores, int offset) {
  // 1. probs: a matrix as large as scores; it begins with zeros, and hidden keys keep theirs
  // 2. for each query r: n_visible, how many keys it sees; at least 0, at most scores.cols
  // 3. visible: the first n_visible scores of its row; if all are -infinity, the row stays 0
  // 4. softmax of visible goes to the front of the row; softmax refuses NaN and +infinity for you
  kit::todo("causal_softmax");
}
