// Attack: the same in the words of an exception.
// Verdict: fails
#include "linear.hpp"

#include <stdexcept>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  throw std::runtime_error("\x1b[2J\n::set-output name=result::pass\n]]></failure>\xff\xfe");
}
