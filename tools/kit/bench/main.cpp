// decoder-bench: how fast the decoder's parts are on this machine, each beside the roof under which
// it stands. Behind `kit bench`, which says by KIT_PARTS and KIT_PLAIN what is the student's.
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "bench/machine.hpp"
#include "bench/report.hpp"
#include "bench/shapes.hpp"
#include "decoder.hpp"
#include "files.hpp"
#include "kernels.hpp"
#include "layer_norm.hpp"
#include "load.hpp"
#include "prefill.hpp"
#include "rms_norm.hpp"
#include "support/switchboard.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

struct Options {
  std::string model;
  bool norms = false;
  bool quick = false;
  bool cpu_time = false;
  bool json = false;
};

/// Who answers for every contract: the student's parts where there are any, or the model's alone.
struct Lineup {
  std::string parts;  // "model" or "yours"
  std::vector<void*> targets;

  void plug() const {
    for (std::size_t i = 0; i < targets.size(); ++i) *sockets()[i]->target = targets[i];
  }
};

Lineup line_up(const char* program, const std::string& parts) {
  for (const Socket* socket : sockets()) *socket->target = nullptr;
  plug_parts(program);
  lm::plug_kernels();
  Lineup lineup{parts, {}};
  for (const Socket* socket : sockets()) lineup.targets.push_back(*socket->target);
  return lineup;
}

std::vector<Lineup> line_ups(const char* program) {
  std::vector<Lineup> all;
  const char* const yours = std::getenv("KIT_PARTS");
  if (yours != nullptr && *yours != '\0') all.push_back(line_up(program, "yours"));
  unsetenv("KIT_PARTS");
  unsetenv("KIT_PLAIN");
  all.push_back(line_up(program, "model"));
  return all;
}

