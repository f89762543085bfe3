#include "grading/roster.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>

#include "front/kit.hpp"

namespace kit {
namespace {

std::string lower(std::string_view text) {
  std::string all(text);
  for (char& c : all) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return all;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Canvas's names first, then Moodle's, then short ones.
const std::map<std::string, std::string Person::*> meanings = {
    {"student", &Person::name},        {"full name", &Person::name}, {"name", &Person::name},
    {"sis user id", &Person::id},      {"id number", &Person::id},   {"student id", &Person::id},
    {"sis login id", &Person::login},  {"username", &Person::login}, {"login", &Person::login},
    {"email address", &Person::email}, {"email", &Person::email},    {"section", &Person::section},
    {"group", &Person::section},
};

}  // namespace

std::vector<std::vector<std::string>> read_csv(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::string_view head = text.substr(0, text.find('\n'));
  char comma = ',';
  for (const char other : {';', '\t'}) {
    if (std::ranges::count(head, other) > std::ranges::count(head, comma)) comma = other;
  }
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& cell = rows.back().back();
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cell += c;
      ++i;
    } else if (c == '"' && (quoted || cell.empty())) {
      quoted = !quoted;
    } else if (quoted) {
      cell += c;
    } else if (c == comma) {
      rows.back().emplace_back();
    } else if (c == '\n') {
      rows.push_back({""});
    } else if (c != '\r') {
      cell += c;
    }
  }
  std::erase_if(rows, [](const auto& row) {
    return std::ranges::all_of(row, [](const std::string& cell) { return trimmed(cell).empty(); });
  });
  return rows;
}

std::vector<Person> read_roster(std::string_view text) {
  if (text.find('\0') != std::string_view::npos || well_formed(text) != text) {
    throw Failure(Exit::usage,
                  "the roster is not in UTF-8, so names would be lost: save it as \"CSV UTF-8\"");
  }
  const auto rows = read_csv(text);
  if (rows.empty()) throw Failure(Exit::usage, "the roster is empty");
  std::vector<std::string> head;
  for (const std::string& cell : rows[0]) head.push_back(lower(trimmed(cell)));
  // "ID" is Canvas's own number beside "SIS User ID", and the person's elsewhere.
  const bool canvas = std::ranges::find(head, "sis user id") != head.end() ||
                      std::ranges::find(head, "sis login id") != head.end();
  std::vector<Person> people;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    Person person;
    std::string first, last;
    for (std::size_t column = 0; column < std::min(head.size(), rows[i].size()); ++column) {
      const std::string cell = trimmed(rows[i][column]);
      const auto meaning = meanings.find(head[column]);
      if (meaning != meanings.end()) {
        person.*(meaning->second) = cell;
      } else if (head[column] == "id") {
        (canvas ? person.canvas_id : person.id) = cell;
      } else if (head[column] == "first name") {
        first = cell;
      } else if (head[column] == "surname" || head[column] == "last name") {
        last = cell;
      }
    }
    if (person.name.empty()) person.name = trimmed(last.empty() ? first : last + ", " + first);
    if (lower(person.name) == "points possible") continue;  // Canvas's second row
    if (person.id.empty() && person.login.empty() && person.email.empty()) continue;
    // In two sections of a course, one is listed twice.
    const auto same = std::ranges::find_if(people, [&](const Person& other) {
      return other.id == person.id && other.login == person.login && other.email == person.email &&
             other.name == person.name;
    });
    if (same == people.end()) people.push_back(person);
  }
  if (people.empty()) {
    throw Failure(Exit::usage,
                  "the roster has nobody with an id: needed is a first line of column names, among "
                  "them id, login or email (or Canvas's or Moodle's own)");
  }
  return people;
}

namespace {

/// In what Canvas calls a download, namename_4711_88123_theirs.zip or namename_LATE_4711_…: 4711,
/// Canvas's number of the person. Empty if it is no such name.
std::string canvas_number(const std::string& submission) {
  static const std::regex pattern("[^_]+_(?:late_)?([0-9]+)_[0-9]+_.*");
  std::smatch found;
  return std::regex_match(submission, found, pattern) ? found[1].str() : "";
}

/// In what Moodle calls a download, Full Name_4711_assignsubmission_file_theirs.zip: the full name.
std::string moodle_name(const std::string& submission) {
  const std::size_t end = submission.find("_assignsubmission_");
  const std::size_t number =
      end == std::string::npos || end == 0 ? end : submission.rfind('_', end - 1);
  return number == std::string::npos ? "" : submission.substr(0, number);
}

/// "Last, First" and "First Last" are one name.
bool is_name(const std::string& name, const std::string& known) {
  const std::size_t comma = known.find(", ");
  if (comma == std::string::npos) return lower(known) == name;
  const std::string last = lower(known.substr(0, comma)), first = lower(known.substr(comma + 2));
  return name == first + " " + last || name == last + " " + first;
}

}  // namespace

const Person* owner_of(const std::string& submission, const std::vector<Person>& roster) {
  // Canvas knows who has handed in, whatever the file says.
  if (const std::string number = canvas_number(lower(submission)); !number.empty()) {
    const auto owner = std::ranges::find(roster, number, &Person::canvas_id);
    if (owner != roster.end()) return &*owner;
  }
  // As it is; what `kit pack` puts before the id; what Canvas puts behind a second upload.
  std::vector<std::string> names = {lower(submission)};
  if (const std::size_t at = names[0].rfind("submission-"); at != std::string::npos) {
    names.push_back(names[0].substr(at + 11));
  }
  const std::string last = names.back();
  const std::size_t dash = last.rfind('-');
  if (dash != std::string::npos && dash + 1 < last.size() &&
      std::ranges::all_of(last.substr(dash + 1), [](char c) { return c >= '0' && c <= '9'; })) {
    names.push_back(last.substr(0, dash));
  }
  for (const std::string& name : names) {
    const Person* found = nullptr;
    for (const Person& person : roster) {
      const bool is = std::ranges::any_of(
          std::initializer_list<const std::string*>{&person.id, &person.login, &person.email},
          [&](const std::string* known) { return !known->empty() && lower(*known) == name; });
      if (!is) continue;
      if (found != nullptr) return nullptr;
      found = &person;
    }
    if (found != nullptr) return found;
  }
  // Moodle knows a name, which two may have.
  const std::string name = moodle_name(names[0]);
  const auto called_so = [&](const Person& person) { return is_name(name, person.name); };
  if (name.empty() || std::ranges::count_if(roster, called_so) != 1) return nullptr;
  return &*std::ranges::find_if(roster, called_so);
}

}  // namespace kit
