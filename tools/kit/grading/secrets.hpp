#pragma once
// What a handout must not tell: solutions, reference, hidden tests, wrong versions, attacks, exam
// answers.
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "front/kit.hpp"

namespace kit {

struct Leak {
  std::string where;  // the file, and the entry where it is an archive
  std::string what;
};

/// Text of the kit's secret files that stands in none of its public ones, remembered as hashes of
/// windows: any run of some 60 letters is found, however its blanks and line ends were changed.
class Secrets {
 public:
  /// `solved`: chapters whose solutions are no secret any more, but for those of the exercises of
  /// an exam. Of these the text, the stub and the visible tests are secret too.
  Secrets(const fs::path& kit, const std::set<std::string>& solved,
          const std::set<std::string>& exam = {});

  /// A folder with all that is in it, archives and git's history too, or one file.
  std::vector<Leak> search(const fs::path& place) const;
  /// The first secret in a text: the file of the kit it stands in, or nothing.
  std::string first_in(std::string_view text) const;

 private:
  struct Window {
    std::uint64_t hash;
    std::uint32_t file;
    auto operator<=>(const Window&) const = default;
  };
  bool is_exam(const fs::path& file) const;  // a file of an exercise of the exam
  bool is_solved(const fs::path& solution) const;
  void add(const std::string& name, std::string_view text);
  void allow(std::string_view text);
  void search_file(const fs::path& file, const fs::path& base, std::vector<Leak>& leaks) const;
  void search_history(const fs::path& place, std::vector<Leak>& leaks) const;

  fs::path kit_;
  std::set<std::string> solved_, exam_;
  std::vector<std::string> files_;
  std::vector<Window> windows_;  // sorted
};

}  // namespace kit
