// Exercise: gradient_highway
//           read gradient_highway.md, then make `./kit test gradient_highway` pass
#include "gradient_highway.hpp"

#include <cmath>

#include "common/check.hpp"
#include "common/eigen.hpp"

lm::Matrix lm::rms_norm_jacobian(std::span<const float> x) {
  // 1. r: the root mean square of x; refuse a row that is all zero or empty
  //    (kit::require, "rms_norm_jacobian: …")
  // 2. outer: the matrix x·xᵀ / (d·r²); as_eigen(x) lets you write it so
  // 3. return (I - outer) / r; with `Matrix y(d, d);`, assign it to as_eigen(y)
  kit::todo("rms_norm_jacobian");
}

lm::Matrix lm::numeric_jacobian(const RowFunction& f, std::span<const float> x, float step) {
  kit::require(step > 0.0f, "numeric_jacobian: step is ", step, "; it has to be above 0");
  // 1. for each channel j: two copies of x, with channel j a step further and a step back
  // 2. column j: the difference of f at the two, over the distance of the two
  // 3. return all columns; f says how many rows there are
  kit::todo("numeric_jacobian");
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
  // 1. total: starts as the identity
  // 2. for each sublayer: its own Jacobian, I + F·N or N·(I + F), from the left onto the total
  // 3. return the total
  kit::todo("stack_jacobian");
}