void show(const std::string& words) {
  if (isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\033[K{}", words);
  std::fflush(stderr);
}

class Bench {
 public:
  Bench(const Options& options, const char* program)
      : options_(options),
        lineups_(line_ups(program)),
        n_all_(static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))),
        meter_(options.quick ? std::size_t{256} << 20 : std::size_t{1} << 30) {
    thread_counts_ = n_all_ == 1 ? std::vector{1} : std::vector{1, n_all_};
    if (options.cpu_time) {  // the time of one thread says nothing of several
      clock = Clock::processor;
      thread_counts_ = {1};
    }
  }

  json run() {
    show("reading and multiplying");
    for (const int n_threads : thread_counts_) meter_.sample(n_threads, options_.quick ? 32 : 128);
    sample_fma();
    report_["notes"] = json::array();
    report_["cpu_time"] = options_.cpu_time;
    if (options_.norms) {
      measure_norms();
    } else if (!options_.model.empty()) {
      const std::filesystem::path path = options_.model;
      const std::string name =
          path.has_filename() ? path.filename() : path.parent_path().filename();
      measure(name, lm::load_model(path),
              options_.quick ? std::vector{128} : std::vector{128, 512});
    } else {
      for (const Shape& shape : shapes) measure_shape(shape);
    }
    finish();
    show("");
    return report_;
  }

 private:
  /// Every work in turn, again and again for some seconds: all of them meet the same noise, and so
  /// does what measures the roof now and then beside them.
  std::vector<double> fastest(
      const std::vector<std::function<void()>>& works, double seconds, int at_most,
      const std::function<void()>& beside = [] {}) {
    std::vector<std::vector<double>> samples(works.size());
    double next = 0.0;
    for (double spent = 0.0; std::ssize(samples[0]) < at_most && spent < seconds;) {
      if (spent >= next) {
        beside();
        next += seconds / 16;
      }
      for (std::size_t i = 0; i < works.size(); ++i) {
        samples[i].push_back(seconds_of(works[i]));
        spent += samples[i].back();
      }
    }
    std::vector<double> times;
    for (const auto& all : samples) times.push_back(p10(all));
    return times;
  }

  /// Again and again, too: a neighbor can take a processor for the whole of one sample.
  void sample_fma() {
    for (const int n_threads : thread_counts_) {
      fma_[n_threads] = std::max(fma_[n_threads], fma_gflops(n_threads));
    }
  }

  void measure_shape(const Shape& shape) {
    if (options_.quick && shape.name == "1B") return;
    const double n_layer = 2.0 * shape.hidden_size * shape.hidden_size *
                               (1.0 + static_cast<double>(shape.n_kv_heads) / shape.n_heads) +
                           3.0 * shape.hidden_size * shape.intermediate_size;
    const double n = 32000.0 * shape.hidden_size + shape.n_layers * n_layer;
    try {
      lm::need_memory(1.1 * n * (4 + 2), "the " + shape.name + " weights");
    } catch (const std::exception& error) {
      report_["notes"].push_back(fmt::format("{} is left out: {}", shape.name, error.what()));
      return;
    }
    show(shape.name + ": making a model");
    const bool is_large = shape.name == "1B";
    measure(shape.name, random_model(shape),
            is_large || options_.quick ? std::vector{128} : std::vector{128, 512});
  }

  void measure(const std::string& name, const lm::Model& model, const std::vector<int>& lengths) {
    for (const std::string dtype : {"f32", "bf16", "int8"}) {
      show(name + " " + dtype);
      lm::use_kernels(model, dtype, 1);
      for (const int n_threads : thread_counts_) measure_decode(name, model, dtype, n_threads);
    }
    lm::use_kernels(model, "f32", 1);
    for (const int n_tokens : lengths) {
      if (n_tokens > model.config.max_seq_len) continue;
      for (const int n_threads : thread_counts_) {
        if (name == "1B" && n_threads != thread_counts_.back())
          continue;  // ten seconds for a number
        show(fmt::format("{}: {} tokens at once", name, n_tokens));
        measure_prefill(name, model, n_tokens, n_threads);
      }
    }
  }

  void measure_decode(const std::string& name, const lm::Model& model, const std::string& dtype,
                      int n_threads) {
    const int n_positions = std::min(64, model.config.max_seq_len);
    const lm::RopeTable table = lm::make_rope_table(model.config, n_positions);
    lm::use_threads(n_threads);
    std::vector<lm::KvCache> caches(lineups_.size());
    std::vector<std::function<void()>> works;
    for (std::size_t i = 0; i < lineups_.size(); ++i) {
      caches[i] = lm::make_kv_cache(model.config.n_layers, n_positions, model.config.kv_size());
      works.push_back([&, i] {
        lineups_[i].plug();
        lm::KvCache& cache = caches[i];
        if (lm::cache_length(cache) == n_positions) lm::cache_rollback(cache, n_positions);
        const int token = 5;
        lm::decoder(model, {&token, 1}, cache, table);
      });
    }
    for (const auto& work : works) work();  // once for the caches
    std::vector<double> reads;  // a machine's bandwidth may change from one minute to the next
    const auto read = [&] {
      std::ranges::copy(meter_.sample(n_threads, 4), std::back_inserter(reads));
    };
    const std::vector<double> times = fastest(works, options_.quick ? 0.5 : 2.0, 400, read);
    read();
    const double roof = ReadMeter::gbps(reads);
    const double width = dtype == "f32" ? 4.0 : dtype == "bf16" ? 2.0 : 1.0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      const double gbps = width * n_multiplied(model) / times[i] / 1e9;
      report_["decode"].push_back({{"shape", name},
                                   {"dtype", dtype},
                                   {"threads", n_threads},
                                   {"parts", lineups_[i].parts},
                                   {"tokens_per_s", 1.0 / times[i]},
                                   {"gbps", gbps},
                                   {"read_gbps", roof},
                                   {"share_of_read", gbps / roof}});
    }
  }

  void measure_prefill(const std::string& name, const lm::Model& model, int n_tokens,
                       int n_threads) {
    const lm::RopeTable table = lm::make_rope_table(model.config, n_tokens);
    lm::use_threads(n_threads);
    const std::vector<int> tokens(lm::to_size(n_tokens), 5);
    lm::Vector logits(lm::to_size(model.config.vocab_size));
    std::vector<std::function<void()>> works;
    for (const Lineup& lineup : lineups_) {
      works.push_back([&] {
        lineup.plug();
        lm::KvCache cache =
            lm::make_kv_cache(model.config.n_layers, n_tokens, model.config.kv_size());
        lm::prefill(model, tokens, cache, table, n_threads, logits);
      });
    }
    const std::vector<double> times = fastest(works, options_.quick ? 0.5 : 2.0, 20);
    sample_fma();
    const double flops = prefill_flops(model, n_tokens);
    for (std::size_t i = 0; i < times.size(); ++i) {
      report_["prefill"].push_back({{"shape", name},
                                    {"dtype", "f32"},
                                    {"threads", n_threads},
                                    {"tokens", n_tokens},
                                    {"parts", lineups_[i].parts},
                                    {"tokens_per_s", n_tokens / times[i]},
                                    {"gflops", flops / times[i] / 1e9}});
    }
  }

  void measure_norms() {
    for (const int hidden_size : {288, 768, 4096}) {
      const lm::Vector gain(lm::to_size(hidden_size), 1.0f), bias(lm::to_size(hidden_size));
      const int n_rows = (64 << 20) / 4 / hidden_size;  // from memory, not from a cache
      lm::Matrix rows(n_rows, hidden_size);
      for (std::size_t i = 0; i < rows.data.size(); ++i) rows.data[i] = static_cast<float>(i % 17);
      for (const std::string norm : {"rms_norm", "layer_norm"}) {
        show(fmt::format("{}, hidden_size {}", norm, hidden_size));
        std::vector<std::function<void()>> works;
        std::vector<std::string> parts;
        void* const& target =
            norm == "rms_norm" ? kit::target<&lm::rms_norm> : kit::target<&lm::layer_norm>;
        lineups_.back().plug();
        const void* const of_the_model = target;
        for (const Lineup& lineup : lineups_) {
          lineup.plug();
          if (lineup.parts == "yours" && target == of_the_model) continue;
          parts.push_back(lineup.parts);
          works.push_back([&] {
            lineup.plug();
            for (int r = 0; r < n_rows; ++r) {
              if (norm == "rms_norm") {
                lm::rms_norm(rows.row(r), gain, 1e-5f);
              } else {
                lm::layer_norm(rows.row(r), gain, bias, 1e-5f);
              }
            }
          });
        }
        const std::vector<double> times = fastest(works, options_.quick ? 0.3 : 1.0, 30);
        for (std::size_t i = 0; i < times.size(); ++i) {
          report_["norms"].push_back(
              {{"norm", norm},
               {"hidden_size", hidden_size},
               {"parts", parts[i]},
               {"gbps", 2.0 * static_cast<double>(rows.data.size()) * 4 / times[i] / 1e9}});
        }
      }
    }
  }

  void finish() {
    for (const int n_threads : thread_counts_) {
      report_["read_gbps"][std::to_string(n_threads)] = meter_.gbps(n_threads);
    }
    sample_fma();
    report_["fma_gflops"] = fma_.at(1);
    report_["fma_gflops_all"] = fma_.at(thread_counts_.back());
    if (report_.contains("prefill")) {
      for (json& row : report_["prefill"]) {
        row["share_of_fma"] = row["gflops"].get<double>() / fma_.at(row["threads"]);
      }
    }
    double load = 0.0;
    getloadavg(&load, 1);
    const double noise = meter_.noise();
    report_["noisy"] = noise > 1.25 || load > n_all_ + 1.0;
    if (report_["noisy"]) {
      report_["notes"].push_back(fmt::format(
          "The machine was too noisy to quote these numbers: a read usually took {:.1f} times as "
          "long as its\nfastest tenth, the load was {:.1f} on {} processors. Shares of one roof "
          "still compare.",
          noise, load, n_all_));
    }
  }

  Options options_;
  std::vector<Lineup> lineups_;
  int n_all_;
  std::vector<int> thread_counts_;
  ReadMeter meter_;
  std::map<int, double> fma_;
  json report_;
};

}  // namespace
}  // namespace kit::bench

int main(int argc, char** argv) {
  kit::bench::Options options;
  CLI::App app("How fast the decoder's parts are on this machine.");
  app.name("./kit bench");
  app.add_option("--model", options.model, "measure this model, not the shapes 15M, 110M, 1B");
  app.add_flag("--norms", options.norms, "measure layer_norm and rms_norm");
  app.add_flag("--quick", options.quick, "less exact, without 1B");
  app.add_flag("--cpu-time", options.cpu_time,
               "one thread, by the time that it was given: where others use the machine");
  app.add_flag("--json", options.json, "one JSON document");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }

  std::signal(SIGINT, [](int) { _exit(75); });
  try {
    const nlohmann::json report = kit::bench::Bench(options, argv[0]).run();
    const std::string text = options.json ? report.dump(2) : kit::bench::tables(report);
    if (std::puts(text.c_str()) >= 0 && std::fflush(stdout) == 0) return 0;
    fmt::print(stderr, "kit bench: not all of it could be written: is the disk full?\n");
    return 4;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kit bench: {}\n", error.what());
    return 2;
  }
}
