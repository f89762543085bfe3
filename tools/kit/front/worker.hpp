#pragma once
#include <atomic>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace kit {

/// Does one piece of work beside the loop, and brings its news into the loop's own thread.
class Worker {
 public:
  Worker();
  Worker(const Worker&) = delete;
  ~Worker();

  using News = std::function<void()>;
  using Work = std::function<void(std::stop_token)>;
  /// Ends what is going on and begins this. What the old work had to say is dropped.
  void begin(Work work);
  void stop();

  /// From the work: run this in the loop's thread.
  void post(News news);
  /// Readable when there is news.
  int events() const { return pipe_[0]; }
  /// In the loop's thread: runs the news that has come.
  void deliver();

 private:
  std::mutex mutex_;
  std::vector<News> news_;
  int pipe_[2];
  std::jthread thread_;
};

}  // namespace kit
