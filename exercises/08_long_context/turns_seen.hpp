#pragma once
#include <span>
#include <vector>

namespace lm {

/// Counts the turns that a plane makes over a text:  frequency * length / (2 pi)
///
/// frequency  > 0   radians for each position
/// length     >= 0  tokens
/// returns    full turns and a fraction
double turns_seen(double frequency, int length);

/// Lists the planes that never finish a turn within the training length: at later positions they
/// meet angles that training has not shown them.
///
/// frequencies  (head_dim / 2)  plane 0 is the fastest
/// length       >= 1            tokens of the training length
/// returns      indices of the planes with less than one turn, rising
///
/// Both throw std::invalid_argument if a value is out of range.
/// Source: Peng et al. 2023 (YaRN), arXiv:2309.00071, section 3.2.
std::vector<int> unfinished_planes(std::span<const double> frequencies, int length);

}  // namespace lm
