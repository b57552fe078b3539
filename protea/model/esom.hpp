// Maps as the Databionic ESOM Tools and their kin (somoclu, R's DataIO) exchange them: the text files `.wts`, `.bm` and
// `.umx`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/rule/lattice.hpp>

namespace PROTEA_EXPORT protea {

// Every file starts with `% rows columns`, and DataIO's with a third word: 0 or 1, planar or toroid. ESOM Tools and
// somoclu do not say, and what they leave open stays open.
struct EsomGrid {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::optional<bool> is_toroid = {};
};

// The grid of a map.
EsomGrid esom_grid(const Lattice& lattice);

// `.wts`: `% dimension`, then a line for every unit, columns varying fastest: index = row · columns + column. Further
// lines that start with '%' (names, which some writers put there) are skipped.
struct EsomWeights {
  EsomGrid grid = {};
  Matrix vectors = {};
};

// `.bm`: `% number`, then a line `key row column` for every sample. A key is any whole number: ESOM Tools count from 1,
// somoclu from 0. Rows and columns start at 0 in both; DataIO counts them from 1, which only a match on the last row or
// column gives away: it is refused.
struct EsomBestMatch {
  std::int64_t key = 0;
  std::size_t row = 0;
  std::size_t column = 0;

  bool operator==(const EsomBestMatch&) const = default;
};

struct EsomBestMatches {
  EsomGrid grid = {};
  std::vector<EsomBestMatch> matches = {};
};

// Words are separated by white space; lines that start with '#' and empty lines are skipped. They throw DataError
// "source:line:column: …", the column counted in words, the sign % not among them. Headers are believed when the
// numbers are there: no memory is taken before.
EsomWeights parse_esom_weights(std::string_view text, const std::string& source);
EsomBestMatches parse_esom_best_matches(std::string_view text, const std::string& source);
Matrix parse_esom_heights(std::string_view text,
                          const std::string& source);   // `.umx`: a line for every row of the map

// The text that reads back as the same to the last bit. They throw UsageError for parts that do not fit together,
// NumericalError for NaN or infinity.
std::string format_esom_weights(const EsomWeights& weights);
std::string format_esom_best_matches(const EsomBestMatches& best);
std::string format_esom_heights(MatrixView heights);

}   // namespace protea
