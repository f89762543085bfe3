#include "report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <numeric>
#include <utility>

#include "common/weights.hpp"
#include "kv_cache_bytes.hpp"
#include "watch.hpp"

namespace lm {
namespace {

// The first Ctrl-C ends the text after the current token, a second one ends the program; before the
// text there is nothing to end but the program.
volatile std::sig_atomic_t is_writing = 0;
volatile std::sig_atomic_t stop_wanted = 0;

void on_interrupt(int) {
  if (is_writing == 0 || stop_wanted != 0) _exit(interrupted);
  stop_wanted = 1;
}

// On standard error. Who cannot be told what goes on still gets the text: fmt::print would throw.
template <class... Values>
void say(fmt::format_string<Values...> words, Values&&... values) {
  std::fputs(fmt::format(words, std::forward<Values>(values)...).c_str(), stderr);
}

// One line on a terminal that is written over, and gone when the work is done.
template <class... Values>
void show_progress(fmt::format_string<Values...> words, Values&&... values) {
  static const bool is_terminal = isatty(STDERR_FILENO) == 1;
  if (is_terminal) say("\r\033[K{}", fmt::format(words, std::forward<Values>(values)...));
}

void show_loading(std::stop_token over) {
  for (int n = 0; !over.stop_requested(); ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (n % 10 == 9) show_progress("loading: {:.1f} GiB", kept_bytes() / 0x1p30);
  }
  show_progress("");
}

// The logarithm of a token's probability, as the logits have it before temperature and cuts.
double logprob(std::span<const float> logits, int token) {
  const float largest = *std::ranges::max_element(logits);
  double sum = 0.0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - largest);
  return logits[to_size(token)] - largest - std::log(sum);
}

}  // namespace

Report::Report(const Options& options)
    : options_(options),
      loading_(show_loading),
      printer_(options.json ? nullptr : stdout, options.stops) {
  std::signal(SIGINT, on_interrupt);
  watch_parts({.on_read = [this](int n_read, int n_tokens) { on_read(n_read, n_tokens); },
               .on_logits =
                   [this](std::span<const float> logits) {
                     if (options_.json) logits_.assign(logits.begin(), logits.end());
                   }});
}

void Report::loaded(const Config& config, const Room& room, int n_threads) {
  loading_ = {};
  room_ = room;
  load_ = since_start_.seconds();
  const double mib = to_gib(kv_cache_bytes(config, room.n_positions, 1, Dtype::f32)) * 1024.0;
  say("loaded in {:.2f} s; {} positions, {:.2f} MiB of keys and values, {} thread{}\n", load_,
      room.n_positions, mib, n_threads, n_threads == 1 ? "" : "s");
  is_writing = 1;
  since_reading_ = {};
}

void Report::add_prompt(int token, const std::string& text) {
  prompt_.push_back(token);
  printer_.add_prompt(text);
}

void Report::on_read(int n_read, int n_tokens) {
  if (stop_wanted != 0) throw Interrupted{};
  if (n_read < n_tokens) {
    show_progress("reading the prompt: {} of {} tokens", n_read, n_tokens);
  } else if (n_tokens > 256) {
    show_progress("");
  }
}

bool Report::add(int token, const std::string& text) {
  if (tokens_.empty()) {
    first_token_ = since_start_.seconds();
    reading_ = since_reading_.seconds();
    since_writing_ = {};
  }
  tokens_.push_back(token);
  writing_ = since_writing_.seconds();
  if (options_.json) add_likely(token);
  stop_seen_ = !printer_.add(text);
  return !stop_seen_ && stop_wanted == 0;
}

void Report::add_likely(int token) {
  logprobs_.push_back(logprob(logits_, token));
  std::vector<int> best(logits_.size());
  std::iota(best.begin(), best.end(), 0);
  const int n = std::min(options_.n_likely, static_cast<int>(logits_.size()));
  std::ranges::partial_sort(best, best.begin() + n, [&](int a, int b) {
    return logits_[to_size(a)] > logits_[to_size(b)];
  });
  nlohmann::json list = nlohmann::json::array();
  for (int i = 0; i < n; ++i) {
    const int other = best[to_size(i)];
    list.push_back({{"id", other}, {"logprob", logprob(logits_, other)}});
  }
  likely_.push_back(list);
}

bool Report::was_interrupted() const {
  return stop_wanted != 0;
}

std::string Report::ended_by() const {
  if (stop_seen_) return "stop";
  if (was_interrupted()) return "interrupt";
  if (std::ssize(tokens_) < room_.n_new) return "end of text";
  return room_.is_context ? "context" : "length";
}

double Report::tokens_per_second() const {
  return tokens_.size() < 2 ? 0.0 : static_cast<double>(tokens_.size() - 1) / writing_;
}

nlohmann::json Report::document() const {
  const double per_second = reading_ > 0.0 ? static_cast<double>(prompt_.size()) / reading_ : 0.0;
  nlohmann::json document = {{"text", printer_.text()},
                             {"prompt_tokens", prompt_},
                             {"new_tokens", tokens_},
                             {"logprobs", logprobs_},
                             {"ended_by", ended_by()},
                             {"interrupted", was_interrupted()},
                             {"seed", options_.seed},
                             {"seconds_to_load", load_},
                             {"seconds_to_first_token", first_token_},
                             {"prompt_tokens_per_second", per_second},
                             {"tokens_per_second", tokens_per_second()}};
  if (options_.n_likely > 0 && !likely_.empty()) document["likely"] = likely_;
  return document;
}

bool Report::finish() {
  show_progress("");
  printer_.finish();
  if (ended_by() == "context") {
    say("the context is full: this model has {} positions\n", room_.n_positions);
  }
  say("{} prompt token{}, {} new", prompt_.size(), prompt_.size() == 1 ? "" : "s", tokens_.size());
  if (!tokens_.empty()) say("; the first after {:.2f} s", first_token_);
  if (tokens_.size() > 1) say(", then {:.1f} tokens/s", tokens_per_second());
  say(" (seed {})\n", options_.temperature == 0.0f ? "not needed" : std::to_string(options_.seed));
  if (options_.json) {
    const std::string text =
        document().dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    std::puts(text.c_str());
  }
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace lm
