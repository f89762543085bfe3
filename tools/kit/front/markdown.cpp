#include "front/markdown.hpp"

#include <algorithm>
#include <cctype>

#include "front/text.hpp"

namespace kit {
namespace {

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

std::string painted(std::string_view paint, std::string_view text) {
  return paint.empty() ? std::string(text)
                       : std::string(paint) + std::string(text) + std::string(colour().reset);
}

using Cells = std::vector<std::string>;

Cells cells_of(std::string_view line) {
  Cells cells;
  std::string cell;
  bool in_code = false;
  const std::string row = trimmed(line);
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '`') in_code = !in_code;
    if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
      cell += row[++i];
    } else if (row[i] == '|' && !in_code) {
      cells.push_back(rendered_inline(trimmed(cell)));
      cell.clear();
    } else {
      cell += row[i];
    }
  }
  if (!trimmed(cell).empty()) cells.push_back(rendered_inline(trimmed(cell)));
  return cells;
}

bool is_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|-: \t\r") == std::string_view::npos;
}

std::string table(const std::vector<Cells>& rows, std::size_t width) {
  std::vector<std::size_t> wide, longest_word;
  for (const Cells& row : rows) {
    wide.resize(std::max(wide.size(), row.size()));
    longest_word.resize(wide.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      wide[i] = std::max(wide[i], columns(row[i]));
      for (const std::string& word : lines_of(wrapped(row[i], 1))) {
        longest_word[i] = std::max(longest_word[i], columns(word));
      }
    }
  }
  // Too wide for the terminal: the widest column gives way until all fit, as long as its words do.
  std::size_t total = 0;
  for (const std::size_t one : wide) total += one + 2;
  for (; total > width; --total) {
    const auto spare = [&](std::size_t& one) {
      return one > longest_word[static_cast<std::size_t>(&one - wide.data())] ? one : 0;
    };
    std::size_t& widest = *std::ranges::max_element(wide, {}, spare);
    if (spare(widest) == 0) break;
    --widest;
  }

  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::vector<std::string>> cell_lines;
    std::size_t height = 1;
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      cell_lines.push_back(lines_of(wrapped(rows[r][i], wide[i])));
      height = std::max(height, cell_lines.back().size());
    }
    for (std::size_t k = 0; k < height; ++k) {
      std::string line;
      for (std::size_t i = 0; i < cell_lines.size(); ++i) {
        const std::string part = k < cell_lines[i].size() ? cell_lines[i][k] : "";
        line += i + 1 < cell_lines.size() ? padded(part, wide[i] + 2) : part;
      }
      text += "  " + (r == 0 ? painted(colour().bold, line) : line) + "\n";
    }
    if (r == 0) {
      std::string rule;
      for (const std::size_t one : wide) {
        for (std::size_t i = 0; i < one; ++i) rule += "─";
        rule += "  ";
      }
      text += "  " + painted(colour().dim, rule) + "\n";
    }
  }
  return text;
}

/// The length of a list's mark with its indentation: "- ", "2. "; 0 if the line is no list item.
std::size_t list_mark(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos) return 0;
  std::size_t end = begin;
  if (line[end] == '-' || line[end] == '*' || line[end] == '+') {
    ++end;
  } else {
    while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end]))) ++end;
    if (end == begin || end >= line.size() || line[end] != '.') return 0;
    ++end;
  }
  return end < line.size() && line[end] == ' ' ? end + 1 : 0;
}

}  // namespace

