#include <protea/data/lvq_pak.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/data/cells.hpp>

namespace protea {

namespace {

class LvqPakParser {
 public:
  LvqPakParser(std::string_view text, const std::string& source) : lines_(text), size_(text.size()) {
    table_.source = source;
  }

  Table run() {
    while (lines_.next()) {
      const std::string_view line = trim(lines_.line());
      if (line.empty()) continue;
      if (line.front() == '#') {
        read_comment(line);
      } else if (dimension_ == 0) {
        read_dimension(line);
      } else {
        read_row(line);
      }
    }
    if (table_.lines.empty()) fail_without_rows(table_.source);
    return finish();
  }

 private:
  [[noreturn]] void fail(const std::string& sentence) const { fail_at(table_.source, lines_.number(), sentence); }

  void read_comment(std::string_view line) {
    if (next_word(line) != "#n") return;
    names_.clear();
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) names_.emplace_back(word);
  }

  void read_dimension(std::string_view line) {
    const std::string_view word = next_word(line);
    const auto dimension = parse_integer(word);
    if (!dimension || *dimension < 1) {
      fail(fmt::format("expected the dimension, a whole number from 1 on, found '{}'", word));
    }
    if (static_cast<std::size_t>(*dimension) > size_) {
      fail(fmt::format("the file is too short for rows of {} components", *dimension));
    }
    dimension_ = static_cast<std::size_t>(*dimension);
  }

  void read_row(std::string_view line) {
    const std::size_t begin = values_.size();
    bool has_value = false;
    for (std::size_t j = 0; j < dimension_; ++j) {
      const std::string_view word = next_word(line);
      Cell cell = read_cell(word);
      if (word == "x") cell.kind = CellKind::missing;
      if (word.empty() || (cell.kind == CellKind::word && !has_number(line))) {
        fail(fmt::format("expected {} components, found {}", dimension_, j));
      }
      if (cell.kind == CellKind::word) {
        fail_at(table_.source, lines_.number(), j + 1, fmt::format("expected a number, found '{}'", word));
      }
      if (cell.kind == CellKind::infinite) fail_at(table_.source, lines_.number(), j + 1, infinity_sentence);
      has_value = has_value || cell.kind == CellKind::number;
      values_.push_back(cell.value);
    }
    read_label_and_qualifiers(line, has_value);
    if (!has_value) values_.resize(begin);
  }

  static bool has_number(std::string_view line) {
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (parse_number(word)) return true;
    }
    return false;
  }

  void read_label_and_qualifiers(std::string_view line, bool is_kept) {
    std::string_view label;
    std::size_t words = 0;
    double weight = 1;
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (word.starts_with("weight=")) {
        weight = read_weight(word);
        has_weights_ = true;
      } else if (!word.starts_with("fixed=")) {
        if (words++ == 0) label = word;
      }
    }
    // A number is a label only if it stands alone: "5 6 setosa" is a row that is too long.
    if (words > 1 && parse_number(label)) fail(fmt::format("expected {} components, found more", dimension_));
    if (!is_kept) return;
    table_.lines.push_back(lines_.number());
    labels_.emplace_back(label);
    table_.weights.push_back(weight);
  }

  double read_weight(std::string_view word) const {
    const auto weight = parse_number(word.substr(word.find('=') + 1));
    if (!weight || !std::isfinite(*weight) || *weight < 0) {
      fail(fmt::format("expected a number from 0 on after 'weight=', found '{}'", word.substr(word.find('=') + 1)));
    }
    return *weight;
  }

  Table finish() {
    table_.columns = split_columns(values_, dimension_);
    if (names_.size() == dimension_) {
      for (std::size_t j = 0; j < dimension_; ++j) table_.columns[j].name = names_[j];
      table_.has_names = true;
    }
    if (!has_weights_) table_.weights.clear();
    const auto is_labelled = [](const std::string& label) { return !label.empty(); };
    const auto labelled = std::ranges::find_if(labels_, is_labelled);
    table_.is_unlabelled = labelled == labels_.end();
    if (table_.is_unlabelled) return std::move(table_);
    const auto unlabelled = std::ranges::find_if_not(labels_, is_labelled);
    if (unlabelled != labels_.end()) {
      fail_at(table_.source, table_.lines[static_cast<std::size_t>(unlabelled - labels_.begin())],
              fmt::format("no label, while line {} has one",
                          table_.lines[static_cast<std::size_t>(labelled - labels_.begin())]));
    }
    table_.label_column = static_cast<int>(dimension_);
    table_.columns.push_back(word_column("class", std::move(labels_)));
    return std::move(table_);
  }

  LineReader lines_;
  std::size_t size_;
  Table table_;
  std::size_t dimension_ = 0;
  std::vector<std::string> names_;
  std::vector<double> values_;
  std::vector<std::string> labels_;
  bool has_weights_ = false;
};

}   // namespace

Table parse_lvq_pak(std::string_view text, const std::string& source) { return LvqPakParser(text, source).run(); }

}   // namespace protea
