// Belief: Attention and the feed-forward network transform the row, so the result is what they
//   return.
// Truth: A sublayer adds to the row; without the sum every sublayer would have to rebuild the whole
//   stream.
// Kind: value
// Caught by: sublayer worked example: pre_norm of [3, 4]; sublayer worked example: post_norm of [3,
//   4]
#include "sublayer.hpp"

#include "common/check.hpp"

lm::Vector lm::pre_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  Vector y = f(norm(x));
  kit::require(y.size() == x.size(), "pre_norm: x has ", x.size(), " values, f returned ",
               y.size());
  return y;
}

lm::Vector lm::post_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f) {
  const Vector y = f(x);
  kit::require(y.size() == x.size(), "post_norm: x has ", x.size(), " values, f returned ",
               y.size());
  return norm(y);
}
