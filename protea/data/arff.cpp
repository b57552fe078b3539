#include <protea/data/arff.hpp>

#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/data/arff_words.hpp>
#include <protea/data/cells.hpp>

namespace protea {

namespace {

struct Attribute {
  std::string name;
  bool is_numeric = true;
  bool is_nominal = false;   // neither: a string
  std::string first_value;   // of a nominal attribute; stands for the cells that a sparse row leaves out
  std::unordered_set<std::string> values;
  Numbers numbers;
  std::vector<std::string> words;
};

class ArffParser {
 public:
  ArffParser(std::string_view text, const std::string& source) : lines_(text), size_(text.size()) {
    table_.source = source;
  }

  Table run() {
    bool is_in_data = false;
    while (lines_.next()) {
      std::string_view line = trim(lines_.line());
      if (line.empty() || line.front() == '%') continue;
      if (!is_in_data) {
        is_in_data = read_declaration(line);
      } else if (line.front() == '{') {
        read_sparse_row(line);
      } else {
        read_dense_row(line);
      }
    }
    if (table_.lines.empty()) fail_without_rows(table_.source);
    return finish();
  }

 private:
  [[noreturn]] void fail(const std::string& sentence) const { fail_at(table_.source, lines_.number(), sentence); }

  // True when the line opens the data.
  bool read_declaration(std::string_view line) {
    const std::string keyword = lower_case(next_word(line));
    if (keyword == "@relation") return false;
    if (keyword == "@attribute") {
      read_attribute(line);
      return false;
    }
    if (keyword != "@data") fail(fmt::format("expected @relation, @attribute or @data, found '{}'", keyword));
    if (attributes_.empty()) fail("@data without any @attribute before it");
    return true;
  }

  void read_attribute(std::string_view line) {
    Attribute attribute;
    attribute.name = take_word(line, " \t{").text;
    if (attribute.name.empty()) fail("an attribute without a name");
    skip_blanks(line);
    if (!line.empty() && line.front() == '{') {
      attribute.is_numeric = false;
      attribute.is_nominal = true;
      read_values(line.substr(1), attribute);
    } else {
      const std::string type = lower_case(next_word(line));
      attribute.is_numeric = type == "numeric" || type == "real" || type == "integer";
      if (!attribute.is_numeric && type != "string") {
        fail(fmt::format("attribute '{}' is of type '{}': usable are numeric, real, integer, string and {{values}}",
                         attribute.name, type));
      }
    }
    attributes_.push_back(std::move(attribute));
  }

  void read_values(std::string_view line, Attribute& attribute) {
    skip_blanks(line);
    if (line.starts_with('}')) return;
    for (bool is_first = true;; is_first = false) {
      std::string value = take_word(line, ",}").text;
      if (is_first) attribute.first_value = value;
      attribute.values.insert(std::move(value));
      if (line.empty()) fail(fmt::format("the values of attribute '{}' are not closed by '}}'", attribute.name));
      const char stop = line.front();
      line.remove_prefix(1);
      if (stop == '}') return;
    }
  }

  ArffWord take_word(std::string_view& line, std::string_view stops) const {
    ArffWord word = take_arff_word(line, stops);
    if (!word.is_closed) fail("a quote is not closed");
    if (word.has_tail) fail("text follows a closing quote");
    return word;
  }

  void read_dense_row(std::string_view line) {
    std::size_t found = 0;
    for (bool is_over = false; !is_over; ++found) {
      const ArffWord word = take_word(line, ",");
      if (found < attributes_.size()) store(found, word);
      is_over = line.empty();
      if (!is_over) line.remove_prefix(1);
    }
    if (found != attributes_.size())
      fail(fmt::format("expected {}, found {}", counted(attributes_.size(), "cell"), found));
    table_.lines.push_back(lines_.number());
  }

  void read_sparse_row(std::string_view line) {
    if (!is_plausible_size(table_.lines.size() + 1, attributes_.size(), size_)) {
      fail(fmt::format("{} rows of {} attributes are too many for a file of {} bytes", table_.lines.size() + 1,
                       attributes_.size(), size_));
    }
    line.remove_prefix(1);
    skip_blanks(line);
    std::size_t next = 0;
    while (!line.starts_with('}')) {
      skip_blanks(line);
      const std::string index_text = take_word(line, " \t,}").text;
      const auto index = parse_integer(index_text);
      if (!index || *index < 0 || static_cast<std::size_t>(*index) >= attributes_.size()) {
        fail(fmt::format("expected an index from 0 to {}, found '{}'", attributes_.size() - 1, index_text));
      }
      const auto column = static_cast<std::size_t>(*index);
      if (column < next) fail(fmt::format("index {}: indices must ascend", column));
      for (; next < column; ++next) store_default(next);
      store(next++, take_word(line, ",}"));
      if (line.empty()) fail("a sparse row is not closed by '}'");
      if (line.front() == ',') line.remove_prefix(1);
    }
    for (; next < attributes_.size(); ++next) store_default(next);
    table_.lines.push_back(lines_.number());
  }

  void store_default(std::size_t column) {
    Attribute& attribute = attributes_[column];
    if (attribute.is_numeric) {
      attribute.numbers.push_back(0);
    } else {
      attribute.words.push_back(attribute.first_value);
    }
  }

  void store(std::size_t column, const ArffWord& word) {
    Attribute& attribute = attributes_[column];
    const bool is_missing = !word.is_quoted && word.text == "?";
    const auto refuse = [&](const std::string& sentence) {
      fail_at(table_.source, lines_.number(), column + 1, sentence);
    };
    if (attribute.is_numeric) {
      const Cell cell = read_cell(word.text);
      if (cell.kind == CellKind::word) refuse(fmt::format("expected a number, found '{}'", word.text));
      if (cell.kind == CellKind::infinite) refuse(infinity_sentence);
      attribute.numbers.push_back(cell.value);
      return;
    }
    if (!is_missing && attribute.is_nominal && !attribute.values.contains(word.text)) {
      refuse(fmt::format("'{}' is not among the declared values of attribute '{}'", word.text, attribute.name));
    }
    attribute.words.push_back(is_missing ? std::string{} : word.text);
  }

  Table finish() {
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
      Attribute& attribute = attributes_[j];
      if (lower_case(attribute.name) == "class") table_.label_column = static_cast<int>(j);
      table_.columns.push_back(attribute.is_numeric
                                   ? number_column(std::move(attribute.name), std::move(attribute.numbers))
                                   : word_column(std::move(attribute.name), std::move(attribute.words)));
    }
    if (table_.label_column < 0 && attributes_.back().is_nominal) {
      table_.label_column = static_cast<int>(attributes_.size() - 1);
    }
    table_.has_names = true;
    return std::move(table_);
  }

  LineReader lines_;
  std::size_t size_;
  Table table_;
  std::vector<Attribute> attributes_;
};

}   // namespace

Table parse_arff(std::string_view text, const std::string& source) { return ArffParser(text, source).run(); }

}   // namespace protea