std::string rendered_inline(std::string_view text) {
  const Colour& c = colour();
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto closing = [&](std::string_view mark) { return text.find(mark, i + mark.size()); };
    const auto spans_words = [&](std::size_t end, std::size_t n) {
      return end != std::string_view::npos && end > i + n && text[i + n] != ' ' &&
             text[end - 1] != ' ';
    };
    if (text[i] == '`') {
      const std::size_t end = closing("`");
      if (end != std::string_view::npos) {
        const std::string_view code = text.substr(i, end + 1 - i);
        // Without colours the marks say that it is code.
        result +=
            c.bold.empty() ? std::string(code) : painted(c.blue, code.substr(1, code.size() - 2));
        i = end + 1;
        continue;
      }
    } else if (text.substr(i).starts_with("**")) {
      const std::size_t end = closing("**");
      if (spans_words(end, 2)) {
        result += painted(c.bold, rendered_inline(text.substr(i + 2, end - i - 2)));
        i = end + 2;
        continue;
      }
    } else if (text[i] == '*' &&
               (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])))) {
      const std::size_t end = closing("*");
      if (spans_words(end, 1)) {
        result += painted(c.bold, text.substr(i + 1, end - i - 1));
        i = end + 1;
        continue;
      }
    } else if (text[i] == '[') {
      const std::size_t middle = text.find("](", i), end = text.find(')', middle);
      if (middle != std::string_view::npos && end != std::string_view::npos &&
          text.substr(i, middle - i).find('\n') == std::string_view::npos) {
        result += rendered_inline(text.substr(i + 1, middle - i - 1));
        const std::string_view target = text.substr(middle + 2, end - middle - 2);
        if (target.starts_with("http")) result += " (" + std::string(target) + ")";
        i = end + 1;
        continue;
      }
    } else if (text[i] == '\\' && i + 1 < text.size() &&
               std::ispunct(static_cast<unsigned char>(text[i + 1]))) {
      ++i;
    }
    result += text[i++];
  }
  return result;
}

std::string rendered(std::string_view markdown, std::size_t width) {
  const Colour& c = colour();
  const std::vector<std::string> lines = lines_of(markdown);
  std::string text, paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) text += wrapped(rendered_inline(paragraph), width);
    paragraph.clear();
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string line = lines[i], bare = trimmed(line);
    if (bare.starts_with("```")) {
      flush();
      for (++i; i < lines.size() && !trimmed(lines[i]).starts_with("```"); ++i) {
        text += lines[i].empty() ? "\n" : "    " + painted(c.blue, lines[i]) + "\n";
      }
    } else if (bare.starts_with("<!--")) {
      while (i < lines.size() && lines[i].find("-->") == std::string::npos) ++i;
    } else if (bare.starts_with("#")) {
      flush();
      const std::size_t level = std::min(bare.find_first_not_of('#'), bare.size());
      const std::string title = rendered_inline(trimmed(bare.substr(level)));
      text += painted(c.bold, title) + "\n";
      std::string rule;
      for (std::size_t k = 0; k < columns(title); ++k) rule += level == 1 ? "═" : "─";
      if (level <= 2) text += painted(c.dim, rule) + "\n";
    } else if (bare.starts_with("|")) {
      flush();
      std::vector<Cells> rows;
      for (; i < lines.size() && trimmed(lines[i]).starts_with("|"); ++i) {
        if (!is_rule(lines[i])) rows.push_back(cells_of(lines[i]));
      }
      --i;
      text += table(rows, width - 2);
    } else if (bare.starts_with(">")) {
      flush();
      std::string quoted;
      for (; i < lines.size() && trimmed(lines[i]).starts_with(">"); ++i) {
        quoted += trimmed(trimmed(lines[i]).substr(1)) + " ";
      }
      --i;
      text += wrapped(rendered_inline(quoted), width, "  │ ");
    } else if (const std::size_t mark = list_mark(line); mark > 0 && paragraph.empty()) {
      std::string item = line.substr(mark);
      while (i + 1 < lines.size() && !trimmed(lines[i + 1]).empty() &&
             list_mark(lines[i + 1]) == 0 && !trimmed(lines[i + 1]).starts_with("```")) {
        item += " " + trimmed(lines[++i]);
      }
      const std::string indent(mark + 2, ' ');
      text += wrapped(rendered_inline(item), width, indent, "  " + line.substr(0, mark));
    } else if (bare.empty()) {
      flush();
      if (!text.ends_with("\n\n")) text += "\n";
    } else if (paragraph.empty() && line.starts_with("    ")) {  // code by indentation
      text += painted(c.blue, line) + "\n";
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + bare;
    }
  }
  flush();
  return text;
}

}  // namespace kit
