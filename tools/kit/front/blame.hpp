#pragma once
#include <string>
#include <vector>

#include "front/kit.hpp"
#include "front/run.hpp"

namespace kit {

/// Finds the student's part that makes the decoder go wrong. First every call of a run on the
/// model's parts is replayed into each of the student's; if all replay right, a mixed run is
/// compared with the model's: then the fault is in state or order. Returns Exit::not_so if there is
/// blame. `with`: parts put in the student's place; without any, all parts that the student has
/// begun.
Exit blame(const Tree& tree, const Syllabus& syllabus, const std::vector<With>& with, bool json);

}  // namespace kit
