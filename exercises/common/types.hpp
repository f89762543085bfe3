#pragma once
// The few types that every exercise shares. Numbers are float32. Matrices are row-major: the
// entries of one row lie side by side. A weight has shape (out, in), and `linear` is W·x.
#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

namespace lm {

using Vector = std::vector<float>;

/// A count or an index as the standard library wants it. Counts are int here; none is negative.
constexpr std::size_t to_size(int n) {
  assert(n >= 0);
  return static_cast<std::size_t>(n);
}

/// A matrix that somebody else owns, for instance a weight inside a checkpoint. Row i starts
/// `stride` floats after row i - 1, so a block of columns is a matrix too: the columns of one head.
struct MatrixView {
  const float* data = nullptr;
  int rows = 0;
  int cols = 0;
  int stride = 0;

  MatrixView() = default;
  MatrixView(const float* first, int n_rows, int n_cols)
      : MatrixView(first, n_rows, n_cols, n_cols) {}
  MatrixView(const float* first, int n_rows, int n_cols, int floats_between_rows)
      : data(first), rows(n_rows), cols(n_cols), stride(floats_between_rows) {}

  std::span<const float> row(int i) const {
    assert(0 <= i && i < rows);
    return {data + to_size(i) * to_size(stride), to_size(cols)};
  }

  float operator()(int i, int j) const { return row(i)[to_size(j)]; }

  /// The first n rows.
  MatrixView first_rows(int n) const {
    assert(0 <= n && n <= rows);
    return {data, n, cols, stride};
  }

  /// The n columns from column `first` on.
  MatrixView columns(int first, int n) const {
    assert(0 <= first && 0 <= n && first + n <= cols);
    return {data + first, rows, n, stride};
  }
};

/// A matrix that owns its entries. It starts with zeros.
struct Matrix {
  int rows = 0;
  int cols = 0;
  Vector data;

  Matrix() = default;
  Matrix(int n_rows, int n_cols)
      : rows(n_rows), cols(n_cols), data(to_size(n_rows) * to_size(n_cols)) {}

  operator MatrixView() const { return {data.data(), rows, cols}; }

  std::span<const float> row(int i) const { return MatrixView(*this).row(i); }
  std::span<float> row(int i) {
    assert(0 <= i && i < rows);
    return {data.data() + to_size(i) * to_size(cols), to_size(cols)};
  }

  float operator()(int i, int j) const { return row(i)[to_size(j)]; }
  float& operator()(int i, int j) { return row(i)[to_size(j)]; }
};

}  // namespace lm
