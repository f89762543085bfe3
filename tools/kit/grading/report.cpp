#include "grading/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

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
details { margin-top: 2.75rem; }
summary { cursor: pointer; font-weight: 600; }
.more { margin-top: .75rem; }
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

double median(const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  if (n == 0) return 0;
  return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

using Counts = std::array<int, bands.size()>;  // of people, by band

int begun_in(const Counts& counts) {
  return counts[0] + counts[1] + counts[2] + counts[3];
}

struct Mistake {
  Diagnosis known;
  int n = 0, exact = 0;  // people; of them whose numbers are all the wrong version's
};

/// What a class made of an exercise.
struct Tally {
  std::string name, chapter;
  Counts counts = {};
  std::vector<Mistake> mistakes;  // the commonest first

  int begun() const { return begun_in(counts); }
  int stuck() const { return begun() - counts[0]; }
  double passing() const { return begun() == 0 ? 1 : static_cast<double>(counts[0]) / begun(); }
};

/// In reading order.
std::vector<Tally> tallies_of(const std::vector<Grade>& grades) {
  std::vector<Tally> all;
  for (const Grade& grade : grades) {
    if (grade.result == nullptr) continue;
    for (const GradedExercise& exercise : grade.result->exercises) {
      auto tally = std::ranges::find(all, exercise.name, &Tally::name);
      if (tally == all.end()) {
        tally = all.insert(all.end(), Tally{exercise.name, exercise.chapter, {}, {}});
      }
      ++tally->counts[band_of(exercise)];
      for (const Diagnosis& known : exercise.diagnosis) {
        auto mistake = std::ranges::find_if(tally->mistakes, [&](const Mistake& one) {
          return one.known.version == known.version;
        });
        if (mistake == tally->mistakes.end()) {
          mistake = tally->mistakes.insert(mistake, Mistake{known});
        }
        ++mistake->n;
        mistake->exact += known.exact ? 1 : 0;
      }
    }
  }
  for (Tally& tally : all) {  // ties by name: whoever comes first in the class list decides nothing
    std::ranges::sort(tally.mistakes, {},
                      [](const Mistake& one) { return std::pair(-one.n, one.known.version); });
  }
  std::ranges::stable_sort(all, {}, &Tally::chapter);
  return all;
}

std::string facts(const ClassResults& all, const std::vector<double>& shares) {
  const auto fact = [](const std::string& number, const std::string& words) {
    return fmt::format("<div><b>{}</b>{}</div>\n", number, words);
  };
  double sum = 0;
  for (const double one : shares) sum += one;
  const std::size_t n = shares.size();
  std::string text = "<div class=\"facts\">\n";
  text += fact(std::to_string(n), "graded");
  text += fact(std::to_string(all.grades.size() - n), "handed nothing in");
  text += fact(fmt::format("{:.0f} %", n == 0 ? 0 : 100 * sum / static_cast<double>(n)), "mean");
  text += fact(fmt::format("{:.0f} %", 100 * median(shares)), "median");
  if (!all.attention.empty()) {
    text += fact(std::to_string(all.attention.size()), "to be looked at, below");
  }
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

std::string bar(const Counts& counts, int total) {
  std::string text = "<div class=\"bar\">";
  for (std::size_t i = 0; i < bands.size(); ++i) {
    if (counts[i] == 0) continue;
    text += fmt::format("<span class=\"{}\" style=\"width:{:.2f}%\" title=\"{} {}\"></span>",
                        bands[i].style, 100.0 * counts[i] / total, counts[i], bands[i].words);
  }
  return text + "</div>";
}

std::string percent(double part) {
  return fmt::format("{:.0f} %", 100 * part);
}

std::string legend() {
  std::string text = "<div class=\"legend\">";
  for (const Band& band : bands) {
    text += fmt::format("<span><i class=\"{}\"></i>{}</span>", band.style, band.words);
  }
  return text + "</div>\n";
}

/// How far the class has come.
std::string chapters(const std::vector<Tally>& tallies) {
  std::string text = legend() +
                     "<table>\n<tr><th>chapter</th><th></th><th class=\"n\">begun</th>"
                     "<th class=\"n\">pass, of begun</th></tr>\n";
  for (std::size_t i = 0; i < tallies.size();) {
    const std::string& chapter = tallies[i].chapter;
    Counts counts = {};
    for (; i < tallies.size() && tallies[i].chapter == chapter; ++i) {
      for (std::size_t band = 0; band < counts.size(); ++band) {
        counts[band] += tallies[i].counts[band];
      }
    }
    const int begun = begun_in(counts), total = begun + counts[4];
    text += fmt::format(
        "<tr><td>{}</td><td class=\"wide\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "</tr>\n",
        xml_text(chapter), bar(counts, total), percent(static_cast<double>(begun) / total),
        begun == 0 ? "–" : percent(static_cast<double>(counts[0]) / begun));
  }
  return text + "</table>\n";
}

/// Why those are stuck who are, as far as it is known.
std::string reason(const Tally& tally) {
  if (tally.mistakes.empty() || tally.stuck() == 0) return "";
  const Mistake& first = tally.mistakes.front();
  return fmt::format(" · most often <code>{}</code> ({} of {})", xml_text(first.known.version),
                     first.n, tally.stuck());
}

std::string hardest(std::vector<Tally> rows) {
  // By how many need help, not by share: an exercise that one person has begun is not the hardest.
  std::ranges::stable_sort(rows, {},
                           [](const Tally& one) { return std::pair(-one.stuck(), one.passing()); });
  constexpr std::size_t shown = 10;
  constexpr const char* head =
      "<table>\n<tr><th>exercise</th><th></th><th class=\"n\">stuck</th>"
      "<th class=\"n\">pass, of begun</th></tr>\n";
  std::string text = legend() + head;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Tally& row = rows[i];
    if (i == shown) {
      text += fmt::format(
          "</table>\n<details class=\"more\"><summary>{} more, with fewer who are "
          "stuck</summary>\n{}",
          rows.size() - shown, head);
    }
    text += fmt::format(
        "<tr><td>{}<small>{}{}</small></td><td class=\"wide\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td></tr>\n",
        xml_text(row.name), xml_text(row.chapter), reason(row),
        bar(row.counts, row.begun() + row.counts[4]), row.stuck(),
        row.begun() == 0 ? "–" : percent(row.passing()));
  }
  return text + "</table>\n" + (rows.size() > shown ? "</details>\n" : "");
}

std::string misconceptions(const std::vector<Tally>& tallies) {
  struct Row {
    const Tally* tally;
    const Mistake* mistake;
  };
  std::vector<Row> rows;
  for (const Tally& tally : tallies) {
    for (const Mistake& mistake : tally.mistakes) rows.push_back({&tally, &mistake});
  }
  if (rows.empty()) return "<p>No known mistake was named.</p>\n";
  // Of two that as many hold, the one that a larger part of those holds who have begun.
  std::ranges::stable_sort(
      rows, {}, [](const Row& row) { return std::pair(-row.mistake->n, row.tally->begun()); });
  constexpr std::size_t shown = 12;
  std::string text =
      "<table>\n<tr><th>they may believe</th><th>in truth</th><th class=\"n\">people</th></tr>\n";
  for (std::size_t i = 0; i < std::min(rows.size(), shown); ++i) {
    const auto& [tally, mistake] = rows[i];
    text += fmt::format(
        "<tr><td class=\"wide\">{}<small>{} · {} · <code>{}</code></small></td><td>{}</td>"
        "<td class=\"n\">{}<small>of {} who began</small>{}</td></tr>\n",
        xml_text(mistake->known.belief), xml_text(tally->chapter), xml_text(tally->name),
        xml_text(mistake->known.version), xml_text(mistake->known.truth), mistake->n,
        tally->begun(),
        mistake->exact == mistake->n
            ? ""
            : fmt::format("<small>{} to the letter</small>", mistake->exact));
  }
  text += "</table>\n";
  if (rows.size() > shown) {
    text +=
        fmt::format("<p>And {} rarer ones; each person's are in <code>submissions/</code>.</p>\n",
                    rows.size() - shown);
  }
  return text;
}

std::string sentence_of(const std::string& head, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "; ") + xml_text(name);
  return names.empty() ? "" : fmt::format("<li>{}: {}</li>\n", head, text);
}

