#pragma once
#include <functional>
#include <span>
#include <vector>

namespace reference {

/// Any function from one row to one row, in double precision.
using RowFunction = std::function<std::vector<double>(std::span<const double>)>;

/// x + f(norm(x)). One sum of two numbers in each channel: its terms are x[i] and the branch's.
std::vector<double> pre_norm(std::span<const double> x, const RowFunction& norm,
                             const RowFunction& f);
/// norm(x + f(x))
std::vector<double> post_norm(std::span<const double> x, const RowFunction& norm,
                              const RowFunction& f);

}  // namespace reference
