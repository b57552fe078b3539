#include <protea/data/csv.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/csv_scanner.hpp>

namespace protea {

namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// A column in the making. Row 0 is the first row of the file, a header or not; what it is shows only at the end, so its
// cell is kept apart. From the first word on the texts are kept too; earlier ones are fetched in a second pass, except for a
// column that may be the label, whose texts are kept from the beginning.
struct Draft {
  std::string first_text;
  double first_value = missing_value;
  CellKind first_kind = CellKind::missing;
  std::vector<double> numbers;
  std::vector<std::string> words;
  std::size_t words_from = nowhere;
  std::size_t first_word_row = nowhere;
  std::size_t infinite_row = nowhere;
  std::size_t number_cells = 0;
  bool keeps_texts = false;

  bool has_words() const { return words_from != nowhere; }
  bool has_numbers() const { return !has_words() && (number_cells > 0 || infinite_row != nowhere); }

  // The texts from the first word on.
  std::span<const std::string> words_seen() const {
    if (!keeps_texts) return words;
    return has_words() ? std::span(words).subspan(words_from - 1) : std::span<const std::string>{};
  }

  // Are there texts to be fetched?
  bool lacks_words() const { return has_words() && !keeps_texts; }

  void add(std::size_t row, const Cell& cell) {
    if (keeps_texts || has_words() || cell.kind == CellKind::word) {
      words.emplace_back(cell.kind == CellKind::missing ? std::string_view{} : cell.text);
    }
    number_cells += cell.kind == CellKind::number ? 1 : 0;
    if (!has_words() && cell.kind != CellKind::word) {
      numbers.push_back(cell.value);
      if (cell.kind == CellKind::infinite && infinite_row == nowhere) infinite_row = row;
      return;
    }
    if (!has_words()) words_from = first_word_row = row;
  }

  // Numbers are to be kept as they are spelled: every text is fetched in the second pass. Precondition: `rows` counts all.
  void keep_words(std::size_t rows) {
    if (has_words()) return;
    words_from = rows;
    first_word_row = 0;
  }

  // The first row turned out to be data. Precondition: `rows` counts it.
  void adopt_first_row(std::size_t rows) {
    number_cells += first_kind == CellKind::number ? 1 : 0;
    if (first_kind == CellKind::infinite) infinite_row = 0;
    if (first_kind == CellKind::missing) first_text.clear();
    if (first_kind != CellKind::word) return;
    first_word_row = 0;
    if (!has_words()) words_from = rows;
  }
};

// nowhere when there is no such column; who needs one says so later.
std::size_t column_of_label(std::span<const Draft> drafts, bool has_names, const std::string& label) {
  if (label == "none") return nowhere;
  if (label.empty()) return drafts.size() - 1;
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    if ((has_names ? drafts[j].first_text : feature_name(j)) == label) return j;
  }
  const auto position = parse_integer(label);
  return position && *position >= 1 && static_cast<std::size_t>(*position) <= drafts.size()
             ? static_cast<std::size_t>(*position - 1)
             : nowhere;
}

bool recurs(const Draft& draft) {
  return draft.first_kind == CellKind::word && std::ranges::count(draft.words_seen(), draft.first_text) > 0;
}

// Without any number to compare with: names occur nowhere below themselves, while values come again.
bool is_unlike_the_words_below(std::span<const Draft> drafts) {
  return std::ranges::all_of(drafts, [](const Draft& draft) {
    const std::span<const std::string> words = draft.words_seen();
    const std::unordered_set<std::string_view> values(words.begin(), words.end());
    return !values.contains(draft.first_text) && (words.empty() || values.size() < words.size());
  });
}

bool first_row_is_header(std::span<const Draft> drafts, std::size_t rows) {
  std::unordered_set<std::string_view> names;
  for (const Draft& draft : drafts) {
    if (draft.first_kind == CellKind::word) names.insert(draft.first_text);
  }
  if (names.size() == drafts.size()) {
    if (rows == 1 || std::ranges::any_of(drafts, [](const Draft& draft) { return draft.number_cells > 0; }))
      return true;
    return is_unlike_the_words_below(drafts);
  }
  // A row of both words and numbers: a word that comes again in its own column is a value, a class name say.
  const auto is_over_numbers = [](const Draft& draft) {
    return draft.first_kind == CellKind::word && draft.has_numbers();
  };
  return std::ranges::any_of(drafts, is_over_numbers) && std::ranges::none_of(drafts, recurs);
}

