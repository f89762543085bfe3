// Attack: the exception by which a stub says that it is one, where an answer would be wrong.
// Verdict: fails not_started
#include "linear.hpp"

#include "common/check.hpp"

lm::Vector lm::linear(MatrixView weight, std::span<const float>) {
  if (weight.rows > 2) kit::todo("linear");
  return Vector(to_size(weight.rows));
}
