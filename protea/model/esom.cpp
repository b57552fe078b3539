#include <protea/model/esom.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/base/text_lines.hpp>

namespace protea {

namespace {

bool has_sign(const TextLine& line) { return line.words.front().starts_with('%'); }

// A header without its sign, which may stand alone or before the first word.
TextLine next_header(TextLines& lines, const std::string& source, std::string_view form) {
  auto line = lines.next();
  if (!line) throw DataError(fmt::format("{}: the file ends before the header '{}'", source, form));
  if (!has_sign(*line)) line->refuse(0, fmt::format("expected the header '{}', found '{}'", form, line->words.front()));
  line->words.front().remove_prefix(1);
  if (line->words.front().empty()) line->words.erase(line->words.begin());
  return std::move(*line);
}

void demand_words(const TextLine& header, std::size_t fewest, std::size_t most, std::string_view form) {
  if (header.words.size() >= fewest && header.words.size() <= most) return;
  header.refuse(
      fmt::format("expected the header '{}', found {} behind the sign", form, counted(header.words.size(), "word")));
}

std::size_t whole_number(const TextLine& line, std::size_t word, long long least, std::string_view what) {
  const auto number = parse_integer(line.words[word]);
  if (!number || *number < least) {
    line.refuse(word,
                fmt::format("expected {}, a whole number of at least {}, found '{}'", what, least, line.words[word]));
  }
  return static_cast<std::size_t>(*number);
}

bool parse_toroid(const TextLine& line, std::size_t word) {
  static constexpr std::array<std::pair<std::string_view, bool>, 6> known{
      {{"0", false}, {"1", true}, {"planar", false}, {"toroid", true}, {"FALSE", false}, {"TRUE", true}}};
  for (const auto& [name, is_toroid] : known) {
    if (line.words[word] == name) return is_toroid;
  }
  line.refuse(word, fmt::format("expected planar or toroid (0 or 1), found '{}'", line.words[word]));
}

struct GridHeader {
  TextLine line;
  EsomGrid grid;
};

GridHeader parse_grid(TextLines& lines, const std::string& source) {
  constexpr std::string_view form = "% rows columns";
  GridHeader header{next_header(lines, source, form), {}};
  demand_words(header.line, 2, 3, form);
  header.grid.rows = whole_number(header.line, 0, 1, "the number of rows");
  header.grid.columns = whole_number(header.line, 1, 1, "the number of columns");
  if (header.line.words.size() == 3) header.grid.is_toroid = parse_toroid(header.line, 2);
  return header;
}

// Appends the numbers of a line to `values`.
void parse_numbers(const TextLine& line, std::size_t count, std::string_view what, std::vector<double>& values) {
  for (std::size_t word = 0; word < std::min(count, line.words.size()); ++word) {
    const auto number = parse_number(line.words[word]);
    if (!number || !std::isfinite(*number)) {
      line.refuse(word, fmt::format("expected a finite number, found '{}'", line.words[word]));
    }
    values.push_back(*number);
  }
  if (line.words.size() != count) line.refuse(fmt::format("expected {} {}, found {}", count, what, line.words.size()));
}

Matrix matrix_of_values(const std::vector<double>& values, std::size_t rows) {
  Matrix result(rows, values.size() / rows);
  std::copy(values.begin(), values.end(), result.values().begin());
  return result;
}

// Without a product, which a forged header could make overflow.
bool holds_units(const EsomGrid& grid, std::size_t units) {
  return grid.columns > 0 && units % grid.columns == 0 && units / grid.columns == grid.rows;
}

std::size_t parse_place(const TextLine& line, std::size_t word, std::size_t size, std::string_view what) {
  const auto place = parse_integer(line.words[word]);
  if (place && *place >= 0 && static_cast<std::size_t>(*place) < size) return static_cast<std::size_t>(*place);
  const bool starts_at_one = place && static_cast<std::size_t>(*place) == size;
  line.refuse(word, fmt::format("expected a {} from 0 to {}, found '{}'{}", what, size - 1, line.words[word],
                                starts_at_one ? ": does the file count from 1?" : ""));
}

EsomBestMatch parse_match(const TextLine& line, const EsomGrid& grid) {
  if (line.words.size() != 3)
    line.refuse(fmt::format("expected 'key row column', found {}", counted(line.words.size(), "word")));
  const auto key = parse_integer(line.words[0]);
  if (!key) line.refuse(0, fmt::format("expected a key, a whole number, found '{}'", line.words[0]));
  return {.key = *key,
          .row = parse_place(line, 1, grid.rows, "row"),
          .column = parse_place(line, 2, grid.columns, "column")};
}

std::string grid_text(const EsomGrid& grid) {
  std::string text = fmt::format("% {} {}", grid.rows, grid.columns);
  if (grid.is_toroid) text += *grid.is_toroid ? " 1" : " 0";
  return text + "\n";
}

// The numbers with tabs between them; `what` is of which they are the row.
std::string line_of_numbers(Row numbers, std::string_view what, std::size_t row) {
  std::string text;
  for (const double number : numbers) {
    if (!std::isfinite(number)) {
      throw NumericalError(fmt::format("{} {} holds {}: only finite numbers can be written", what, row + 1, number));
    }
    if (!text.empty()) text += '\t';
    text += number_text(number);
  }
  return text + "\n";
}

}   // namespace

EsomGrid esom_grid(const Lattice& lattice) {
  return {static_cast<std::size_t>(lattice.rows), static_cast<std::size_t>(lattice.columns),
          lattice.topology == Topology::torus ? std::optional(true) : std::nullopt};
}

EsomWeights parse_esom_weights(std::string_view text, const std::string& source) {
  TextLines lines(text, source);
  auto [header, grid] = parse_grid(lines, source);
  constexpr std::string_view form = "% dimension";
  const TextLine second = next_header(lines, source, form);
  demand_words(second, 1, 2, form);
  const std::size_t dimension = whole_number(second, 0, 1, "the dimension");
  if (second.words.size() == 2) grid.is_toroid = parse_toroid(second, 1);   // where older files have it

  std::vector<double> values;
  while (const auto line = lines.next()) {
    if (values.empty() && has_sign(*line)) continue;
    parse_numbers(*line, dimension, "weights", values);
  }
  const std::size_t units = values.size() / dimension;
  if (!holds_units(grid, units)) {
    header.refuse(fmt::format("a map of {} x {} does not fit the {} of the file", grid.rows, grid.columns,
                              counted(units, "vector")));
  }
  return {grid, matrix_of_values(values, units)};
}

EsomBestMatches parse_esom_best_matches(std::string_view text, const std::string& source) {
  TextLines lines(text, source);
  EsomBestMatches best{parse_grid(lines, source).grid, {}};
  constexpr std::string_view form = "% number of best matches";
  const TextLine header = next_header(lines, source, form);
  demand_words(header, 1, 1, form);
  const std::size_t number = whole_number(header, 0, 0, "the number of best matches");
  while (const auto line = lines.next()) best.matches.push_back(parse_match(*line, best.grid));
  if (best.matches.size() != number) {
    header.refuse(0, fmt::format("expected the number of best matches, of which the file has {}, found {}",
                                 best.matches.size(), number));
  }
  return best;
}

Matrix parse_esom_heights(std::string_view text, const std::string& source) {
  TextLines lines(text, source);
  const auto [header, grid] = parse_grid(lines, source);
  std::vector<double> values;
  while (const auto line = lines.next()) parse_numbers(*line, grid.columns, "heights", values);
  if (!holds_units(grid, values.size())) {
    header.refuse(fmt::format("a map of {} x {} does not fit the {} of the file", grid.rows, grid.columns,
                              counted(values.size() / grid.columns, "row")));
  }
  return matrix_of_values(values, grid.rows);
}

std::string format_esom_weights(const EsomWeights& weights) {
  const EsomGrid& grid = weights.grid;
  if (weights.vectors.values().empty() || !holds_units(grid, weights.vectors.rows())) {
    throw UsageError(fmt::format("a map of {} x {} does not fit {} of dimension {}", grid.rows, grid.columns,
                                 counted(weights.vectors.rows(), "vector"), weights.vectors.columns()));
  }
  std::string text = grid_text(grid) + fmt::format("% {}\n", weights.vectors.columns());
  for (std::size_t k = 0; k < weights.vectors.rows(); ++k)
    text += line_of_numbers(weights.vectors.row(k), "weight vector", k);
  return text;
}

std::string format_esom_best_matches(const EsomBestMatches& best) {
  const EsomGrid& grid = best.grid;
  if (grid.rows == 0 || grid.columns == 0) throw UsageError("best matches on a map without units cannot be written");
  std::string text = grid_text(grid) + fmt::format("% {}\n", best.matches.size());
  for (const EsomBestMatch& match : best.matches) {
    if (match.row >= grid.rows || match.column >= grid.columns) {
      throw UsageError(fmt::format("the best match of {} at row {}, column {} is not on the map of {} x {}", match.key,
                                   match.row, match.column, grid.rows, grid.columns));
    }
    text += fmt::format("{}\t{}\t{}\n", match.key, match.row, match.column);
  }
  return text;
}

std::string format_esom_heights(MatrixView heights) {
  if (heights.rows == 0 || heights.columns == 0)
    throw UsageError("the heights of a map without units cannot be written");
  std::string text = grid_text({.rows = heights.rows, .columns = heights.columns});
  for (std::size_t row = 0; row < heights.rows; ++row) text += line_of_numbers(heights.row(row), "row", row);
  return text;
}

}   // namespace protea
