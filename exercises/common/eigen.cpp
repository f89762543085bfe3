#include "common/eigen.hpp"

#include "common/check.hpp"

lm::EigenMatrix lm::matmul(const EigenRef& a, const EigenRef& b) {
  kit::require(a.cols() == b.rows(), "matmul: a has ", a.cols(), " columns and b ", b.rows(),
               " rows; as many are needed");
  return a * b;
}

lm::EigenMatrix lm::matmul_nt(const EigenRef& a, const EigenRef& b) {
  kit::require(a.cols() == b.cols(), "matmul_nt: a has ", a.cols(), " columns and b ", b.cols(),
               "; as many are needed");
  return a * b.transpose();
}
