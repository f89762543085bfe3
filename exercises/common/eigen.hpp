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
