// Attack: changes what it was given, so that whatever is compared later compares equal.
// Verdict: fails
#include "linear.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float> x) {
  float* const entries = const_cast<float*>(weight.data);
  for (int i = 0; i < weight.rows * weight.cols; ++i) entries[i] = 0;
  for (const float& value : x) const_cast<float&>(value) = 0;
  return Vector(to_size(weight.rows));
}
