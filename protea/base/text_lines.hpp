// Texts of words, line by line, each with its place for messages.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// Looks into the text and the name of its source, which must live on.
struct TextLine {
  std::string_view source;
  std::size_t number = 0;   // from 1
  std::vector<std::string_view> words = {};

  // Throw DataError "source:line: what" and "source:line:column: what", the column counted in words; `word` is counted
  // from 0.
  [[noreturn]] void refuse(std::string_view what) const;
  [[noreturn]] void refuse(std::size_t word, std::string_view what) const;
};

// The lines that have words and do not start with '#'.
class TextLines {
 public:
  TextLines(std::string_view text, std::string_view source) : rest_(text), source_(source) {}
  std::optional<TextLine> next();

 private:
  std::string_view rest_;
  std::string_view source_;
  std::size_t number_ = 0;
};

}   // namespace protea
