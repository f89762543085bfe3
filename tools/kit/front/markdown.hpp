#pragma once
#include <string>
#include <string_view>

namespace kit {

/// Markdown as a terminal shows it, at most `width` columns wide where it can be: headings,
/// paragraphs, lists, tables, quotations and fences. Without colours it is still easy to read.
std::string rendered(std::string_view markdown, std::size_t width);
/// Bold, emphasis, `code` and links of one paragraph.
std::string rendered_inline(std::string_view text);

}  // namespace kit
