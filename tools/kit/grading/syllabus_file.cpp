#include "grading/syllabus_file.hpp"

#include <algorithm>
#include <sstream>

#include "front/kit.hpp"

namespace kit {

std::string SyllabusLine::text() const {
  std::string line = (given ? "add_given(" : "add_exercise(") + chapter + " " + name;
  const auto word = [&](bool is, const std::string& words) { line += is ? " " + words : ""; };
  const auto list = [&](const std::string& key, const std::vector<std::string>& names) {
    word(!names.empty(), key);
    for (const std::string& one : names) word(true, one);
  };
  if (!given) {
    word(part, "PART");
    word(!replaces.empty(), "REPLACES " + replaces);
    word(side, "SIDE");
    word(eigen, "EIGEN");
    list("NEEDS", needs);
  }
  list("USES", uses);
  return line + ")\n";
}

std::vector<SyllabusLine> read_syllabus_file(std::string_view text) {
  std::string plain;
  for (const std::string& line : lines_of(text)) plain += line.substr(0, line.find('#')) + "\n";
  std::vector<SyllabusLine> all;
  for (std::size_t at = 0; (at = plain.find("add_", at)) != std::string::npos;) {
    const std::size_t open = plain.find('(', at), close = plain.find(')', at);
    if (close == std::string::npos) break;
    const std::string command = plain.substr(at, open - at);
    std::istringstream words(plain.substr(open + 1, close - open - 1));
    at = close;
    if (command != "add_exercise" && command != "add_given") continue;
    SyllabusLine line;
    line.given = command == "add_given";
    words >> line.chapter >> line.name;
    std::vector<std::string>* list = nullptr;
    bool replaces = false;
    for (std::string word; words >> word;) {
      if (word == "NEEDS" || word == "USES") {
        list = word == "NEEDS" ? &line.needs : &line.uses;
      } else if (word == "PART" || word == "SIDE" || word == "EIGEN") {
        (word == "PART" ? line.part : word == "SIDE" ? line.side : line.eigen) = true;
        list = nullptr;
      } else if (word == "REPLACES") {
        replaces = true;
      } else if (replaces) {
        line.replaces = word;
        replaces = false;
        list = nullptr;
      } else if (list != nullptr) {
        list->push_back(word);
      } else {
        throw Failure(Exit::fault,
                      "exercises/CMakeLists.txt: " + line.name + ": what is " + word + "?");
      }
    }
    all.push_back(line);
  }
  return all;
}

std::vector<SyllabusLine> opened(const std::vector<SyllabusLine>& all,
                                 const std::set<std::string>& open,
                                 const std::set<std::string>& called_by_programs) {
  std::set<std::string> called = called_by_programs;
  for (auto line = all.rbegin(); line != all.rend(); ++line) {  // who calls comes behind
    const bool is_called = called.contains(line->name);
    if (!open.contains(line->name) && !line->in_decoder() && !is_called) continue;
    called.insert(line->name);
    called.insert(line->uses.begin(), line->uses.end());
  }
  std::vector<SyllabusLine> kept;
  for (SyllabusLine line : all) {
    if (!called.contains(line.name)) continue;
    line.given = !open.contains(line.name);
    std::erase_if(line.needs, [&](const std::string& name) { return !called.contains(name); });
    kept.push_back(line);
  }
  return kept;
}

}  // namespace kit
