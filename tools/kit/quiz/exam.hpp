#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "quiz/asked.hpp"

namespace kit {

/// So many of the questions that can be graded, drawn by the seed. A Failure if there are fewer.
std::vector<const Question*> exam_paper(std::vector<const Question*> questions, int n,
                                        std::uint64_t seed);

/// What an exam asks, for whoever prints it.
std::string paper_json(const std::vector<Asked>& paper, std::uint64_t seed);

/// answers.json against the paper. A Failure if it answers what was not asked.
std::string graded_json(const std::vector<Asked>& paper, std::uint64_t seed,
                        const std::map<std::string, std::string>& answers);

}  // namespace kit
