#include "runner/judge.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <unordered_map>

namespace kit {
namespace {

namespace fs = std::filesystem;

using ById = std::unordered_map<std::string, const Check*>;

ById by_id(const Record& record) {
  ById checks;
  for (const Check& check : record.checks) checks.emplace(check.id, &check);
  return checks;
}

/// What was thrown, without the words: a wrong version's text need not be the student's.
std::string_view type_of(std::string_view thrown) {
  return thrown.substr(0, thrown.find(": "));
}

bool same_number(double a, double b, double within) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= within;
}

/// Two programs that hold the same belief need not add in the same order, so numbers are the same
/// if they differ by no more than two right answers may.
bool same_check(const Check& a, const Check& b) {
  if (a.ok != b.ok || a.verb != b.verb || a.in_words != b.in_words || a.size != b.size)
    return false;
  if (a.ok) return true;
  if (a.in_words) {
    if (a.verb == "throws_with" || a.verb == "threw" || a.verb == "todo") {
      return type_of(a.got_words) == type_of(b.got_words);
    }
    return a.got_words == b.got_words;
  }
  // What must not change by a bit is changed by each program in its own rounding.
  const bool exact = a.verb == "equals";
  for (std::size_t i = 0; i < a.got.size(); ++i) {
    double within = 0;
    if (!exact) {
      within = 1e-6 + 2e-5 * std::max(std::abs(a.got[i]), std::abs(b.got[i]));
      // shows allows half a printed digit, which is too much to tell beliefs apart.
      if (a.verb != "shows" && i < a.within.size() && i < b.within.size()) {
        within = std::max({within, 2 * a.within[i], 2 * b.within[i]});
      }
    }
    if (!same_number(a.got[i], b.got[i], within)) return false;
  }
  return true;
}

}  // namespace

bool ended_early(const Check& check) {
  return check.verb == "crashed" || check.verb == "exited" || check.verb == "hung";
}

const char* word(Kind kind) {
  switch (kind) {
    case Kind::not_started:
      return "not_started";
    case Kind::does_not_compile:
      return "does_not_compile";
    case Kind::fails:
      return "fails";
    case Kind::crashes:
      return "crashes";
    case Kind::hangs:
      return "hangs";
    case Kind::passes:
      return "passes";
  }
  return "";
}

std::vector<Wrong> read_wrong(const fs::path& folder) {
  std::vector<Wrong> all;
  if (!fs::is_directory(folder)) return all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") {
      all.push_back({entry.path().stem().string(), read_record(entry.path())});
    }
  }
  std::ranges::sort(all, {}, &Wrong::version);
  return all;
}

Verdict judge(const Record& record, const Record& model) {
  Verdict verdict;
  verdict.output = record.output;
  verdict.seconds = record.seconds;
  verdict.total = model.checks.size();

  if (!record.unplugged.empty() || !record.plug_error.empty()) {
    verdict.kind = Kind::does_not_compile;
    verdict.message = record.plug_error;
    if (!record.unplugged.empty()) {
      verdict.message = "the file does not define";
      for (const std::string& function : record.unplugged) verdict.message += " " + function;
      verdict.message += " as the contract declares it";
    }
    return verdict;
  }

  const ById got = by_id(record), wanted = by_id(model);
  std::set<std::string> todo;
  bool computed = false;  // some value of the student's own was right
  for (const Check& check : record.checks) {
    if (check.verb == "todo")
      todo.insert(check.got_words.substr(0, check.got_words.find(" is not")));
    computed = computed || (check.ok && check.verb != "throws_with" && check.verb != "unchanged");
    if (!check.ok) verdict.failing.push_back(check);
  }
  for (const auto& [id, check] : wanted) {
    const auto found = got.find(id);
    if (found != got.end() && found->second->ok) ++verdict.passed;
  }
  const auto first_end = std::ranges::find_if(record.checks, ended_early);

  if (!todo.empty() && !computed && first_end == record.checks.end() &&
      std::ranges::all_of(verdict.failing, [](const Check& c) {
        return c.verb == "todo" || c.verb == "throws_with";
      })) {
    verdict.kind = Kind::not_started;
    return verdict;
  }
  if (record.forked) {
    verdict.kind = Kind::fails;
    verdict.message = "the code starts another process (fork); a contract's function only computes";
    return verdict;
  }
  if (verdict.failing.empty() && verdict.passed == verdict.total && record.done) {
    verdict.kind = Kind::passes;
    return verdict;
  }
  verdict.kind = Kind::fails;
  if (first_end != record.checks.end()) {
    const std::string where = first_end->test.empty() ? "before the first test began"
                                                      : "in the test \"" + first_end->test + "\"";
    if (first_end->verb == "hung") {
      verdict.kind = Kind::hangs;
      verdict.message = first_end->got_words + ", " + where;
    } else if (first_end->verb == "crashed") {
      verdict.kind = Kind::crashes;
      verdict.message = first_end->got_words + ", " + where;
    } else {
      verdict.message = first_end->got_words + " " + where + ": a function must return, not exit";
    }
  } else if (verdict.failing.empty()) {
    verdict.message = "only " + std::to_string(verdict.passed) + " of " +
                      std::to_string(verdict.total) + " checks were reached";
  }
  return verdict;
}

