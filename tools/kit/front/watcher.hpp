#pragma once
#include <chrono>
#include <map>
#include <vector>

#include "front/kit.hpp"

namespace kit {

/// Sees that files are saved, in place or by rename, made or removed. What counts is a file's time
/// and size; events of the system only say when to look. Where there are none (another system, a
/// network folder), looking twice a second does.
class Watcher {
 public:
  explicit Watcher(std::vector<fs::path> files);
  Watcher(const Watcher&) = delete;
  ~Watcher();

  /// Readable when there is something to look at; -1 where the system has no events.
  int events() const { return events_; }
  /// Waits for an event, at most that long. True if there was one.
  bool wait(std::chrono::milliseconds longest) const;
  /// Takes the events that have come.
  void drain() const;
  /// The files that are not as they were at the last look.
  std::vector<fs::path> changed();

 private:
  struct Stamp {
    long long time = 0, size = -1, inode = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp(const fs::path& file);
  int events_ = -1;
  std::map<fs::path, Stamp> seen_;
};

}  // namespace kit
