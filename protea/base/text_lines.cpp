#include <protea/base/text_lines.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

std::vector<std::string_view> words_between_blanks(std::string_view line) {
  constexpr std::string_view white = " \t\r\n\v\f";
  std::vector<std::string_view> words;
  for (;;) {
    const auto begin = line.find_first_not_of(white);
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const auto end = std::min(line.find_first_of(white), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

}   // namespace

void TextLine::refuse(std::string_view what) const { throw DataError(fmt::format("{}:{}: {}", source, number, what)); }

void TextLine::refuse(std::size_t word, std::string_view what) const {
  throw DataError(fmt::format("{}:{}:{}: {}", source, number, word + 1, what));
}

std::optional<TextLine> TextLines::next() {
  while (!rest_.empty()) {
    const auto end = std::min(rest_.find('\n'), rest_.size());
    auto words = words_between_blanks(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    if (words.empty() || words.front().front() == '#') continue;
    return TextLine{source_, number_, std::move(words)};
  }
  return std::nullopt;
}

}   // namespace protea
