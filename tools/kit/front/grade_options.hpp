#pragma once
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace kit {

enum class Isolation { bwrap, uid };

struct GradeOptions {
  std::filesystem::path submission;  // a folder, a zip archive; with shards: a folder of them
  std::filesystem::path out;
  std::vector<std::string> exercises;  // names or chapters; empty: all
  std::string seed;                    // of an earlier session
  bool new_session = false;
  Isolation isolation = Isolation::bwrap;
  int jobs = static_cast<int>(std::thread::hardware_concurrency());
  bool force = false, json = false;
  int shard_index = -1, shard_count = 0;
};

}  // namespace kit