/// What somebody has to do something about.
std::string to_be_looked_at(const ClassResults& all, double half_of_median) {
  std::vector<std::string> nothing, behind;
  for (const auto& [person, result] : all.grades) {
    const std::string& id = person.id.empty() ? person.login : person.id;
    const std::string who = person.name == id ? id : person.name + " (" + id + ")";
    if (result == nullptr) {
      nothing.push_back(who);
    } else if (share(*result) < half_of_median) {
      behind.push_back(who);
    }
  }
  std::string text;
  for (const std::string& sentence : all.attention) text += "<li>" + xml_text(sentence) + "</li>\n";
  text += sentence_of("Handed nothing in", nothing);
  text += sentence_of("Less than half of the median's points", behind);
  return text.empty() ? "" : "<h2>To be looked at</h2>\n<ul>\n" + text + "</ul>\n";
}

/// The points, and the way to why.
std::string points_cell(const Result* result) {
  if (result == nullptr) return "–";
  const std::string words = number_words(result->points) + " / " + number_words(result->max_points);
  if (result->folder.empty()) return words;
  return fmt::format("<a href=\"submissions/{}/summary.md\">{}</a>", xml_text(result->folder),
                     words);
}

std::string everybody(const std::vector<Grade>& grades) {
  std::string text =
      legend() + "<table>\n<tr><th>name</th><th>id</th><th></th><th class=\"n\">points</th></tr>\n";
  for (const auto& [person, result] : grades) {
    Counts counts = {};
    int total = 0;
    std::string broken;
    if (result != nullptr) {
      for (const GradedExercise& exercise : result->exercises) {
        ++counts[band_of(exercise)];
        ++total;
        if (band_of(exercise) == 3) broken += (broken.empty() ? "" : ", ") + exercise.name;
      }
    }
    if (!broken.empty()) broken = "<small>does not compile: " + xml_text(broken) + "</small>";
    text += fmt::format(
        "<tr><td>{}{}</td><td>{}</td><td class=\"wide\">{}</td><td class=\"n\">{}</td></tr>\n",
        xml_text(person.name), broken, xml_text(person.id.empty() ? person.login : person.id),
        total == 0 ? "" : bar(counts, total), points_cell(result));
  }
  return text + "</table>\n";
}