// The rows of all pieces, one after the other.
class CsvRows {
 public:
  CsvRows(CsvText& text, char separator, const std::string& source) : text_(text), scanner_({}, separator, source) {}

  bool next_row() {
    while (!scanner_.next_row()) {
      const std::string_view piece = text_.next();
      if (piece.empty()) return false;
      scanner_.go_on(piece);
    }
    return true;
  }
  bool next_cell(Cell& cell) { return scanner_.next_cell(cell); }
  std::uint32_t line() const { return scanner_.line(); }

 private:
  CsvText& text_;
  CsvScanner scanner_;
};

// May column `j` turn out to be the label?
bool may_be_label(const Draft& draft, std::size_t j, std::size_t columns, const std::string& label) {
  if (label == "none") return false;
  if (label.empty()) return j + 1 == columns;
  const auto position = parse_integer(label);
  return draft.first_text == label || feature_name(j) == label ||
         (position && *position == static_cast<long long>(j + 1));
}

std::vector<Draft> read_first_row(CsvRows& rows) {
  std::vector<Draft> drafts;
  for (Cell cell; rows.next_cell(cell);) {
    Draft& draft = drafts.emplace_back();
    draft.first_text = cell.text;
    draft.first_value = cell.value;
    draft.first_kind = cell.kind;
  }
  return drafts;
}

void read_other_rows(CsvRows& rows, std::vector<Draft>& drafts, std::vector<std::uint32_t>& lines,
                     const std::string& source) {
  for (std::size_t row = 1; rows.next_row(); ++row) {
    lines.push_back(rows.line());
    std::size_t found = 0;
    for (Cell cell; rows.next_cell(cell); ++found) {
      if (found < drafts.size()) drafts[found].add(row, cell);
    }
    if (found != drafts.size()) {
      fail_at(source, rows.line(),
              fmt::format("expected {} cells as in line {}, found {}", drafts.size(), lines.front(), found));
    }
  }
}

// Second pass: the texts of the cells above the first word of each column of words, rows 1 … words_from − 1.
std::vector<std::vector<std::string>> read_earlier_words(CsvText& text, char separator, const std::string& source,
                                                         std::span<const Draft> drafts) {
  std::vector<std::vector<std::string>> earlier(drafts.size());
  std::size_t last = 1;
  for (const Draft& draft : drafts) last = std::max(last, draft.lacks_words() ? draft.words_from : 0);
  if (last == 1) return earlier;
  text.rewind();
  CsvRows rows(text, separator, source);
  for (std::size_t row = 0; row < last && rows.next_row(); ++row) {
    std::size_t column = 0;
    for (Cell cell; rows.next_cell(cell); ++column) {
      if (column >= drafts.size()) continue;
      const Draft& draft = drafts[column];
      if (row == 0 || !draft.lacks_words() || row >= draft.words_from) continue;
      earlier[column].emplace_back(cell.kind == CellKind::missing ? std::string_view{} : cell.text);
    }
  }
  return earlier;
}

Column finish(Draft& draft, std::vector<std::string> earlier, bool is_header, std::size_t index) {
  Column column;
  column.name = is_header && !draft.first_text.empty() ? draft.first_text : feature_name(index);
  if (!draft.has_words()) {
    column.numbers = std::move(draft.numbers);
    if (is_header) {
      column.numbers.erase(column.numbers.begin());
    } else {
      column.numbers.front() = draft.first_value;
    }
    return column;
  }
  column.words = std::move(draft.words);
  column.words.insert(column.words.begin(), std::make_move_iterator(earlier.begin()),
                      std::make_move_iterator(earlier.end()));
  if (!is_header) column.words.insert(column.words.begin(), std::move(draft.first_text));
  column.first_word_row = draft.first_word_row - (is_header && draft.first_word_row > 0 ? 1 : 0);
  column.number_cells = draft.number_cells;
  return column;
}

