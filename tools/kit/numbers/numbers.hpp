#pragma once
// Every number in the text is executed. A section ends in a block that says where its numbers come
// from, and this says whether they do:
//
//   <!-- numbers
//   3.535534 = sqrt((3^2 + 4^2) / 2)                        # rounds to the printed digits
//   [0.848528, 1.131371] = rms_norm([3, 4], [1, 1], 0)      # a function of reference/
//   let gate = [1, -1]
//   −0.806824 = -3 * silu(gate)[1]
//   134,217,728 = 2 * 4096 * 4 * 4096                       # a whole number has to be equal
//   1.4e-15 = 0.7^96
//   0x3f33 = float_to_bf16(0.7)
//   'GQA' = attention_kind(8, 2)
//   allow 10000 0.8                                         # printed, but computed by nobody
//   -->
//
// line        PRINTED = EXPRESSION | let NAME = EXPRESSION | allow NUMBER …     then  # a comment
// PRINTED     numbers as the text prints them, [ ] around several, a blank behind each comma;
//             '-' or '−'; digits grouped by comma, thin space or not at all; 1.2e-5 or 1.2·10⁻⁵
// EXPRESSION  + - * / ^ ( ), from left to right but for ^; numbers, 'words', [lists], [[1, 2],
//             [3, 4]] (rows), x[i], x[i][j], x[i:j] (from 0, without j); + - * / ^ and the first
//             row of functions work entry by entry
// functions   sqrt exp log log2 log10 cos sin tan tanh erf abs floor ceil round pow mod
//             f32 bf16 fp16 (nearest even) int32 (wraps) int64 (both cut off the fraction)
//             min max sum mean norm dot (vectors, matrices) transpose size range(n) reverse concat
//             and every function of reference/: its name, its parameters in their order; one that
//             takes a single number works entry by entry
// names       pi e inf true false, and those of `let`
//
// What is checked of a page with a block, or of an exercise's section:
//   - each line computes, and agrees;
//   - each printed number of the block stands in the text;
//   - each number of the text with a decimal point, or with four digits and more, stands in the
//     block. Free are: years 1900 to 2047; what names something (section 3.2, Table 25.1, §3.1–3.2,
//     arXiv:1910.07467, Llama 3.1, LLaMA-3.1, 2.13.1); addresses and the targets of links; quoted
//     ./kit commands; fences of ```sh and ```console; literals that end in f;
//   - each string that the visible test passes to shows(…) stands in the text.
// Of every page: relative links lead to a file, and ./kit knows the quoted verbs and options.
#include <filesystem>
#include <string>
#include <vector>

#include "numbers/page.hpp"

namespace kit::numbers {

struct Problem {
  int line;
  std::string words;
};

/// The value rounds to the printed digits; a whole number is equal.
bool agrees(const Printed& printed, double value);

/// What is wrong with a page; its visible test is looked for in the same tree. Counts the printed
/// numbers that were executed and agree.
std::vector<Problem> check(const std::filesystem::path& file, const Page& page, int& executed);

/// Quoted commands that the program `kit` does not know, by its own --help.
std::vector<Problem> check_commands(const Page& page, const std::filesystem::path& kit);

}  // namespace kit::numbers
