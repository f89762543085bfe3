#pragma once
#include <future>
#include <string>

#include "front/kept.hpp"
#include "front/kit.hpp"
#include "front/verify_report.hpp"

namespace kit {

/// The tools' own tests and the decoder's, beside the builds: they build nothing, so they need not
/// wait for ninja. What all passed is not run again while no file changes.
std::future<std::string> start_own_tests(const Tree& tree, const Kept& kept);
/// Counts what they printed.
void count_own_tests(const std::string& output, VerifyReport& report);

}  // namespace kit
