#pragma once
// Eigen's view of the kit's types: no copy, only another way to look at the same floats. Build with
// EIGEN_DONT_PARALLELIZE, so that Eigen leaves the threads to you. Never write `auto` for an
// expression: it stores the recipe, not the value.
#include <Eigen/Core>

#include "common/types.hpp"

namespace lm {

using EigenMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using EigenVector = Eigen::VectorXf;

using ConstMatrixMap = Eigen::Map<const EigenMatrix, 0, Eigen::OuterStride<>>;
using MatrixMap = Eigen::Map<EigenMatrix>;
using ConstVectorMap = Eigen::Map<const EigenVector>;
using VectorMap = Eigen::Map<EigenVector>;

/// Any float matrix whose rows lie in one piece; of anything else it makes a copy.
using EigenRef = Eigen::Ref<const EigenMatrix, 0, Eigen::OuterStride<>>;

/// a · b and a · bᵀ, the latter as weights of shape (out, in) want it. `a * b` says the same, but
/// then the whole machinery of a fast product is compiled into your file: seconds at every save.
/// These are compiled once, in the kit.
/// a       (n, k)
/// b       (k, m); for matmul_nt (m, k)
/// returns (n, m)
/// Throws std::invalid_argument if the two k differ.
EigenMatrix matmul(const EigenRef& a, const EigenRef& b);
EigenMatrix matmul_nt(const EigenRef& a, const EigenRef& b);

inline ConstMatrixMap as_eigen(MatrixView m) {
  return {m.data, m.rows, m.cols, Eigen::OuterStride<>(m.stride)};
}
inline MatrixMap as_eigen(Matrix& m) {
  return {m.data.data(), m.rows, m.cols};
}
inline ConstVectorMap as_eigen(const Vector& v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}
inline VectorMap as_eigen(Vector& v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}
inline ConstVectorMap as_eigen(std::span<const float> v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}
inline VectorMap as_eigen(std::span<float> v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}

}  // namespace lm
