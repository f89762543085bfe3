#pragma once
// Known answers from outside the project, where the machine has them: the folder that the
// environment variable KIT_CONFORMANCE_DIR names. Tests that read it carry the tag [conformance],
// are skipped where there is none, and never count as passed then.
//
//   TEST_CASE("rms_norm agrees with the conformance data", "[rms_norm][conformance]") {
//     for (const auto& golden : kit::golden_cases("rms_norm")) {
//       const auto x = golden.tensor("x");
//       …
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/types.hpp"

namespace kit {

struct GoldenTensor {
  std::vector<int> shape;
  std::vector<double> values;  // row-major

  lm::Vector floats() const { return {values.begin(), values.end()}; }
  /// The last axis as rows: (…, cols) becomes (rows, cols).
  lm::Matrix matrix() const;
  std::vector<double> row(int i) const;
};

class GoldenCase {
 public:
  struct Json;
  explicit GoldenCase(std::shared_ptr<const Json> json) : json_(std::move(json)) {}
  bool has(const std::string& key) const;
  double number(const std::string& key) const;
  int integer(const std::string& key) const { return static_cast<int>(number(key)); }
  std::string word(const std::string& key) const;
  std::vector<int> integers(const std::string& key) const;
  std::vector<std::string> words(const std::string& key) const;
  GoldenTensor tensor(const std::string& key) const;
  /// A nested object, for instance the expected fields of one config.
  GoldenCase object(const std::string& key) const;
  /// A list of objects, for instance the steps of one text.
  std::vector<GoldenCase> objects(const std::string& key) const;
  std::vector<std::string> keys() const;

 private:
  std::shared_ptr<const Json> json_;
};

/// A file of the conformance data; nothing, and skip(), where there is none.
std::optional<std::string> conformance_file(const std::string& path);
/// A whole JSON file of it.
std::optional<GoldenCase> golden_file(const std::string& path);
/// The cases of golden/NAME.json; none, and skip(), where there is no such data.
std::vector<GoldenCase> golden_cases(const std::string& name);

}  // namespace kit
