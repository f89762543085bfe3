#include "support/shadow.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/switchboard.hpp"

namespace kit::shadow {
namespace {

const Observed* running = nullptr;  // the student's part, while it runs beside the model's
int current_layer = -1;
long step = 0;  // tokens read so far, by the calls of layer 0

/// Where a part works; prefill and decoder go through all layers.
int layer_of(const Observed& part) {
  const bool walks = part.function == "lm::prefill" || part.function == "lm::decoder";
  return walks ? -1 : current_layer;
}

/// Writes what differs as one line of JSON and ends the program; the front finds the words for it.
[[noreturn]] void report(const Observed& part, nlohmann::json what) {
  what["part"] = part.exercise;
  what["function"] = part.function;
  what["layer"] = layer_of(part);
  what["step"] = std::max(0L, step - 1);
  what["call"] = part.calls;
  if (const char* const file = std::getenv("KIT_SHADOW_REPORT")) {
    std::ofstream(file) << what.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  std::_Exit(1);
}

/// The student's part may crash; then this says where it was.
void say_where(const Observed& part) {
  static const char* const file = std::getenv("KIT_SHADOW_PLACE");
  if (file == nullptr) return;
  static std::FILE* const out = std::fopen(file, "w");
  if (out == nullptr) return;
  std::rewind(out);
  std::fprintf(out, "%s %s %d %ld %ld      \n", part.exercise.c_str(), part.function.c_str(),
               layer_of(part), std::max(0L, step - 1), part.calls);
  std::fflush(out);
}

/// NAME=FILE:NAME=FILE, plugged beside the model's.
void plug_others(std::map<void*, Observed>& all) {
  const char* const named = std::getenv("KIT_SHADOW_PARTS");
  std::istringstream list(named == nullptr ? "" : named);
  for (std::string entry; std::getline(list, entry, ':');) {
    const std::string exercise = entry.substr(0, entry.find('='));
    void* const object = dlopen(entry.substr(exercise.size() + 1).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (object == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::exit(5);
    }
    for (auto& [forwarder, part] : all) {
      Dl_info info;
      if (part.exercise == exercise && dladdr(forwarder, &info) != 0) {
        part.other = dlsym(object, info.dli_sname);
      }
    }
  }
}

/// Coarse results, the same in any right run whatever the order inside them.
bool is_coarse(const std::string& function) {
  static const std::vector<std::string> names = {"lm::decode_step", "lm::decoder_block",
                                                 "lm::prefill",     "lm::decoder",
                                                 "lm::draw",        "lm::argmax"};
  return std::ranges::count(names, function) > 0;
}

std::map<void*, Observed>& all_observed() {
  static std::map<void*, Observed> all = [] {
    std::map<void*, Observed> made;
    for (const Socket* socket : sockets()) {
      made[socket->forwarder] = {std::string(socket->exercise),
                                 std::string(socket->function),
                                 socket->layer_argument,
                                 nullptr,
                                 is_coarse(std::string(socket->function)),
                                 0};
    }
    plug_others(made);
    return made;
  }();
  return all;
}

/// One call may differ by a few roundings; over a whole run they add up.
bool close(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= tolerance * (0.1 + std::max(std::abs(a), std::abs(b)));
}

nlohmann::json number(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(std::to_string(value));
}

void compare_or_report(const Observed& part, const std::vector<double>& want,
                       const std::vector<double>& got, const char* how, double tolerance) {
  for (std::size_t i = 0; i < std::max(want.size(), got.size()); ++i) {
    if (i < want.size() && i < got.size() && close(want[i], got[i], tolerance)) continue;
    report(part, {{"how", how},
                  {"index", i},
                  {"want", i < want.size() ? number(want[i]) : nlohmann::json()},
                  {"got", i < got.size() ? number(got[i]) : nlohmann::json()}});
  }
}

}  // namespace

Observed& observed(void* forwarder) {
  Observed& part = all_observed().at(forwarder);
  ++part.calls;
  return part;
}

bool inside() {
  return running != nullptr;
}

void enter(const Observed& part) {
  static const int at_exit = std::atexit([] {
    if (running != nullptr) report(*running, {{"how", "ended"}});
  });
  (void)at_exit;
  say_where(part);
  running = &part;
}

void leave() {
  running = nullptr;
}

void at_layer(int layer) {
  if (inside()) return;
  if (layer == 0 && current_layer != 0) ++step;
  current_layer = layer;
}

void compare(const Observed& part, const std::vector<double>& model,
             const std::vector<double>& student) {
  compare_or_report(part, model, student, "replay", 5e-5);
}

void threw(const Observed& part, const std::string& what) {
  report(part, {{"how", "threw"}, {"what", what}});
}

void next_result(const Observed& part, const std::vector<double>& result) {
  static std::fstream* const trace = []() -> std::fstream* {
    const char* const to = std::getenv("KIT_TRACE_WRITE");
    const char* const from = std::getenv("KIT_TRACE_COMPARE");
    const auto mode = std::ios::binary | (to != nullptr ? std::ios::out : std::ios::in);
    if (to == nullptr && from == nullptr) return nullptr;
    return new std::fstream(to != nullptr ? to : from, mode);
  }();
  static const bool writing = std::getenv("KIT_TRACE_WRITE") != nullptr;
  if (trace == nullptr) return;
  say_where(part);
  const std::size_t size = part.function.size(), n = result.size();
  if (writing) {
    trace->write(reinterpret_cast<const char*>(&size), sizeof size);
    trace->write(part.function.data(), static_cast<std::streamsize>(size));
    trace->write(reinterpret_cast<const char*>(&n), sizeof n);
    trace->write(reinterpret_cast<const char*>(result.data()),
                 static_cast<std::streamsize>(n * sizeof(double)));
    trace->flush();  // nobody closes it
    return;
  }
  std::size_t other_size = 0, other_n = 0;
  trace->read(reinterpret_cast<char*>(&other_size), sizeof other_size);
  std::string function(*trace ? other_size : 0, ' ');
  trace->read(function.data(), static_cast<std::streamsize>(function.size()));
  trace->read(reinterpret_cast<char*>(&other_n), sizeof other_n);
  std::vector<double> want(*trace ? other_n : 0);
  trace->read(reinterpret_cast<char*>(want.data()),
              static_cast<std::streamsize>(want.size() * sizeof(double)));
  if (function != part.function) {
    report(part, {{"how", "order"}, {"want", function}, {"got", part.function}});
  }
  compare_or_report(part, want, result, "run", 1e-3);
}

}  // namespace kit::shadow
