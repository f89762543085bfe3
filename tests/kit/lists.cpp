// The lists of docs/: each is complete, and what it points at is there and treats it.
#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "harness.hpp"

namespace kit::tests {
namespace {

const fs::path root = KIT_CHECKOUT;

/// A text on one line, its blanks and breaks as one blank: words are found across line ends.
std::string flat(const fs::path& file) {
  std::ifstream in(file);
  std::string text;
  for (std::string word; in >> word;) text += word + " ";
  return text;
}

std::vector<std::string> all(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}
std::vector<std::string> quoted(const std::string& cell) {
  return all(cell, "`([^`]+)`");
}

/// tests/wrong/CHAPTER/EXERCISE/BELIEF.cpp, whatever the chapter.
bool is_wrong_version(const std::string& name) {
  const fs::directory_iterator chapters(root / "tests/wrong");
  return std::any_of(begin(chapters), end(chapters), [&](const auto& chapter) {
    return fs::exists(chapter.path() / (name + ".cpp"));
  });
}

using Rows = std::vector<std::vector<std::string>>;
/// The rows of all tables of a page whose first cell looks like an id.
Rows rows_of(const fs::path& page, const std::regex& id) {
  std::ifstream in(page);
  Rows rows;
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> cells;
    std::istringstream cut(line);
    std::string cell;
    std::getline(cut, cell, '|');
    while (std::getline(cut, cell, '|')) {
      const std::size_t end = cell.find_last_not_of(' ');
      cells.push_back(end == std::string::npos ? "" : cell.substr(1, end));
    }
    if (!cells.empty() && std::regex_match(cells[0], id)) rows.push_back(cells);
  }
  return rows;
}

void expect_ids(const Rows& rows, const std::vector<std::string>& ids) {
  std::vector<std::string> got;
  for (const auto& row : rows) got.push_back(row[0]);
  for (const std::string& id : ids) {
    expect(std::count(got.begin(), got.end(), id) == 1, id + " does not stand there once");
  }
  expect(got.size() == ids.size(),
         "there are " + std::to_string(got.size()) + " rows, not " + std::to_string(ids.size()));
}

std::vector<std::string> ids_to(const std::string& prefix, int last) {
  std::vector<std::string> ids;
  for (int i = 1; i <= last; ++i) ids.push_back(prefix + std::to_string(i));
  return ids;
}

/// One row of errata.md or tables.md: every file is there, every quotation is in one of them, and
/// each has one.
void expect_treated(const std::vector<std::string>& row) {
  expect(row.size() == 4, row[0] + " has not four cells");
  if (row.size() != 4 || row[2] == "not needed") return;
  const std::vector<std::string> links = all(row[2], R"(\]\(([^)]+)\))");
  expect(!links.empty(), row[0] + " points nowhere");
  const std::vector<std::string> words = quoted(row[3]);
  expect(!words.empty(), row[0] + " has no words to be found by");
  std::vector<std::string> texts;
  for (const std::string& link : links) {
    texts.push_back(flat(root / "docs" / link));
    const bool treats = std::any_of(words.begin(), words.end(), [&](const std::string& some) {
      return texts.back().find(some) != std::string::npos;
    });
    expect(treats, row[0] + ": " + link + " is not there, or has none of its words");
  }
  for (const std::string& some : words) {
    const bool found = std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      return text.find(some) != std::string::npos;
    });
    expect(found, row[0] + ": no section has \"" + some + "\"");
  }
}

const Case errata("lists: every erratum has a section that treats it", [] {
  const Rows rows = rows_of(root / "docs/errata.md", std::regex("C-[0-9]+"));
  expect_ids(rows, ids_to("C-", 48));
  for (const auto& row : rows) expect_treated(row);
});

const Case tables("lists: every table of the book is shown somewhere", [] {
  const Rows rows = rows_of(root / "docs/tables.md", std::regex("D[0-9]+"));
  expect_ids(rows, ids_to("D", 21));
  for (const auto& row : rows) expect_treated(row);
});

const Case misconceptions("lists: every known mistake has a wrong version, or a reason", [] {
  // How far each kind was numbered, and the numbers that were given up.
  const std::map<std::string, std::pair<int, std::vector<int>>> numbered = {
      {"RMS", {13, {9}}}, {"LN", {5, {}}},         {"BLK", {8, {4}}},   {"ACT", {8, {}}},
      {"FFN", {12, {2}}}, {"ROPE", {23, {7, 22}}}, {"RSC", {20, {10}}}, {"ATT", {20, {3}}},
      {"MHA", {5, {}}},   {"GQA", {8, {2}}},       {"KV", {24, {21}}},  {"CFG", {11, {}}},
      {"WGT", {14, {2}}}, {"SMP", {19, {13}}},     {"TOK", {8, {3}}},   {"OMP", {9, {3}}}};
  std::vector<std::string> ids;
  for (const auto& [prefix, range] : numbered) {
    for (int i = 1; i <= range.first; ++i) {
      const auto& gaps = range.second;
      if (std::count(gaps.begin(), gaps.end(), i) > 0) continue;
      ids.push_back(prefix + (i < 10 ? "-0" : "-") + std::to_string(i));
    }
  }
  const Rows rows = rows_of(root / "docs/misconceptions.md", std::regex("[A-Z]+-[0-9]+"));
  expect_ids(rows, ids);
  for (const auto& row : rows) {
    const std::vector<std::string> versions = quoted(row.at(1));
    for (const std::string& version : versions) {
      expect(is_wrong_version(version), row[0] + ": there is no wrong version " + version);
    }
    expect(!versions.empty() || all(row.at(1), "([a-z]+)").size() > 4, row[0] + " has no reason");
  }
});

}  // namespace
}  // namespace kit::tests
