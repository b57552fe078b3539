#include <protea/data/csv.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/csv_body.hpp>
#include <protea/data/csv_header.hpp>
#include <protea/data/csv_scanner.hpp>

namespace protea {

namespace {

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

// The rows of all pieces, one after the other.
class CsvRows {
 public:
  CsvRows(CsvText& text, char separator, const std::string& source, const ReadOptions& options)
      : text_(text),
        separator_(separator),
        source_(source),
        missing_(options.missing),
        scanner_({}, separator, source, options.missing) {}

  bool next_row() {
    while (!scanner_.next_row()) {
      if (!text_.next(piece_)) return false;
      std::destroy_at(&scanner_);
      std::construct_at(&scanner_, piece_.rows, separator_, source_, missing_, 1U);
    }
    return true;
  }
  CsvScanner& cells() { return scanner_; }

 private:
  CsvText& text_;
  CsvPiece piece_ = {};
  char separator_;
  const std::string& source_;
  std::span<const std::string> missing_;
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

std::vector<Draft> read_first_row(CsvScanner& cells) {
  std::vector<Draft> drafts;
  for (Cell cell; cells.next_cell(cell);) {
    Draft& draft = drafts.emplace_back();
    draft.first_text = cell.text;
    draft.first_value = cell.value;
    draft.first_kind = cell.kind;
    draft.first_has_comma = cell.has_decimal_comma;
  }
  return drafts;
}

// Names of all columns but the first, over rows that have a name of their own there: as R writes tables.
bool names_all_but_the_first(std::span<const Draft> drafts, std::size_t cells_below) {
  return cells_below == drafts.size() + 1 &&
         std::ranges::all_of(drafts, [](const Draft& draft) { return draft.first_kind == CellKind::word; });
}

// Second pass: the texts of the cells above the first word of each column of words, rows 1 … words_from − 1.
std::vector<WordCells> read_earlier_words(CsvText& text, char separator, const std::string& source,
                                          const ReadOptions& options, std::span<const Draft> drafts) {
  std::vector<WordCells> earlier(drafts.size());
  std::size_t last = 1;
  for (const Draft& draft : drafts) last = std::max(last, draft.lacks_words() ? draft.words_from : 0);
  if (last == 1) return earlier;
  text.rewind();
  CsvRows rows(text, separator, source, options);
  for (std::size_t row = 0; row < last && rows.next_row(); ++row) {
    std::size_t column = 0;
    for (Cell cell; rows.cells().next_cell(cell); ++column) {
      if (column >= drafts.size()) continue;
      const Draft& draft = drafts[column];
      if (row == 0 || !draft.lacks_words() || row >= draft.words_from) continue;
      earlier[column].push_back(cell.kind == CellKind::missing ? std::string_view{} : cell.text);
    }
  }
  return earlier;
}

// As files without names have them, and as no other column is called: an index that pandas wrote may stand
// beside an x1.
void name_the_nameless(Table& table) {
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    if (!table.columns[j].name.empty()) continue;
    std::string name = feature_name(j);
    const auto is_taken = [&](const Column& column) { return column.name == name; };
    while (std::ranges::any_of(table.columns, is_taken)) name += '_';
    table.columns[j].name = name;
  }
}

Column finish(Draft& draft, WordCells earlier, bool is_header, std::size_t index) {
  Column column;
  column.name = is_header ? draft.first_text : feature_name(index);   // one without a name gets it at the end
  if (!draft.has_words() || draft.is_spelled) {
    Numbers& numbers = draft.numbers;
    if (draft.has_room_for_first && is_header) numbers.erase(numbers.begin());
    if (!draft.has_room_for_first && !is_header) numbers.insert(numbers.begin(), missing_value);
    if (!is_header) numbers.front() = draft.first_value;
    column.numbers = std::move(numbers);
  }
  if (!draft.has_words()) return column;
  if (is_header && earlier.empty()) {
    column.words = std::move(draft.words);
  } else {
    column.words.reserve(earlier.size() + draft.words.size() + 1);
    if (!is_header) column.words.push_back(draft.first_text);
    column.words.append(earlier);
    column.words.append(draft.words);
  }
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

Table parse_csv(std::string_view text, const std::string& source, char separator, const ReadOptions& options) {
  CsvInMemory in_memory(text, separator);
  return parse_csv(in_memory, source, separator, options);
}

namespace {

// A comma and a point in one column: one of them is not decimal, and only the author of the file knows which.
void demand_one_decimal_sign(const Table& table, std::span<const Draft> drafts) {
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    const Draft& draft = drafts[j];
    if (draft.has_words() || draft.comma_row == nowhere || draft.point_row == nowhere) continue;
    throw DataError(fmt::format("{}: '{}' has a comma where line {} has a point: leave out the sign between thousands",
                                table.place(draft.comma_row, j), draft.comma_text, table.lines[draft.point_row]));
  }
}

// Numbers such as 1.234,5 would make a column of words.
void refuse_both_signs(const Table& table, std::span<const Draft> drafts, std::size_t label) {
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    if (j == label || drafts[j].both_row == nowhere || drafts[j].has_other_words) continue;
    throw DataError(fmt::format("{}: '{}' has a sign between thousands and a decimal one: leave out the former",
                                table.place(drafts[j].both_row, j), drafts[j].both_text));
  }
}

void note_thousands(Table& table, std::span<const Draft> drafts) {
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    const Draft& draft = drafts[j];
    if (draft.has_words() || draft.comma_row == nowhere || !draft.may_be_thousands) continue;
    std::string with_point = draft.comma_text;
    std::ranges::replace(with_point, ',', '.');
    table.notes.push_back(
        fmt::format("the comma in column '{}' is taken for a decimal one, {} is {}: if it separates "
                    "thousands, remove it",
                    table.columns[j].name, draft.comma_text, with_point));
  }
  const auto has_comma = [](const Draft& draft) { return !draft.has_words() && draft.comma_row != nowhere; };
  const auto other = std::ranges::find_if(drafts, has_comma);
  if (other == drafts.end()) return;
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    const Draft& draft = drafts[j];
    if (draft.has_words() || draft.comma_row != nowhere || draft.point_row == nowhere || !draft.points_may_be_so)
      continue;
    table.notes.push_back(fmt::format(
        "the point in column '{}' is taken for a decimal one, as in {}, though '{}' has decimal commas: if it separates "
        "thousands, remove it",
        table.columns[j].name, draft.point_text, table.columns[static_cast<std::size_t>(other - drafts.begin())].name));
  }
}

