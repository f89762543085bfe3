#pragma once
// What the decoder says of a run: the text on standard output, how it came on standard error.
#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "common/config.hpp"
#include "common/types.hpp"
#include "options.hpp"
#include "printer.hpp"
#include "room.hpp"

namespace lm {

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Shows progress while a model is loaded and a long prompt is read, prints the text as it comes,
/// and keeps what the summary and `--json` say of it.
class Report {
 public:
  /// From here on the seconds count.
  explicit Report(const Options& options);

  void loaded(const Config& config, const Room& room, int n_threads);
  void add_prompt(int token, const std::string& text);
  /// A new token. False ends the text: a stop string has come, or ^C.
  bool add(int token, const std::string& text);

  /// Whatever ended it: says how it went, and prints the JSON document if one was asked for. False
  /// if not all of standard output could be written.
  bool finish();
  bool was_interrupted() const;

 private:
  void on_read(int n_read, int n_tokens);
  void add_likely(int token);
  std::string ended_by() const;
  double tokens_per_second() const;
  nlohmann::json document() const;

  const Options& options_;
  Clock since_start_, since_reading_, since_writing_;
  std::jthread loading_;  // loading is one call of a part: somebody else has to look how far it is
  Printer printer_;
  Room room_;
  Vector logits_;  // the last that were computed
  std::vector<int> prompt_, tokens_;
  std::vector<double> logprobs_;
  nlohmann::json likely_ = nlohmann::json::array();  // of every new token, its rivals too
  bool stop_seen_ = false;
  double load_ = 0.0;         // seconds, all of them
  double first_token_ = 0.0;  // since the start of the program
  double reading_ = 0.0;      // of the prompt
  double writing_ = 0.0;      // of all new tokens but the first, which belongs to the prompt
};

}  // namespace lm
