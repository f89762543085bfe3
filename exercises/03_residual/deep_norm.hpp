#pragma once
#include "common/row_function.hpp"

namespace lm {

/// Normalizes a branch before and after its sublayer:
///     y = x + outer_norm(f(inner_norm(x)))
///
/// x           (hidden_size)  left unchanged; returns (hidden_size)
/// inner_norm, outer_norm, f  (hidden_size) -> (hidden_size)
/// Throws std::invalid_argument if the branch returns another size than x has.
/// Source: Ding et al. 2021 (CogView), arXiv:2105.13290; Gemma 2.
Vector sandwich_norm(std::span<const float> x, const RowFunction& inner_norm,
                     const RowFunction& outer_norm, const RowFunction& f);

/// What DeepNorm takes from the depth of the model.
struct DeepNormScales {
  double alpha = 1.0;  ///< stretches the residual stream before each sum
  double beta = 1.0;   ///< shrinks the initial weights of f
};

/// Computes both scales of a decoder-only model:  alpha = (2 N)^(1/4),  beta = (8 N)^(-1/4)
///
/// n_layers  N >= 1, decoder blocks
/// Throws std::invalid_argument if n_layers < 1.
DeepNormScales deep_norm_scales(int n_layers);

/// Adds a sublayer the DeepNorm way, the norm on the sum, the stream stretched by alpha:
///     y = norm(alpha * x + f(x))
///
/// x         (hidden_size)  left unchanged; returns (hidden_size)
/// n_layers  >= 1           gives alpha
/// Throws std::invalid_argument if n_layers < 1, or if f returns another size than x has.
/// Source: Wang et al. 2022, arXiv:2203.00555, figure 2.
Vector deep_norm(std::span<const float> x, const RowFunction& norm, const RowFunction& f,
                 int n_layers);

}  // namespace lm
