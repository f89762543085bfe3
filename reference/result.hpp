#pragma once
#include <vector>

namespace reference {

/// Values in double precision, and how large the terms were that each is a sum of. A float32 sum
/// loses digits in proportion to its terms, so the tests allow it that much.
struct Result {
  std::vector<double> values;
  std::vector<double> magnitudes;  // Σ|term| of each value; zeros where nothing cancels
  double terms = 1;                // how many terms each sum has
};

}  // namespace reference
