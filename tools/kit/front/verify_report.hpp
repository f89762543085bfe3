#pragma once
#include <map>
#include <string>
#include <vector>

#include "front/documents.hpp"

namespace kit {

struct Count {
  int total = 0, good = 0;
  void add(bool ok) {
    ++total;
    good += ok ? 1 : 0;
  }
  void add(const Count& other) {
    total += other.total;
    good += other.good;
  }
};

/// What `kit verify` counts, and what is red.
struct VerifyReport {
  Count all, solutions, stubs, wrong, caught, named, named_by_visible, faces, conformance, own;
  Count races;                // run under the thread sanitizer, and caught
  std::string races_not_run;  // why none was
  std::map<std::string, int> by_kind = {{"value", 0}, {"error", 0}, {"race", 0}};
  int skipped = 0, texts = 0, numbers = 0;
  bool kept = false;  // some of it was said when it last ran
  QuestionsReport questions;
  std::vector<std::string> red;
  std::vector<std::string> by_hidden_alone;  // wrong versions that only the hidden tests name

  bool expect(bool ok, const std::string& what) {
    all.add(ok);
    if (!ok) red.push_back(what);
    return ok;
  }

  /// What was counted elsewhere, of other things.
  void add(const VerifyReport& other) {
    for (const auto count :
         {&VerifyReport::all, &VerifyReport::solutions, &VerifyReport::stubs, &VerifyReport::wrong,
          &VerifyReport::caught, &VerifyReport::named, &VerifyReport::named_by_visible,
          &VerifyReport::faces, &VerifyReport::conformance, &VerifyReport::races}) {
      (this->*count).add(other.*count);
    }
    for (const auto& [kind, n] : other.by_kind) by_kind[kind] += n;
    skipped += other.skipped;
    kept = kept || other.kept;
    texts += other.texts;
    numbers += other.numbers;
    if (other.questions.total > 0) questions = other.questions;
    if (!other.races_not_run.empty()) races_not_run = other.races_not_run;
    red.insert(red.end(), other.red.begin(), other.red.end());
    by_hidden_alone.insert(by_hidden_alone.end(), other.by_hidden_alone.begin(),
                           other.by_hidden_alone.end());
  }
};

/// What is red and the counts, for people; with `json`, one document on standard output and the
/// rest on standard error. The last line is `N passed, N failed`.
void print(const VerifyReport& report, int exercises, const std::string& preset, bool json);

}  // namespace kit
