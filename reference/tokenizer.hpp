#pragma once
#include <string>
#include <vector>

namespace reference {

/// <s>, then a space and the text in pieces, merged best score first. The text is kept as it is and
/// the borders inside it are taken away one by one; ids are looked up at the end.
std::vector<int> encode(const std::vector<std::string>& pieces, const std::vector<float>& scores,
                        const std::string& text);

/// The id of the byte that a llama2.c vocabulary keeps for characters that are no piece.
int byte_token(int byte);

}  // namespace reference
