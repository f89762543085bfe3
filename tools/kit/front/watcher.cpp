#include "front/watcher.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>
#ifdef __linux__
#include <sys/inotify.h>
#endif

namespace kit {

Watcher::Watcher(std::vector<fs::path> files) {
  std::set<fs::path> folders;  // not files: a save by rename puts another file in the place
  for (const fs::path& file : files) {
    seen_[file] = stamp(file);
    folders.insert(file.parent_path());
  }
#ifdef __linux__
  events_ = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  for (const fs::path& folder : folders) {
    inotify_add_watch(events_, folder.c_str(),
                      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR);
  }
#endif
}

Watcher::~Watcher() {
  if (events_ >= 0) close(events_);
}

bool Watcher::wait(std::chrono::milliseconds longest) const {
  pollfd wait = {events_, POLLIN, 0};
  return poll(&wait, 1, static_cast<int>(longest.count())) > 0;
}

void Watcher::drain() const {
  char buffer[1 << 14];
  while (events_ >= 0 && ::read(events_, buffer, sizeof buffer) > 0) {
  }
}

std::vector<fs::path> Watcher::changed() {
  std::vector<fs::path> all;
  for (auto& [file, before] : seen_) {
    const Stamp now = stamp(file);
    if (now != before) all.push_back(file);
    before = now;
  }
  return all;
}

Watcher::Stamp Watcher::stamp(const fs::path& file) {
  struct stat seen = {};
  if (::stat(file.c_str(), &seen) != 0) return {};
#ifdef __APPLE__
  const timespec& time = seen.st_mtimespec;
#else
  const timespec& time = seen.st_mtim;
#endif
  return {static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec, seen.st_size,
          static_cast<long long>(seen.st_ino)};
}

}  // namespace kit
