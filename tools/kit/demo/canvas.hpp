#pragma once
#include <string>
#include <vector>

#include "demo/demo.hpp"

namespace kit::demo {

/// A sheet of squared paper: one character a square, row 0 on top.
class Canvas {
 public:
  Canvas(int rows, int columns);
  void put(int row, int column, const std::string& glyph);
  /// A straight line of dots; both ends belong to it.
  void line(double from_row, double from_column, double to_row, double to_column,
            const std::string& glyph);
  const std::vector<std::string>& row(int i) const { return squares_[static_cast<std::size_t>(i)]; }
  /// The sheet, and beside it lines of text.
  Lines beside(const Lines& text) const;

 private:
  std::vector<std::vector<std::string>> squares_;
};

}  // namespace kit::demo
