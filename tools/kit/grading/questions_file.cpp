#include "grading/questions_file.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "front/text.hpp"

namespace kit {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first == std::string::npos
             ? ""
             : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// KIND · EXERCISE · HEADING, then perhaps `exam`: its words.
std::vector<std::string> attributes(const std::string& line) {
  constexpr std::string_view dot = "·";
  std::vector<std::string> words;
  std::size_t at = 0;
  for (std::size_t next; (next = line.find(dot, at)) != std::string::npos; at = next + dot.size()) {
    words.push_back(trimmed(line.substr(at, next - at)));
  }
  words.push_back(trimmed(line.substr(at)));
  return words;
}

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool calls(const std::string& text, const std::string& function) {
  const std::string call = function + "(";
  std::size_t at = text.find(call);
  while (at != std::string::npos && at > 0 && in_name(text[at - 1])) at = text.find(call, at + 1);
  return at != std::string::npos;
}

}  // namespace

std::set<std::string> functions_in(std::string_view header) {
  std::set<std::string> names;
  for (const std::string& line : lines_of(header)) {
    const std::size_t end = line.find('(');
    if (end == std::string::npos || std::isalpha(static_cast<unsigned char>(line[0])) == 0)
      continue;
    std::size_t first = end;
    while (first > 0 && in_name(line[first - 1])) --first;
    if (first < end) names.insert(line.substr(first, end - first));
  }
  return names;
}

QuestionsFile split_questions(std::string_view text, const std::set<std::string>& open,
                              const std::set<std::string>& secret) {
  QuestionsFile file;
  std::string question;  // or what stands before the first
  std::vector<std::string> words;
  bool begun = false, fence = false;
  const auto finish = [&] {
    bool exam = false;
    for (std::size_t i = 3; i < words.size(); ++i) exam = exam || words[i] == "exam";
    const bool is_open = !begun || open.empty() || (words.size() > 1 && open.contains(words[1]));
    const bool tells = begun && std::ranges::any_of(secret, [&](const std::string& function) {
                         return calls(question, function);
                       });
    if (exam) {
      file.exam += question;
    } else if (is_open && !tells) {
      file.practice += question;
    }
  };
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("```")) fence = !fence;
    if (!fence && line.starts_with("## ")) {
      finish();
      question.clear();
      words.clear();
      begun = true;
    } else if (begun && words.empty() && !trimmed(line).empty()) {
      words = attributes(line);
    }
    question += line + "\n";
  }
  finish();
  return file;
}

}  // namespace kit
