#pragma once
#include <span>
#include <vector>

#include "reference/sublayer.hpp"

namespace reference {

/// The stream x_n = x_(n-1) + f_n(norm_n(x_(n-1))), written out; then the final norm, once.
std::vector<double> residual_stack(std::span<const double> x, const std::vector<RowFunction>& norms,
                                   const std::vector<RowFunction>& sublayers,
                                   const RowFunction& final_norm);

/// The n-th branch has variance 1; the sum it lands in has gathered n + 1 of them.
double sublayer_share(int n);

}  // namespace reference
