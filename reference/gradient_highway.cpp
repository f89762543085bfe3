#include "reference/gradient_highway.hpp"

#include <cmath>

namespace {

using reference::Result;
using reference::Rows;

Rows product(const Rows& a, const Rows& b) {
  Rows c(a.size(), std::vector<double>(b.front().size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.front().size(); ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) c[i][j] += a[i][k] * b[k][j];
    }
  }
  return c;
}

Rows sum(const Rows& a, const Rows& b) {
  Rows c = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[i].size(); ++j) c[i][j] += b[i][j];
  }
  return c;
}

Rows absolute(const Rows& a) {
  Rows b = a;
  for (auto& row : b) {
    for (double& entry : row) entry = std::abs(entry);
  }
  return b;
}

Rows identity(std::size_t d) {
  Rows one(d, std::vector<double>(d));
  for (std::size_t i = 0; i < d; ++i) one[i][i] = 1;
  return one;
}

std::vector<double> flat(const Rows& a) {
  std::vector<double> all;
  for (const auto& row : a) all.insert(all.end(), row.begin(), row.end());
  return all;
}

/// One factor after the other, applied to what came before; the same with all signs taken away
/// tells how large the terms are.
Result stack(const std::vector<Rows>& norms, const std::vector<Rows>& fs, bool pre) {
  const std::size_t d = norms.front().size();
  Rows total = identity(d), size = identity(d);
  for (std::size_t n = 0; n < norms.size(); ++n) {
    const Rows norm_size = absolute(norms[n]), f_size = absolute(fs[n]);
    if (pre) {
      total = sum(total, product(fs[n], product(norms[n], total)));
      size = sum(size, product(f_size, product(norm_size, size)));
    } else {
      total = product(norms[n], sum(total, product(fs[n], total)));
      size = product(norm_size, sum(size, product(f_size, size)));
    }
  }
  return {flat(total), flat(size), static_cast<double>(2 * d * norms.size())};
}

}  // namespace

Result reference::rms_norm_jacobian(std::span<const float> x) {
  const auto d = static_cast<double>(x.size());
  double squares = 0;
  for (const double value : x) squares += value * value;
  const double r = std::sqrt(squares / d);
  Result jacobian;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      // The quotient rule on x[i] / r, with dr/dx[j] = x[j] / (d·r).
      const double direct = i == j ? 1 / r : 0;
      const double through_r = double{x[i]} * double{x[j]} / (d * r * r * r);
      jacobian.values.push_back(direct - through_r);
      jacobian.magnitudes.push_back(direct + std::abs(through_r));
    }
  }
  jacobian.terms = 2;
  return jacobian;
}

Result reference::pre_norm_jacobian(const std::vector<Rows>& norms, const std::vector<Rows>& fs) {
  return stack(norms, fs, true);
}

Result reference::post_norm_jacobian(const std::vector<Rows>& norms, const std::vector<Rows>& fs) {
  return stack(norms, fs, false);
}