/// What an appeal needs.
std::string origin(const std::vector<Grade>& grades) {
  std::set<std::string> ways;
  for (const Grade& grade : grades) {
    if (grade.result == nullptr) continue;
    ways.insert(fmt::format("kit {}, seed {}, isolation {}", grade.result->kit, grade.result->seed,
                            grade.result->isolation));
  }
  std::string text;
  for (const std::string& way : ways) text += (text.empty() ? "Graded with " : "; ") + way;
  return text.empty() ? "" : "<p>" + xml_text(text) + ".</p>\n";
}

}  // namespace

std::string class_report(const ClassResults& all) {
  std::vector<double> shares;
  for (const Grade& grade : all.grades) {
    if (grade.result != nullptr) shares.push_back(share(*grade.result));
  }
  std::ranges::sort(shares);
  const std::vector<Tally> tallies = tallies_of(all.grades);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\"/>\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
      "<h1>{0}</h1>\n<p>How the class did, what many believe, and where most are stuck.</p>\n{2}"
      "<h2>Distribution</h2>\n<p>How many have what share of the points.</p>\n{3}"
      "<h2>Chapters</h2>\n<p>How far the class has come: all exercises of all people.</p>\n{4}"
      "<h2>Commonest misconceptions</h2>\n<p>Wrong versions whose numbers the work of these people "
      "equals. The first three are worth ten minutes in class; <code>./kit read NAME</code> shows "
      "the "
      "exercise's section, which has the idea and an example by hand.</p>\n{5}"
      "<h2>Hardest exercises</h2>\n<p>Where most are stuck: have begun, and do not pass.</p>\n{6}"
      "<details><summary>With names, for whoever teaches: to be looked at, everybody's points"
      "</summary>\n{7}<h2>Everybody</h2>\n{8}{9}</details>\n</body>\n</html>\n",
      xml_text(all.title), style, facts(all, shares), distribution(shares), chapters(tallies),
      misconceptions(tallies), hardest(tallies), to_be_looked_at(all, median(shares) / 2),
      everybody(all.grades), origin(all.grades));
}

}  // namespace kit
