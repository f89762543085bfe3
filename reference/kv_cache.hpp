#pragma once
#include <span>
#include <vector>

namespace reference {

/// The promises of a cache, kept by lists that grow and shrink: of each layer one list of keys and
/// one of values. It has no capacity.
class KvLists {
 public:
  explicit KvLists(int n_layers);

  void append(int layer, std::span<const float> key, std::span<const float> value);
  void rollback(int n_tokens);
  int length() const;
  /// Row after row.
  std::vector<double> keys(int layer) const;
  std::vector<double> values(int layer) const;

 private:
  using Rows = std::vector<std::vector<double>>;
  std::vector<Rows> keys_, values_;
};

}  // namespace reference
