#pragma once

namespace lm {

/// A point or an arrow in the plane.
struct Pair {
  double x = 0.0;
  double y = 0.0;
};

/// Turns an arrow about the origin, against the clock:
///     (x, y) -> (x cos(angle) - y sin(angle), x sin(angle) + y cos(angle))
///
/// pair    left unchanged
/// angle   in radians; negative turns with the clock
/// returns an arrow of the same length
///
/// Source: Su et al. 2021, arXiv:2104.09864, equation 13.
Pair rotate_pair(Pair pair, double angle);

/// Turns an arrow by quarter turns, without rounding: one turn takes (x, y) to (-y, x).
///
/// turns   any integer; negative turns with the clock; four turns change nothing
/// returns exact whenever the input is
Pair quarter_turns(Pair pair, int turns);

}  // namespace lm
