#include <protea/data/csv_piece.hpp>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/data/csv_scanner.hpp>

namespace protea {
namespace {

class PieceReader {
 public:
  PieceReader(CsvRowsPiece& piece, const CsvShape& shape, std::uint32_t line, const std::vector<bool>& keeps_texts)
      : piece_(piece),
        shape_(shape),
        scanner_(piece.text.rows, shape.separator, shape.source, shape.missing, line),
        has_decimal_commas_(shape.separator != ','),
        values_(shape.columns) {
    piece_.columns.resize(shape.columns);
    piece_.lines.clear();
    for (std::size_t j = 0; j < shape.columns; ++j) {
      ColumnPiece& column = piece_.columns[j];
      static_cast<ColumnFindings&>(column) = {};
      column.words.clear();
      column.meanings.clear();
      column.texts_from = keeps_texts[j] ? 0 : nowhere;
    }
    make_room();
  }

  void read() {
    for (std::size_t row = 0; scanner_.next_row(); ++row) {
      if (row == room_) make_room();
      piece_.lines.push_back(scanner_.line());
      std::size_t j = 0;
      while (j < shape_.columns && take_cell(row, j)) ++j;
      if (j < shape_.columns || !scanner_.row_is_over()) refuse_row(j);
    }
    const std::size_t rows = piece_.lines.size();
    // Cells were counted where they were no numbers.
    for (ColumnPiece& column : piece_.columns) column.number_cells = rows - column.number_cells;
    piece_.next_line = scanner_.next_line();
  }

 private:
  bool take_cell(std::size_t row, std::size_t j) {
    if (values_[j].is_plain && scanner_.next_number(values_[j].to[row])) return true;
    ColumnPiece& column = piece_.columns[j];
    if (column.texts_from != nowhere && scanner_.next_known([&](std::string_view text) {
          const auto code = column.words.find(text);
          if (code) add_again(column, row, *code, values_[j].to[row]);
          return code.has_value();
        })) {
      return true;
    }
    Cell cell;
    if (!scanner_.next_cell(cell)) return false;
    add(column, row, cell, values_[j].to[row]);
    values_[j].is_plain = column.texts_from == nowhere && (!has_decimal_commas_ || column.knows_points());
    return true;
  }

  // A text that was met before shows nothing new.
  void add_again(ColumnPiece& column, std::size_t row, std::uint32_t code, double& value) {
    const Cell& cell = column.meanings[code];
    column.words.push_code(code);
    column.number_cells += cell.kind == CellKind::number ? 0 : 1;
    if (column.has_words()) return;
    value = cell.value;
    if (cell.kind == CellKind::word) column.words_from = row;
  }

  void add(ColumnPiece& column, std::size_t row, const Cell& cell, double& value) {
    const bool is_word = cell.kind == CellKind::word;
    if (is_word && column.texts_from == nowhere) column.texts_from = row;
    if (column.texts_from != nowhere) {
      column.words.push_back(cell.kind == CellKind::missing ? std::string_view{} : cell.text);
      if (column.words.words().size() > column.meanings.size())
        column.meanings.push_back({{}, cell.value, cell.kind, cell.has_decimal_comma});
    }
    column.number_cells += cell.kind == CellKind::number ? 0 : 1;
    if (cell.has_decimal_comma) column.add_comma(row, cell.text);
    if (is_word) {
      if (!column.has_words()) column.words_from = row;
      column.add_word(row, cell.text);
    } else if (!column.has_words()) {
      value = cell.value;
      if (cell.kind == CellKind::infinite && column.infinite_row == nowhere) column.infinite_row = row;
    }
    if (has_decimal_commas_ && cell.kind == CellKind::number) column.add_point(row, cell.text);
  }

  void make_room() {
    constexpr std::size_t usual = 1024;
    const std::size_t most = piece_.text.rows.size() / shape_.columns + 1;   // a cell takes a byte at least
    std::size_t room = std::max({std::min(usual, most), 2 * room_, std::size_t{1}});
    for (const ColumnPiece& column : piece_.columns) room = std::max(room, column.numbers.size());
    for (std::size_t j = 0; j < shape_.columns; ++j) {
      piece_.columns[j].numbers.resize(room);
      values_[j].to = piece_.columns[j].numbers.data();
    }
    room_ = room;
  }

  [[noreturn]] void refuse_row(std::size_t taken) {
    std::size_t found = taken;
    for (Cell cell; scanner_.next_cell(cell);) ++found;
    fail_at(
        shape_.source, scanner_.line(),
        fmt::format("expected {} as in line {}, found {}", counted(shape_.columns, "cell"), shape_.first_line, found));
  }

  // Where the numbers of a column go, and whether that is all that is wanted of them.
  struct Values {
    double* to = nullptr;
    bool is_plain = false;   // known after the first cell
  };

  CsvRowsPiece& piece_;
  const CsvShape& shape_;
  CsvScanner scanner_;
  bool has_decimal_commas_;
  std::vector<Values> values_;
  std::size_t room_ = 0;
};

}   // namespace

void read_rows(CsvRowsPiece& piece, const CsvShape& shape, std::uint32_t line, const std::vector<bool>& keeps_texts) {
  PieceReader(piece, shape, line, keeps_texts).read();
}

}   // namespace protea
