#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Person {
  std::string name, id, login, email, canvas_id, section;
};

/// Rows of a CSV file as RFC 4180 has it; with semicolons or tabs where the first line has more of
/// them.
std::vector<std::vector<std::string>> read_csv(std::string_view text);

/// A class list as Canvas or Moodle export it, or with the columns name, id, login, email. Throws a
/// Failure if there is no column that a submission could be matched by.
std::vector<Person> read_roster(std::string_view text);

/// Whose submission it is: its name has Canvas's number of the person, as Canvas's downloads do, or
/// is an id, a login or an e-mail address, with or without what `kit pack` and Canvas put around
/// it; or, in Moodle's downloads, the full name. Null if nobody's, or if it could be two people's.
const Person* owner_of(const std::string& submission, const std::vector<Person>& roster);

}  // namespace kit