bool same_record(const Record& a, const Record& b) {
  if (a.checks.size() != b.checks.size()) return false;
  const ById other = by_id(b);
  return std::ranges::all_of(a.checks, [&](const Check& check) {
    const auto found = other.find(check.id);
    return found != other.end() && same_check(check, *found->second);
  });
}

namespace {

/// The run crashed there, or met a function not written yet.
bool cuts_short(const Check& check) {
  return ended_early(check) || check.verb == "todo";
}

/// The tests that a run did not end.
std::set<std::string_view> tests_cut_short(const Record& record) {
  std::set<std::string_view> tests;
  for (const Check& check : record.checks) {
    if (cuts_short(check)) tests.insert(check.test);
  }
  return tests;
}

/// How many of the checks are wrong in just the way of a wrong version; 0 unless all of those that
/// the version has wrong are. How bad input is refused says little of a belief about numbers, so
/// that counts only where a version has nothing else wrong. What was cut short shows nothing either
/// way: a version keeps its indices inside, and has all its functions.
std::size_t n_explained(const ById& mine, const std::set<std::string_view>& cut_short,
                        const Record& wrong) {
  std::size_t n_values = 0, n_refusals = 0;
  bool values_agree = true, refusals_agree = true;
  for (const Check& check : wrong.checks) {
    if (check.ok) continue;
    const auto found = mine.find(check.id);
    const bool made = found != mine.end() && !cuts_short(*found->second);
    if (!made && cut_short.contains(check.test)) continue;
    const bool agrees = made && same_check(check, *found->second);
    const bool refusal = check.verb == "throws_with";
    (refusal ? refusals_agree : values_agree) &= agrees;
    ++(refusal ? n_refusals : n_values);
  }
  if (n_values > 0) return values_agree ? n_values : 0;
  return refusals_agree ? n_refusals : 0;
}

}  // namespace

std::vector<Diagnosis> diagnose(const Record& record, const std::vector<Wrong>& wrong) {
  std::vector<Diagnosis> exact;
  std::vector<std::pair<std::size_t, Diagnosis>> partly;  // and how many checks it explains
  const ById mine = by_id(record);
  const std::set<std::string_view> cut_short = tests_cut_short(record);
  for (const Wrong& candidate : wrong) {
    const Record& what = candidate.record;
    if (same_record(record, what)) {
      exact.push_back({candidate.version, what.belief, what.truth, true});
    } else if (const std::size_t n = n_explained(mine, cut_short, what); n > 0) {
      partly.push_back({n, {candidate.version, what.belief, what.truth, false}});
    }
  }
  if (!exact.empty()) return exact;
  std::ranges::stable_sort(partly, std::greater{}, &std::pair<std::size_t, Diagnosis>::first);
  std::vector<Diagnosis> all;
  for (auto& [n, known] : partly) all.push_back(std::move(known));
  return all;
}

}  // namespace kit