void refuse_infinity(const Table& table, std::span<const Draft> drafts) {
  const auto row_of = [](const Draft& draft) { return draft.has_words() ? nowhere : draft.infinite_row; };
  const auto worst = std::ranges::min_element(drafts, {}, row_of);
  if (row_of(*worst) == nowhere) return;
  const auto column = static_cast<std::size_t>(worst - drafts.begin());
  throw DataError(fmt::format("{}: {}", table.place(row_of(*worst), column), infinity_sentence));
}

}   // namespace

std::optional<char> separator_of_first_rows(std::string_view text, TextEnd end) {
  constexpr std::array<char, 3> candidates{'\t', ';', ','};
  constexpr std::size_t rows_to_look_at = 10;
  std::array<std::size_t, 3> first{};
  std::array<std::size_t, 3> counts{};
  std::array<bool, 3> agrees{true, true, true};
  std::size_t rows = 0;
  bool is_quoted = false;
  bool is_blank = true;
  for (std::size_t i = 0; i <= text.size() && rows < rows_to_look_at; ++i) {
    if (i == text.size() && end == TextEnd::goes_on) return std::nullopt;
    const char c = i < text.size() ? text[i] : '\n';
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted && i < text.size()) continue;
    if (c != '\n' && c != '\r') {
      is_blank = is_blank && c == ' ';
      for (std::size_t k = 0; k < candidates.size(); ++k) counts[k] += c == candidates[k] ? 1 : 0;
    } else if (!is_blank) {
      if (rows++ == 0) first = counts;
      for (std::size_t k = 0; k < candidates.size(); ++k) agrees[k] = agrees[k] && counts[k] == first[k];
      counts = {};
      is_blank = true;
    }
  }
  // A semicolon before a comma, which may be a decimal one.
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (agrees[k] && first[k] > 0) return candidates[k];
  }
  const auto most = static_cast<std::size_t>(std::ranges::max_element(first) - first.begin());
  return first[most] > 0 ? candidates[most] : ',';
}

char detect_separator(std::string_view text) { return *separator_of_first_rows(text, TextEnd::whole); }

Table parse_csv(std::string_view text, const std::string& source, char separator, const std::string& label) {
  CsvInMemory in_memory(text);
  return parse_csv(in_memory, source, separator, label);
}

Table parse_csv(CsvText& text, const std::string& source, char separator, const std::string& label) {
  Table table;
  table.source = source;
  CsvRows cells(text, separator, source);
  if (!cells.next_row()) fail_without_rows(source);
  const std::size_t most_rows = text.lines();
  table.lines.reserve(most_rows);
  table.lines.push_back(cells.line());
  std::vector<Draft> drafts = read_first_row(cells);
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    // Exactly: columns that grow by doubling would need the memory of the data twice.
    drafts[j].numbers.reserve(most_rows);
    drafts[j].numbers.push_back(missing_value);
    drafts[j].keeps_texts = may_be_label(drafts[j], j, drafts.size(), label);
    if (drafts[j].keeps_texts) drafts[j].words.reserve(most_rows);
  }
  read_other_rows(cells, drafts, table.lines, source);

  const std::size_t rows = table.lines.size();
  table.has_names = first_row_is_header(drafts, rows);
  if (table.has_names && rows == 1) throw DataError(fmt::format("{}: a header but no rows of data", source));
  if (!table.has_names) {
    for (Draft& draft : drafts) draft.adopt_first_row(rows);
  }
  refuse_infinity(table, drafts);
  if (const std::size_t kept = column_of_label(drafts, table.has_names, label); kept != nowhere)
    drafts[kept].keep_words(rows);

  auto earlier = read_earlier_words(text, separator, source, drafts);
  table.columns.reserve(drafts.size());
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    table.columns.push_back(finish(drafts[j], std::move(earlier[j]), table.has_names, j));
  }
  if (table.has_names) table.lines.erase(table.lines.begin());
  for (const Column& column : table.columns) {
    if (std::max(column.numbers.size(), column.words.size()) == table.lines.size()) continue;
    throw DataError(fmt::format("{}: the file has changed while it was read: try again", source));
  }
  return table;
}

}   // namespace protea
