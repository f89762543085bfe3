#include "front/section.hpp"

#include <fmt/format.h>

#include <cctype>
#include <sstream>

namespace kit {
namespace {

/// The `///` lines of a contract that describe shapes: `x (hidden_size) …`.
std::string shape_lines(const fs::path& header) {
  std::istringstream lines(read_file(header));
  std::string block;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("/// ") && line.find('(') != std::string::npos) {
      const std::string text = line.substr(4);
      // A name in the first column, then its shape in brackets.
      const std::size_t bracket = text.find('(');
      const std::size_t name = text.find(' ');
      if (name < bracket && text.find_first_not_of(' ', name) == bracket) block += text + "\n";
    }
  }
  return block;
}

}  // namespace

Section read_section(const fs::path& file) {
  Section section;
  std::istringstream lines(read_file(file));
  std::string block;
  for (std::string line; std::getline(lines, line);) {
    if (line == "<!-- hints" || line == "<!-- numbers") {
      block = line.substr(5);
    } else if (!block.empty() && line == "-->") {
      block.clear();
    } else if (block == "hints") {
      if (line.size() > 2 && std::isdigit(static_cast<unsigned char>(line[0])) && line[1] == '.') {
        section.hints.push_back(line.substr(3));
      } else if (!section.hints.empty()) {
        section.hints.back() += "\n" + line;
      }
    } else if (block == "numbers") {
      if (!line.empty()) section.numbers.push_back(line);
    } else {
      section.text += line + "\n";
    }
  }
  return section;
}

std::string part_under(const Section& section, std::string_view heading) {
  std::string part;
  bool inside = false;
  for (const std::string& line : lines_of(section.text)) {
    if (line.starts_with("#")) {
      if (inside) break;
      inside = line.find(heading) != std::string::npos;
    } else if (inside) {
      part += line + "\n";
    }
  }
  return part;
}

std::string first_paragraph(std::string_view text) {
  std::string paragraph;
  for (const std::string& line : lines_of(text)) {
    if (line.find_first_not_of(" \t") != std::string::npos) {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    } else if (!paragraph.empty()) {
      break;
    }
  }
  return paragraph;
}

std::string first_sentence(std::string_view text) {
  const std::string paragraph = first_paragraph(text);
  for (std::size_t i = 0; i + 2 < paragraph.size(); ++i) {
    const bool ends = paragraph[i] == '.' || paragraph[i] == '!' || paragraph[i] == '?';
    const auto next = static_cast<unsigned char>(paragraph[i + 2]);
    if (ends && paragraph[i + 1] == ' ' && !std::islower(next)) return paragraph.substr(0, i + 1);
  }
  return paragraph;
}

std::vector<std::string> section_problems(const Exercise& exercise) {
  std::vector<std::string> problems;
  const Section section = read_section(exercise.section());
  if (section.hints.size() != 3) {
    problems.push_back(fmt::format("has {} hints, needs 3", section.hints.size()));
  }
  if (section.numbers.empty()) problems.push_back("lists no numbers");
  std::istringstream words(section.text);
  int n_words = 0;
  for (std::string word; words >> word;) ++n_words;
  if (n_words < 250 || n_words > 900) {
    problems.push_back(fmt::format("has {} words, should have 300 to 700", n_words));
  }
  std::istringstream shapes(shape_lines(exercise.contract()));
  for (std::string line; std::getline(shapes, line);) {
    if (section.text.find(line) == std::string::npos) {
      problems.push_back("its shapes block differs from the contract's line: " + line);
    }
  }
  if (section.text.find("./kit test " + exercise.name) == std::string::npos) {
    problems.push_back("does not say `./kit test " + exercise.name + "`");
  }
  return problems;
}

}  // namespace kit
