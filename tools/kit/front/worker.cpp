#include "front/worker.hpp"

#include <unistd.h>

#include <utility>

#include "runner/process.hpp"

namespace kit {

Worker::Worker() {
  open_pipe(pipe_);
}

Worker::~Worker() {
  stop();
  for (const int end : pipe_) close(end);
}

void Worker::begin(Work work) {
  stop();
  thread_ = std::jthread([work = std::move(work)](const std::stop_token& token) {
    try {
      work(token);
    } catch (const Stopped&) {
    }
  });
}

void Worker::stop() {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
  const std::lock_guard lock(mutex_);
  news_.clear();
}

void Worker::post(News news) {
  const std::lock_guard lock(mutex_);
  news_.push_back(std::move(news));
  if (write(pipe_[1], "", 1) < 0) {  // full: the loop has been told already
  }
}

void Worker::deliver() {
  char bytes[64];
  while (::read(pipe_[0], bytes, sizeof bytes) > 0) {
  }
  std::vector<News> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(news_);
  }
  for (const News& one : all) one();
}

}  // namespace kit
