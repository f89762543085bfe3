#pragma once
#include <optional>
#include <string>

#include "front/kit.hpp"

namespace kit {

/// What long runs of tests said when all of them passed: it stands for as long as no file of the
/// checkout or of the conformance data changes, nor the build's options. Lies in build/, so a fresh
/// clone has none.
class Kept {
 public:
  /// Looks at the files now: what is kept later holds for what they are at this moment.
  explicit Kept(const Tree& tree);

  std::optional<std::string> find(const std::string& name) const;
  void keep(const std::string& name, const std::string& words) const;

 private:
  fs::path folder_;
  std::string state_;  // of all that, in one short word: of files path, size and time of change
};

}  // namespace kit
