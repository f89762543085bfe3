#pragma once
// A text on its way to the reader, piece by piece.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tokenizer.hpp"

namespace lm {

/// Prints a text as its bytes come in, but never half of a character, and nothing from a stop
/// string on. What could still become a stop string waits.
class Printer {
 public:
  /// out  none: nothing is printed, only kept
  Printer(std::FILE* out, std::vector<std::string> stops) : out_(out), stops_(std::move(stops)) {}

  void add_prompt(const std::string& bytes) {
    text_ += bytes;
    n_prompt_ = text_.size();
    show(shown_ + whole_characters(std::string_view(text_).substr(shown_)));
  }

  /// False once a stop string has come.
  bool add(const std::string& bytes) {
    text_ += bytes;
    std::size_t end = text_.size(), waiting = 0;
    for (const std::string& stop : stops_) {
      end = std::min(end, text_.find(stop, n_prompt_));
      waiting = std::max(waiting, begun(stop));
    }
    if (end < text_.size()) {
      text_.resize(end);
      return false;
    }
    const std::string_view ready(text_.data() + shown_, end - waiting - shown_);
    show(shown_ + whole_characters(ready));
    return true;
  }

  void finish() {
    text_.resize(shown_ + whole_characters(std::string_view(text_).substr(shown_)));
    show(text_.size());
    if (out_ == nullptr) return;
    std::fputs("\n", out_);
    std::fflush(out_);  // what is said of the text comes behind it
  }
  const std::string& text() const { return text_; }

 private:
  // How many bytes at the end of the new text begin this stop string.
  std::size_t begun(const std::string& stop) const {
    std::size_t n = std::min(stop.size() - 1, text_.size() - n_prompt_);
    while (!text_.ends_with(stop.substr(0, n))) --n;
    return n;
  }

  void show(std::size_t end) {
    if (out_ != nullptr) {
      std::fwrite(text_.data() + shown_, 1, end - shown_, out_);
      std::fflush(out_);
    }
    shown_ = end;
  }

  std::FILE* out_;
  std::vector<std::string> stops_;
  std::string text_;
  std::size_t n_prompt_ = 0;  // no stop string begins before
  std::size_t shown_ = 0;
};

}  // namespace lm
