#include "support/switchboard.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace kit {

std::vector<Socket*>& sockets() {
  static std::vector<Socket*> all;
  return all;
}

Socket::Socket(std::string_view exercise_, std::string_view function_, void* forwarder_,
               void** target_, int layer_argument_, decltype(remote) remote_,
               decltype(serve) serve_)
    : exercise(exercise_),
      function(function_),
      forwarder(forwarder_),
      target(target_),
      layer_argument(layer_argument_),
      remote(remote_),
      serve(serve_) {
  sockets().push_back(this);
}

Plugged load(std::string_view exercise, const std::string& file) {
  void* object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) return {dlerror(), {}};
  Plugged plugged;
  for (const Socket* socket : sockets()) {
    if (socket->exercise != exercise) continue;
    // The program exports its forwarders, so the linker's own table knows the mangled name.
    Dl_info info;
    void* symbol = dladdr(socket->forwarder, &info) != 0 && info.dli_sname != nullptr
                       ? dlsym(object, info.dli_sname)
                       : nullptr;
    // dlsym also looks into what the object depends on; only the object itself counts.
    if (symbol == nullptr || symbol == socket->forwarder) {
      plugged.missing.emplace_back(socket->function);
    } else {
      *socket->target = symbol;
    }
  }
  return plugged;
}

std::vector<std::string> load_models(const std::string& parts_folder) {
  std::vector<std::string> missing, done;
  for (const Socket* socket : sockets()) {
    const std::string exercise(socket->exercise);
    if (*socket->target != nullptr || std::ranges::count(done, exercise) > 0) continue;
    done.push_back(exercise);
    const std::string file = parts_folder + "/" + exercise + "/model.so";
    const bool exists = std::filesystem::exists(file);
    const Plugged plugged = exists ? load(exercise, file) : Plugged{};
    if (!exists || !plugged.error.empty() || !plugged.missing.empty()) missing.push_back(exercise);
  }
  return missing;
}

void plug_parts(const char* program) {
  const auto give_up = [](const std::string& sentence) {
    std::fprintf(stderr, "decoder: %s\n", sentence.c_str());
    std::exit(5);
  };
  const char* const named = std::getenv("KIT_PARTS");
  std::istringstream list(named == nullptr ? "" : named);
  for (std::string entry; std::getline(list, entry, ':');) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos) give_up("KIT_PARTS: " + entry + " is not NAME=FILE");
    const std::string exercise = entry.substr(0, equals);
    const Plugged plugged = load(exercise, entry.substr(equals + 1));
    if (!plugged.error.empty()) give_up(plugged.error);
    for (const std::string& function : plugged.missing) {
      give_up("the file for " + exercise + " does not define " + function);
    }
  }
  const std::filesystem::path folder = std::filesystem::canonical(program).parent_path();
  for (const std::string& exercise : load_models((folder / "parts").string())) {
    give_up("the model's part " + exercise + " is missing");
  }
}

bool is_replaced(std::string_view exercise) {
  const char* const plain = std::getenv("KIT_PLAIN");
  const std::string list = ":" + std::string(plain == nullptr ? "" : plain) + ":";
  return list.find(":" + std::string(exercise) + ":") == std::string::npos;
}

}  // namespace kit
