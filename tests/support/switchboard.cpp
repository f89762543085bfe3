#include "support/switchboard.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace kit {

std::vector<Socket*>& sockets() {
  static std::vector<Socket*> all;
  return all;
}

Socket::Socket(std::string_view exercise_, std::string_view function_, void* forwarder_,
               void** target_)
    : exercise(exercise_), function(function_), forwarder(forwarder_), target(target_) {
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
    if (!std::filesystem::exists(file) || !load(exercise, file).missing.empty()) {
      missing.push_back(exercise);
    }
  }
  return missing;
}

}  // namespace kit
