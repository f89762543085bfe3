#include "grading/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace kit {
namespace {

constexpr const char* style = R"(
:root { --ink: #1c2430; --soft: #5b6675; --line: #d9dee5; --paper: #fbfbf9; --card: #ffffff;
  --passes: #2a7f76; --fails: #d9922e; --ends: #b8433f; --compile: #7a5ba6; --none: #c3c9d1; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #9aa5b4; --line: #343c48;
  --paper: #14181e; --card: #1b2028; --passes: #49a99f; --none: #49525f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 62rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.75rem 0 .35rem; }
p { margin: .25rem 0 .9rem; color: var(--soft); max-width: 46rem; }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2.5rem; margin: 1.4rem 0 0; }
.facts div { color: var(--soft); font-size: .85rem; }
.facts b { display: block; color: var(--ink); font-size: 1.6rem; line-height: 1.2;
  font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
svg text.count { fill: var(--ink); font-weight: 600; }
svg rect { fill: var(--passes); }
svg line { stroke: var(--line); }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .8rem; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.wide { width: 45%; }
td small { display: block; color: var(--soft); }
.bar { display: flex; height: 1.1rem; margin-top: .15rem; border-radius: 3px; overflow: hidden;
  background: var(--none); }
.bar span { display: block; }
.passes { background: var(--passes); } .fails { background: var(--fails); }
.ends { background: var(--ends); } .compile { background: var(--compile); }
.none { background: var(--none); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 0 0 .6rem; color: var(--soft);
  font-size: .85rem; }
.legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px;
  margin-right: .35rem; vertical-align: -.08rem; }
code { font: .9em ui-monospace, monospace; }
ul { padding-left: 1.2rem; }
tr { break-inside: avoid; }
@media print { body { max-width: none; padding: 0; font-size: 11px; }
  .bar, .legend i { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

/// The kinds of verdicts that the bars tell apart, in their order.
struct Band {
  const char *style, *words;
};
constexpr std::array<Band, 5> bands = {{{"passes", "passes"},
                                        {"fails", "fails"},
                                        {"ends", "crashes or hangs"},
                                        {"compile", "does not compile"},
                                        {"none", "not begun"}}};

std::size_t band_of(const GradedExercise& exercise) {
  if (exercise.passes()) return 0;
  if (exercise.verdict == "crashes" || exercise.verdict == "hangs") return 2;
  if (exercise.verdict == "does_not_compile" || exercise.verdict == "refused") return 3;
  return exercise.begun() ? 1 : 4;
}

double share(const Result& result) {
  return result.max_points > 0 ? result.points / result.max_points : 0;
}

std::string facts(const ClassResults& all, const std::vector<double>& shares) {
  const auto fact = [](const std::string& number, const std::string& words) {
    return fmt::format("<div><b>{}</b>{}</div>\n", number, words);
  };
  double sum = 0;
  for (const double one : shares) sum += one;
  const std::size_t n = shares.size();
  const double median = n == 0       ? 0
                        : n % 2 == 1 ? shares[n / 2]
                                     : (shares[n / 2 - 1] + shares[n / 2]) / 2;
  std::string text = "<div class=\"facts\">\n";
  text += fact(std::to_string(n), "graded");
  text += fact(std::to_string(all.grades.size() - n), "handed nothing in");
  text += fact(fmt::format("{:.0f} %", n == 0 ? 0 : 100 * sum / static_cast<double>(n)), "mean");
  text += fact(fmt::format("{:.0f} %", 100 * median), "median");
  return text + "</div>\n";
}

/// Ten columns of ten percent each.
std::string distribution(const std::vector<double>& shares) {
  std::array<int, 10> columns = {};
  for (const double one : shares) {
    ++columns[std::min<std::size_t>(9, static_cast<std::size_t>(one * 10 + 1e-9))];
  }
  const int highest = std::max(1, *std::ranges::max_element(columns));
  std::string text =
      "<svg viewBox=\"0 0 800 240\" role=\"img\" aria-label=\"How many have what share of the "
      "points\">\n<line x1=\"0\" y1=\"205\" x2=\"800\" y2=\"205\"/>\n";
  for (int i = 0; i < 10; ++i) {
    const int n = columns[static_cast<std::size_t>(i)];
    const double height = 175.0 * n / highest;
    text += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"68\" height=\"{:.1f}\" rx=\"2\"/>\n",
                        i * 80 + 6, 205 - height, height);
    if (n > 0) {
      text += fmt::format(
          "<text class=\"count\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"middle\">{}"
          "</text>\n",
          i * 80 + 40, 199 - height, n);
    }
    text += fmt::format("<text x=\"{}\" y=\"224\" text-anchor=\"middle\">{}–{} %</text>\n",
                        i * 80 + 40, i * 10, i * 10 + 10);
  }
  return text + "</svg>\n";
}

std::string bar(const std::array<int, 5>& counts, int total) {
  std::string text = "<div class=\"bar\">";
  for (std::size_t i = 0; i < bands.size(); ++i) {
    if (counts[i] == 0) continue;
    text += fmt::format("<span class=\"{}\" style=\"width:{:.2f}%\" title=\"{} {}\"></span>",
                        bands[i].style, 100.0 * counts[i] / total, counts[i], bands[i].words);
  }
  return text + "</div>";
}

std::string hardest(const std::vector<Grade>& grades) {
  struct Row {
    std::string name, chapter;
    std::array<int, 5> counts = {};
    int begun() const { return counts[0] + counts[1] + counts[2] + counts[3]; }
  };
  std::vector<Row> rows;
  for (const Grade& grade : grades) {
    if (grade.result == nullptr) continue;
    for (const GradedExercise& exercise : grade.result->exercises) {
      auto row = std::ranges::find(rows, exercise.name, &Row::name);
      if (row == rows.end()) {
        rows.push_back({exercise.name, exercise.chapter, {}});
        row = rows.end() - 1;
      }
      ++row->counts[band_of(exercise)];
    }
  }
  // Of those who have begun: an exercise that few have reached is not hard for that.
  const auto passing = [](const Row& row) {
    return row.begun() == 0 ? 2.0 : static_cast<double>(row.counts[0]) / row.begun();
  };
  std::ranges::stable_sort(rows, {}, passing);
  std::string text = "<div class=\"legend\">";
  for (const Band& band : bands) {
    text += fmt::format("<span><i class=\"{}\"></i>{}</span>", band.style, band.words);
  }
  text +=
      "</div>\n<table>\n<tr><th>exercise</th><th></th><th class=\"n\">pass</th>"
      "<th class=\"n\">of begun</th></tr>\n";
  for (const Row& row : rows) {
    const int total = row.begun() + row.counts[4];
    text += fmt::format(
        "<tr><td>{}<small>{}</small></td><td class=\"wide\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td></tr>\n",
        xml_text(row.name), xml_text(row.chapter), bar(row.counts, total), row.counts[0],
        row.begun() == 0 ? "–" : fmt::format("{:.0f} %", 100 * passing(row)));
  }
  return text + "</table>\n";
}

std::string misconceptions(const std::vector<Grade>& grades) {
  struct Row {
    std::string exercise;
    Diagnosis known;
    int n = 0, exact = 0;
  };
  std::map<std::string, Row> by_name;
  for (const Grade& grade : grades) {
    if (grade.result == nullptr) continue;
    for (const GradedExercise& exercise : grade.result->exercises) {
      for (const Diagnosis& known : exercise.diagnosis) {
        Row& row = by_name[exercise.name + "/" + known.version];
        row.exercise = exercise.name;
        row.known = known;
        ++row.n;
        row.exact += known.exact ? 1 : 0;
      }
    }
  }
  if (by_name.empty()) return "<p>No known mistake was named.</p>\n";
  std::vector<Row> rows;
  for (const auto& [name, row] : by_name) rows.push_back(row);
  std::ranges::stable_sort(rows, std::ranges::greater{}, &Row::n);
  constexpr std::size_t shown = 12;
  std::string text =
      "<table>\n<tr><th>they may believe</th><th>in truth</th><th class=\"n\">people</th></tr>\n";
  for (std::size_t i = 0; i < std::min(rows.size(), shown); ++i) {
    const Row& row = rows[i];
    text += fmt::format(
        "<tr><td class=\"wide\">{}<small>{} · <code>{}</code></small></td><td>{}</td>"
        "<td class=\"n\">{}{}</td></tr>\n",
        xml_text(row.known.belief), xml_text(row.exercise), xml_text(row.known.version),
        xml_text(row.known.truth), row.n,
        row.exact == row.n ? "" : fmt::format("<small>{} to the letter</small>", row.exact));
  }
  text += "</table>\n";
  if (rows.size() > shown) text += fmt::format("<p>And {} rarer ones.</p>\n", rows.size() - shown);
  return text;
}

std::string everybody(const std::vector<Grade>& grades) {
  std::string text =
      "<table>\n<tr><th>name</th><th>id</th><th></th><th class=\"n\">points</th></tr>\n";
  for (const auto& [person, result] : grades) {
    std::array<int, 5> counts = {};
    int total = 0;
    if (result != nullptr) {
      for (const GradedExercise& exercise : result->exercises) {
        ++counts[band_of(exercise)];
        ++total;
      }
    }
    text += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"wide\">{}</td><td class=\"n\">{}</td></tr>\n",
        xml_text(person.name), xml_text(person.id.empty() ? person.login : person.id),
        total == 0 ? "" : bar(counts, total),
        result == nullptr
            ? "–"
            : number_words(result->points) + " / " + number_words(result->max_points));
  }
  return text + "</table>\n";
}

}  // namespace

