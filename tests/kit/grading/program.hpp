#pragma once
// What the tests of kit-grading share: handing out, collecting, marking.
#include <string>
#include <vector>

#include "harness.hpp"

namespace kit::tests {

/// kit-grading with these arguments, in that checkout.
Ended program(const std::vector<std::string>& arguments, const fs::path& folder = KIT_CHECKOUT);
void expect_equal(const std::string& got, const std::string& want);
/// Validates a document against docs/NAME.schema.json.
void expect_valid(const std::string& schema, const std::string& document);

}  // namespace kit::tests
