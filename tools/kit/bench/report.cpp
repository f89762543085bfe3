#include "bench/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kit::bench {
namespace {

using nlohmann::json;

/// A bar of up to 20 letters: a share of the roof; what is above it ends in an arrow.
std::string bar(double share) {
  const int eighths = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * 160));
  const char* const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  std::string text;
  for (int i = 0; i < eighths / 8; ++i) text += "█";
  text += parts[eighths % 8];
  return text + (share > 1.005 ? "▶" : "");
}

/// A column is empty where nobody has a part of his own: then there is only the model's.
std::string line(const json& row, const std::string& what, const char* rate, double share) {
  return fmt::format("  {:<22} {:>7} {:>10.1f} {:>8.1f} {:>6.0f} %  {:<6} {}\n", what,
                     row["threads"].get<int>(), row["tokens_per_s"].get<double>(),
                     row[rate].get<double>(), 100 * share, row["parts"].get<std::string>(),
                     bar(share));
}

}  // namespace

std::string tables(const json& report) {
  std::string text = "\nThis machine\n";
  for (const auto& [n_threads, gbps] : report["read_gbps"].items()) {
    text += fmt::format("  reads {:>6.1f} GB/s with {} thread{}\n", gbps.get<double>(), n_threads,
                        n_threads == "1" ? "" : "s");
  }
  text += fmt::format("  multiplies and adds {:.0f} GFLOP/s with 1 thread, {:.0f} with all\n",
                      report["fma_gflops"].get<double>(), report["fma_gflops_all"].get<double>());
  if (report.contains("decode")) {
    text +=
        "\nDecode: each token reads every weight once\n"
        "  shape                  threads   tokens/s     GB/s  of read  parts\n";
    for (const json& row : report["decode"]) {
      text += line(
          row,
          fmt::format("{} {}", row["shape"].get<std::string>(), row["dtype"].get<std::string>()),
          "gbps", row["share_of_read"]);
    }
  }
  if (report.contains("prefill")) {
    text +=
        "\nPrefill: many tokens share what is read\n"
        "  shape                  threads   tokens/s  GFLOP/s   of FMA  parts\n";
    for (const json& row : report["prefill"]) {
      text += line(row,
                   fmt::format("{} {}, {} tokens", row["shape"].get<std::string>(),
                               row["dtype"].get<std::string>(), row["tokens"].get<int>()),
                   "gflops", row["share_of_fma"]);
    }
  }
  if (report.contains("norms")) {
    text += "\nNorms: bytes of the row and of the result, one thread\n";
    for (const json& row : report["norms"]) {
      text += fmt::format("  {:<12} hidden_size {:>5}  {:>6.1f} GB/s  {}\n",
                          row["norm"].get<std::string>(), row["hidden_size"].get<int>(),
                          row["gbps"].get<double>(), row["parts"].get<std::string>());
    }
  }
  for (const json& note : report["notes"]) text += "\n" + note.get<std::string>() + "\n";
  return text;
}

}  // namespace kit::bench