std::string class_report(const ClassResults& all) {
  std::vector<double> shares;
  for (const Grade& grade : all.grades) {
    if (grade.result != nullptr) shares.push_back(share(*grade.result));
  }
  std::ranges::sort(shares);
  std::string attention;
  for (const std::string& sentence : all.attention) {
    attention += "<li>" + xml_text(sentence) + "</li>\n";
  }
  if (!attention.empty()) {
    attention = "<h2>To be looked at</h2>\n<ul>\n" + attention + "</ul>\n";
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\"/>\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
      "<h1>{0}</h1>\n<p>How the class did, what was hardest, and what many believe.</p>\n{2}{3}"
      "<h2>Distribution</h2>\n<p>How many have what share of the points.</p>\n{4}"
      "<h2>Commonest misconceptions</h2>\n<p>Wrong versions whose numbers the work of these people "
      "equals. The first few are worth ten minutes in class.</p>\n{5}"
      "<h2>Hardest exercises</h2>\n<p>The hardest first: by the share that pass of those who have "
      "begun.</p>\n{6}<h2>Everybody</h2>\n{7}</body>\n</html>\n",
      xml_text(all.title), style, facts(all, shares), attention, distribution(shares),
      misconceptions(all.grades), hardest(all.grades), everybody(all.grades));
}

}  // namespace kit
