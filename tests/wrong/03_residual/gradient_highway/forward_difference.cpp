// Belief: The slope is (f(x + h) - f(x)) / h.
// Truth: The contract asks for central differences: their error shrinks with h², not with h.
// Kind: value
// Caught by: gradient_highway measures one column for each channel; gradient_highway uses the step
//   it is given
#include "gradient_highway.hpp"

#include <cmath>

#include "common/check.hpp"
#include "common/eigen.hpp"

lm::Matrix lm::rms_norm_jacobian(std::span<const float> x) {
  const ConstVectorMap v = as_eigen(x);
  kit::require(!x.empty() && v.squaredNorm() > 0.0f, "rms_norm_jacobian: x has ", x.size(),
               " values; one at least has to differ from 0");
  const int d = static_cast<int>(x.size());
  const float r = std::sqrt(v.squaredNorm() / static_cast<float>(d));

  Matrix jacobian(d, d);
  const EigenMatrix outer = matmul(v, v.transpose()) / v.squaredNorm();  // d·r² is the squared norm
  as_eigen(jacobian) = (EigenMatrix::Identity(d, d) - outer) / r;
  return jacobian;
}

lm::Matrix lm::numeric_jacobian(const RowFunction& f, std::span<const float> x, float step) {
  kit::require(step > 0.0f, "numeric_jacobian: step is ", step, "; it has to be above 0");

  Matrix jacobian;
  for (std::size_t j = 0; j < x.size(); ++j) {
    Vector ahead(x.begin(), x.end());
    const Vector behind = ahead;
    ahead[j] += step;
    const Vector upper = f(ahead);
    const Vector lower = f(behind);

    if (j == 0) jacobian = Matrix(static_cast<int>(upper.size()), static_cast<int>(x.size()));
    for (std::size_t i = 0; i < upper.size(); ++i) {
      jacobian.row(static_cast<int>(i))[j] = (upper[i] - lower[i]) / step;
    }
  }
  return jacobian;
}

lm::Matrix lm::stack_jacobian(const std::vector<Matrix>& norms, const std::vector<Matrix>& fs,
                              NormPlace place) {
  kit::require(!norms.empty() && norms.size() == fs.size(), "stack_jacobian: ", norms.size(),
               " norms for ", fs.size(), " functions; as many, at least 1, are needed");
  const int d = norms[0].rows;
  for (std::size_t n = 0; n < norms.size(); ++n) {
    for (const Matrix* m : {&norms[n], &fs[n]}) {
      kit::require(m->rows == d && m->cols == d, "stack_jacobian: a matrix of sublayer ", n, " is ",
                   m->rows, " by ", m->cols, "; ", d, " by ", d, " is needed");
    }
  }

  const EigenMatrix identity = EigenMatrix::Identity(d, d);
  EigenMatrix total = identity;
  for (std::size_t n = 0; n < norms.size(); ++n) {
    const ConstMatrixMap norm = as_eigen(MatrixView(norms[n]));
    const ConstMatrixMap f = as_eigen(MatrixView(fs[n]));
    if (place == NormPlace::pre) {
      total = matmul(identity + matmul(f, norm), total);
    } else {
      total = matmul(matmul(norm, identity + f), total);
    }
  }

  Matrix jacobian(d, d);
  as_eigen(jacobian) = total;
  return jacobian;
}
