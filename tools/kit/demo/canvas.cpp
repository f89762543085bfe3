#include "demo/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace kit::demo {

Canvas::Canvas(int rows, int columns)
    : squares_(static_cast<std::size_t>(rows),
               std::vector<std::string>(static_cast<std::size_t>(columns), " ")) {}

void Canvas::put(int row, int column, const std::string& glyph) {
  if (row < 0 || row >= static_cast<int>(squares_.size())) return;
  auto& line = squares_[static_cast<std::size_t>(row)];
  if (column < 0 || column >= static_cast<int>(line.size())) return;
  line[static_cast<std::size_t>(column)] = glyph;
}

void Canvas::line(double from_row, double from_column, double to_row, double to_column,
                  const std::string& glyph) {
  const double longest = std::max(std::abs(to_row - from_row), std::abs(to_column - from_column));
  const int n = std::max(1, static_cast<int>(std::ceil(longest)));
  for (int i = 0; i <= n; ++i) {
    const double t = 1.0 * i / n;
    put(static_cast<int>(std::lround(from_row + t * (to_row - from_row))),
        static_cast<int>(std::lround(from_column + t * (to_column - from_column))), glyph);
  }
}

Lines Canvas::beside(const Lines& text) const {
  Lines lines;
  for (std::size_t i = 0; i < std::max(squares_.size(), text.size()); ++i) {
    std::string line;
    if (i < squares_.size()) {
      for (const std::string& square : squares_[i]) line += square;
    } else if (!squares_.empty()) {
      line = std::string(squares_[0].size(), ' ');
    }
    if (i < text.size()) line += "  " + text[i];
    lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
  return lines;
}

std::string bar(double columns) {
  static const char* const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int n = static_cast<int>(std::lround(8 * std::max(columns, 0.0)));
  std::string text;
  for (int i = 0; i < n / 8; ++i) text += "█";
  return text + eighths[n % 8];
}

}  // namespace kit::demo
