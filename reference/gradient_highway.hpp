#pragma once
#include <span>
#include <vector>

#include "reference/result.hpp"

namespace reference {

using Rows = std::vector<std::vector<double>>;

/// dy[i]/dx[j] of y = x / rms(x), entry by entry, row-major. On the diagonal two terms of size 1/r
/// are subtracted.
Result rms_norm_jacobian(std::span<const float> x);

/// The chain rule over a stack of sublayers, first to last; row-major.
///     pre:  J <- J + F·N·J        post:  J <- N·(J + F·J)
Result pre_norm_jacobian(const std::vector<Rows>& norms, const std::vector<Rows>& fs);
Result post_norm_jacobian(const std::vector<Rows>& norms, const std::vector<Rows>& fs);

}  // namespace reference
