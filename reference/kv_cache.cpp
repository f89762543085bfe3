#include "reference/kv_cache.hpp"

namespace {

std::vector<double> joined(const std::vector<std::vector<double>>& rows) {
  std::vector<double> all;
  for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
  return all;
}

}  // namespace

reference::KvLists::KvLists(int n_layers)
    : keys_(static_cast<std::size_t>(n_layers)), values_(static_cast<std::size_t>(n_layers)) {}

void reference::KvLists::append(int layer, std::span<const float> key,
                                std::span<const float> value) {
  keys_.at(static_cast<std::size_t>(layer)).emplace_back(key.begin(), key.end());
  values_.at(static_cast<std::size_t>(layer)).emplace_back(value.begin(), value.end());
}

int reference::KvLists::length() const {
  std::size_t complete = keys_.front().size();
  for (const Rows& rows : keys_) {
    if (rows.size() < complete) complete = rows.size();
  }
  return static_cast<int>(complete);
}

void reference::KvLists::rollback(int n_tokens) {
  const auto kept = static_cast<std::size_t>(length() - n_tokens);
  for (Rows& rows : keys_) rows.resize(kept);
  for (Rows& rows : values_) rows.resize(kept);
}

std::vector<double> reference::KvLists::keys(int layer) const {
  return joined(keys_.at(static_cast<std::size_t>(layer)));
}

std::vector<double> reference::KvLists::values(int layer) const {
  return joined(values_.at(static_cast<std::size_t>(layer)));
}
