// Some rows of separated text, read by themselves: pieces may be read at the same time, and are joined in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <protea/data/csv_draft.hpp>
#include <protea/data/csv_text.hpp>

namespace protea {

// Rows are counted from 0, the first of the piece.
struct ColumnPiece : ColumnFindings {
  std::vector<double> numbers;   // of rows before the first word; there may be room behind them
  WordCells words;               // from row `texts_from` on
  std::size_t texts_from = nowhere;
  std::vector<Cell> meanings;   // of words, by code
};

struct CsvRowsPiece {
  CsvPiece text;
  std::vector<ColumnPiece> columns;
  std::vector<std::uint32_t> lines;   // of the rows
  std::uint32_t next_line = 0;        // of the text behind
};

// What all pieces of a text have in common.
struct CsvShape {
  char separator;
  const std::string& source;
  std::span<const std::string> missing;
  std::size_t columns;
  std::uint32_t first_line;   // of the first row of all, for messages
};

// Reads the rows of `piece.text`, the first of which stands in line `line`. `keeps_texts` says of which columns texts
// are kept from the beginning, not from the first word on. Throws a DataError.
void read_rows(CsvRowsPiece& piece, const CsvShape& shape, std::uint32_t line, const std::vector<bool>& keeps_texts);

}   // namespace protea
