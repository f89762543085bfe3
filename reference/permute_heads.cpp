#include "reference/permute_heads.hpp"

std::vector<int> reference::permute_heads(int n_rows, int n_heads, lm::RopePairing to) {
  const int head_dim = n_rows / n_heads;
  const bool split = to == lm::RopePairing::half_split;
  // A head is a small matrix of row numbers, written line by line; read it column by column.
  const int lines = split ? head_dim / 2 : 2;
  const int columns = split ? 2 : head_dim / 2;
  std::vector<int> old_rows;
  for (int head = 0; head < n_heads; ++head) {
    for (int column = 0; column < columns; ++column) {
      for (int line = 0; line < lines; ++line) {
        old_rows.push_back(head * head_dim + line * columns + column);
      }
    }
  }
  return old_rows;
}
