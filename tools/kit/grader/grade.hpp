#pragma once
#include "front/grade_options.hpp"
#include "front/kit.hpp"

namespace kit {

/// Grades a submission, or those of a shard, into result directories.
Exit grade(const Tree& tree, const Syllabus& syllabus, const GradeOptions& options);

}  // namespace kit
