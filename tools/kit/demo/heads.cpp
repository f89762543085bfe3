// Which query head asks which key/value head, and what that does to the cache.
#include <fmt/format.h>

#include <algorithm>

#include "demo/demo.hpp"
#include "front/text.hpp"
#include "kv_cache_bytes.hpp"

namespace kit::demo {
namespace {

constexpr int layers = 32, head_dim = 128, tokens = 4096;  // as in LLaMA-2-7B

std::int64_t bytes(int n_kv_heads) {
  lm::Config config;
  config.n_layers = layers;
  config.n_kv_heads = n_kv_heads;
  config.head_dim = head_dim;
  return lm::kv_cache_bytes(config, tokens, 1, lm::Dtype::bf16);
}

/// One group: its query heads, a wire that joins them, and the head that answers them.
struct Group {
  std::string queries, wire, stem, keys;
};

Group group_of(int kv_head, int group_size) {
  Group group;
  const int middle = 2 * (group_size - 1);  // a query head takes four columns
  for (int i = 0; i < group_size; ++i) {
    group.queries += padded(fmt::format("q{}", kv_head * group_size + i), 4);
  }
  for (int column = 0; column < 4 * group_size; ++column) {
    const bool head = column % 4 == 0, below = column == middle;
    const bool first = column == 0, last = column == 4 * (group_size - 1);
    group.wire += group_size == 1                 ? (head ? "│" : " ")
                  : first                         ? "└"
                  : last                          ? "┘"
                  : column > 4 * (group_size - 1) ? " "
                  : below                         ? (head ? "┼" : "┬")
                                                  : (head ? "┴" : "─");
    group.stem += below ? "│" : " ";
  }
  const std::string name = fmt::format("kv{}", kv_head);
  group.keys = padded(std::string(static_cast<std::size_t>(std::max(middle - 1, 0)), ' ') + name,
                      static_cast<std::size_t>(4 * group_size));
  return group;
}

Lines picture(const Values& v) {
  const int n_heads = static_cast<int>(v.at("heads"));
  const int n_kv_heads = static_cast<int>(v.at("kv_heads"));
  Group all;
  for (int kv_head = 0; kv_head < n_kv_heads; ++kv_head) {
    const Group group = group_of(kv_head, n_heads / n_kv_heads);
    all.queries += group.queries + " ";
    all.wire += group.wire + " ";
    all.stem += group.stem + " ";
    all.keys += group.keys + " ";
  }
  const std::string kind = n_kv_heads == n_heads ? "multi-head attention (MHA)"
                           : n_kv_heads == 1     ? "multi-query attention (MQA)"
                                                 : "grouped-query attention (GQA)";
  const auto cache = [&](const char* name, int heads) {
    const double share = static_cast<double>(bytes(heads)) / static_cast<double>(bytes(n_heads));
    return fmt::format("  {:<6}{}{:5.1f} %  {:.3f} GiB", name, padded(bar(32 * share), 34),
                       100 * share, lm::to_gib(bytes(heads)));
  };
  return {fmt::format("{}, {} to a key/value head", kind,
                      one_or_many(static_cast<std::size_t>(n_heads / n_kv_heads), "query head")),
          "",
          all.queries,
          all.wire,
          all.stem,
          all.keys,
          "",
          fmt::format("The cache of {} layers, head_dim {}, {} tokens, bfloat16:", layers, head_dim,
                      tokens),
          "",
          cache("MHA", n_heads),
          cache("here", n_kv_heads),
          cache("MQA", 1),
          "",
          "Queries are projected anew for each token and never kept: their number is free.",
          "What is kept are keys and values, so only their heads count."};
}

/// The nearest number of key/value heads that shares the query heads evenly.
void settle(Values& now, const Values& before) {
  const int n_heads = static_cast<int>(now["heads"]);
  int n = std::min(static_cast<int>(now["kv_heads"]), n_heads);
  const int step = now["kv_heads"] > before.at("kv_heads") && now["kv_heads"] <= n_heads ? 1 : -1;
  while (n > 1 && n_heads % n != 0) n += step;
  now["kv_heads"] = n;
}

}  // namespace

Demo heads() {
  return {.name = "heads",
          .words = "query heads that share keys and values",
          .knobs = {{"heads", "query heads", 8, 1, 16}, {"kv_heads", "key/value heads", 2, 1, 16}},
          .picture = picture,
          .settle = settle};
}

}  // namespace kit::demo
