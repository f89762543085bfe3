// What is computed at each step, without a cache and with one, and what the cache weighs.
#include <fmt/format.h>

#include <algorithm>

#include "demo/demo.hpp"
#include "front/text.hpp"
#include "kv_cache_bytes.hpp"
#include "work_counts.hpp"

namespace kit::demo {
namespace {

std::string times(const char* glyph, int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += glyph;
  return text;
}

Lines picture(const Values& v) {
  const auto number = [&](const char* name) { return static_cast<int>(v.at(name)); };
  const int prompt = number("prompt"), step = number("step");

  Lines lines = {padded("          without a cache", 41) + "with a cache", ""};
  const int first = std::max(1, step - 5);  // the last six steps
  for (int i = first; i < first + 6; ++i) {
    if (i > step) {
      lines.emplace_back();
      continue;
    }
    const int tokens = prompt + i - 1;
    const int fresh = i == 1 ? prompt : 1;
    lines.push_back(fmt::format("{:>8}  ", fmt::format("token {}", i)) +
                    padded(times("█", tokens), 31) + times("░", tokens - fresh) +
                    times("█", fresh));
  }
  lines.emplace_back("");
  lines.emplace_back("          █ key and value computed now   ░ taken from the cache");
  lines.emplace_back("");
  const lm::WorkCounts without = lm::work_counts(prompt, step, false);
  const lm::WorkCounts with = lm::work_counts(prompt, step, true);
  lines.push_back(
      fmt::format("so far    {:>5} projections, {:>5} dots     {:>5} projections, {:>5} dots",
                  without.projections, without.dots, with.projections, with.dots));
  lines.emplace_back("          for each layer and head");
  lines.emplace_back("");

  lm::Config config;
  config.n_layers = number("layers");
  config.n_kv_heads = number("kv_heads");
  config.head_dim = number("head_dim");
  const std::int64_t bytes =
      lm::kv_cache_bytes(config, number("tokens"), number("batch"), lm::Dtype::bf16);
  lines.push_back(fmt::format("A cache of {} layers, {} key/value heads of {} in bfloat16,",
                              config.n_layers, config.n_kv_heads, config.head_dim));
  lines.push_back(fmt::format("for {} tokens, {}: {} bytes, {:.3f} GB, {:.3f} GiB",
                              number("tokens"),
                              one_or_many(static_cast<std::size_t>(number("batch")), "text"), bytes,
                              lm::to_gb(bytes), lm::to_gib(bytes)));
  return lines;
}

}  // namespace

Demo kv_cache() {
  return {.name = "kv_cache",
          .words = "what a cache saves, and what it weighs",
          .knobs = {{"step", "new tokens so far", 4, 1, 20},
                    {"prompt", "tokens of the prompt", 5, 1, 10},
                    {"layers", "layers", 32, 1, 200},
                    {"kv_heads", "key/value heads", 32, 1, 256},
                    {"head_dim", "channels of a head", 128, 1, 1024, 16},
                    {"tokens", "tokens of a text", 4096, 1, 1048576, 1024},
                    {"batch", "texts at once", 1, 1, 1024}},
          .picture = picture};
}

}  // namespace kit::demo
