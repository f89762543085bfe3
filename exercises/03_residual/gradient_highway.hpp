#pragma once
#include <vector>

#include "common/row_function.hpp"

namespace lm {

/// Where the norm of a sublayer stands.
enum class NormPlace { pre, post };

/// Computes the Jacobian of RMSNorm with gain 1 and eps 0, from its formula:
///     J = (I - x·xᵀ / (d·r²)) / r,   r = sqrt(mean(x²)), d the size of x
///
/// x       (d)  not all zero
/// returns (d, d)  entry (i, j) is how much y[i] grows with x[j]
/// Throws std::invalid_argument if x is all zero or empty.
Matrix rms_norm_jacobian(std::span<const float> x);

/// Measures the Jacobian of any function:  column j = (f(x + h e_j) - f(x - h e_j)) / (2 h)
///
/// f       (d) -> (m)
/// x       (d)  left unchanged
/// step    h > 0
/// returns (m, d)
/// Throws std::invalid_argument if step is not above 0.
Matrix numeric_jacobian(const RowFunction& f, std::span<const float> x, float step);

/// Multiplies the Jacobians of a stack of sublayers, the last one leftmost. One sublayer has
///     pre:  I + F·N        post:  N·(I + F)
///
/// norms   (n_sublayers) of (d, d)  N, the Jacobian of each norm
/// fs      (n_sublayers) of (d, d)  F, the Jacobian of each f
/// returns (d, d)  of the whole stack; n_sublayers >= 1
/// Throws std::invalid_argument if there is no sublayer, or if the numbers or the shapes differ.
/// Source: the chain rule; He et al. 2016, arXiv:1603.05027, for the identity path.
Matrix stack_jacobian(const std::vector<Matrix>& norms, const std::vector<Matrix>& fs,
                      NormPlace place);

}  // namespace lm
