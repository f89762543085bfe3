#pragma once
#include <vector>

#include "front/kept.hpp"
#include "front/kit.hpp"
#include "front/verify_report.hpp"

namespace kit {

/// Counts what is known of each exercise from its records: its faces are there, the solution passes
/// and the stub is not started, each wrong version is caught and named alone, data from outside
/// agrees. As many exercises at a time as there are processors.
void verify_exercises(const Tree& tree, const std::vector<const Exercise*>& selected,
                      VerifyReport& report);

/// The wrong versions whose fault is a race: the thread sanitizer must find it. It has a build of
/// its own, so this can go on beside the other one.
VerifyReport verify_races(Tree tree, const Kept& kept,
                          const std::vector<const Exercise*>& selected);

}  // namespace kit
