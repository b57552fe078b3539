#include <protea/data/libsvm.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/data/cells.hpp>

namespace protea {

namespace {

struct Entry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  double value = 0;
};

constexpr std::size_t largest_width = 0x7fffffff;

class LibsvmParser {
 public:
  LibsvmParser(std::string_view text, const std::string& source) : lines_(text), size_(text.size()) {
    table_.source = source;
  }

  Table run() {
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      read_row(line.substr(0, line.find('#')));
    }
    if (labels_.empty()) fail_without_rows(table_.source);
    if (width_ == 0) fail("no 'index:value' in the whole file");
    return finish();
  }

 private:
  [[noreturn]] void fail(const std::string& sentence) const { fail_at(table_.source, lines_.number(), sentence); }

  void read_row(std::string_view line) {
    const std::string_view label = next_word(line);
    if (label.empty()) return;
    if (label.find(':') != std::string_view::npos) fail(fmt::format("expected a label, found '{}'", label));
    const auto row = static_cast<std::uint32_t>(labels_.size());
    labels_.emplace_back(label);
    table_.lines.push_back(lines_.number());
    long long previous = 0;
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (!word.starts_with("qid:")) read_entry(word, row, previous);
    }
  }

  void read_entry(std::string_view word, std::uint32_t row, long long& previous) {
    const std::size_t colon = word.find(':');
    const auto index = parse_integer(word.substr(0, colon));
    if (colon == std::string_view::npos || !index) fail(fmt::format("expected 'index:value', found '{}'", word));
    if (*index < 1) fail(fmt::format("index {}: indices count from 1", *index));
    if (*index <= previous) fail(fmt::format("index {} after {}: indices must ascend", *index, previous));
    previous = *index;
    const Cell cell = read_cell(word.substr(colon + 1));
    if (cell.kind == CellKind::word || cell.text.empty()) {
      fail(fmt::format("expected a number after '{}:', found '{}'", *index, cell.text));
    }
    if (cell.kind == CellKind::infinite) fail(fmt::format("index {}: {}", *index, infinity_sentence));
    width_ = std::max(width_, static_cast<std::size_t>(*index));
    if (width_ > largest_width || !is_plausible_size(labels_.size(), width_, size_)) {
      fail(fmt::format("index {}: {} features are too many for a file of {} bytes", *index, width_, size_));
    }
    entries_.push_back({row, static_cast<std::uint32_t>(*index - 1), cell.value});
  }

  Table finish() {
    const std::size_t rows = labels_.size();
    if (!is_plausible_size(rows, width_, size_)) {
      fail(fmt::format("{} rows of {} features are too many for a file of {} bytes", rows, width_, size_));
    }
    table_.columns.push_back(word_column("class", std::move(labels_)));
    std::vector<Numbers> columns(width_, Numbers(rows));
    for (const Entry& entry : entries_) columns[entry.column][entry.row] = entry.value;
    for (Column& column : named_columns(std::move(columns))) table_.columns.push_back(std::move(column));
    table_.label_column = 0;
    return std::move(table_);
  }

  LineReader lines_;
  std::size_t size_;
  Table table_;
  std::size_t width_ = 0;
  std::vector<std::string> labels_;
  std::vector<Entry, LargeAllocator<Entry>> entries_;
};

}   // namespace

Table parse_libsvm(std::string_view text, const std::string& source) { return LibsvmParser(text, source).run(); }

}   // namespace protea