// Rows as drafts of columns, with the lines they stand in.
std::vector<Draft> read_drafts(CsvText& text, const std::string& source, char separator, const ReadOptions& options,
                               RowLines& lines) {
  std::uint32_t line = 1;
  for (CsvPiece start; text.next(start);) {
    CsvScanner cells(start.rows, separator, source, options.missing, line);
    if (!cells.next_row()) {
      line = cells.next_line();
      continue;
    }
    lines.push_back(cells.line());
    std::vector<Draft> drafts = read_first_row(cells);
    std::string_view rest(cells.rest(), static_cast<std::size_t>(start.rows.end() - cells.rest()));
    line = cells.next_line();
    CsvPiece below;   // where the second row is longer than what is left of the first piece
    std::optional<CsvScanner> second(std::in_place, rest, separator, source, options.missing, line);
    bool has_second = second->next_row();
    while (!has_second && text.next(below)) {
      line = second->next_line();
      rest = below.rows;
      second.emplace(rest, separator, source, options.missing, line);
      has_second = second->next_row();
    }
    if (has_second) {
      std::size_t cells_below = 0;
      for (Cell cell; second->next_cell(cell);) ++cells_below;
      if (options.header != Header::no && names_all_but_the_first(drafts, cells_below))
        drafts.insert(drafts.begin(), Draft{});
    }
    const bool looks_like_names =
        std::ranges::all_of(drafts, [](const Draft& draft) { return draft.first_kind == CellKind::word; });
    for (std::size_t j = 0; j < drafts.size(); ++j) {
      drafts[j].has_room_for_first = !looks_like_names && options.header != Header::yes;
      if (drafts[j].has_room_for_first) drafts[j].numbers.push_back(missing_value);
      drafts[j].keeps_texts = may_be_label(drafts[j], j, drafts.size(), options.label);
    }
    const CsvShape shape{separator, source, options.missing, drafts.size(), lines.front()};
    CsvBody(text, rest, line, shape, drafts, lines).read(options.tasks);
    return drafts;
  }
  fail_without_rows(source);
}

}   // namespace

Table parse_csv(CsvText& text, const std::string& source, char separator, const ReadOptions& options) {
  Table table;
  table.source = source;
  std::vector<Draft> drafts;
  try {
    drafts = read_drafts(text, source, separator, options, table.lines);
  } catch (const DataError&) {
    text.demand_text();   // what is no text at all is told first
    throw;
  }

  const std::size_t rows = table.lines.size();
  table.has_names = options.header == Header::yes;
  if (options.header == Header::automatic) {
    HeaderGuess guess = guess_header(drafts, rows);
    table.has_names = guess.is_header;
    if (!guess.note.empty()) table.notes.push_back(std::move(guess.note));
  }
  if (table.has_names && rows == 1) throw DataError(fmt::format("{}: a header but no rows of data", source));
  if (!table.has_names) {
    for (Draft& draft : drafts) draft.adopt_first_row(rows, separator != ',');
  }
  refuse_infinity(table, drafts);
  demand_one_decimal_sign(table, drafts);
  const std::size_t label = column_of_label(drafts, table.has_names, options.label);
  refuse_both_signs(table, drafts, label);
  if (label != nowhere) drafts[label].keep_words(rows);

  auto earlier = read_earlier_words(text, separator, source, options, drafts);
  table.columns.reserve(drafts.size());
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    table.columns.push_back(finish(drafts[j], std::move(earlier[j]), table.has_names, j));
  }
  name_the_nameless(table);
  note_thousands(table, drafts);
  if (table.has_names) table.lines = table.lines.without_first();
  for (const Column& column : table.columns) {
    if (std::max(column.numbers.size(), column.words.size()) == table.lines.size()) continue;
    throw DataError(fmt::format("{}: the file has changed while it was read: try again", source));
  }
  return table;
}

}   // namespace protea
