#pragma once
#include <span>
#include <vector>

#include "reference/sublayer.hpp"

namespace reference {

/// x + outer_norm(f(inner_norm(x)))
std::vector<double> sandwich_norm(std::span<const double> x, const RowFunction& inner_norm,
                                  const RowFunction& outer_norm, const RowFunction& f);

/// (2 N)^(1/4), and the initial scale (8 N)^(-1/4); decoder only.
double deep_norm_alpha(int n_layers);
double deep_norm_beta(int n_layers);

/// norm(alpha·x + f(x))
std::vector<double> deep_norm(std::span<const double> x, const RowFunction& norm,
                              const RowFunction& f, int n_layers);

}  // namespace reference
