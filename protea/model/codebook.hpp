// Codebooks as LVQ_PAK and SOM_PAK exchange them: the text file `.cod`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct Codebook {
  std::size_t dimension = 0;
  std::string topology = "lvq";   // "lvq", or "hexa" or "rect" for a map
  std::size_t xdim = 0;           // a map has xdim · ydim vectors, x varying fastest: index = y · xdim + x
  std::size_t ydim = 0;
  std::string neighbourhood = {};   // "bubble" or "gaussian" for a map
  Matrix vectors = {};
  std::vector<std::string> labels = {};   // one per vector, empty where there is none
};

// The header is `dim`, `dim lvq` or `dim hexa|rect xdim ydim bubble|gaussian`; then one vector and at most one label
// per line. Lines that start with '#' and empty lines are skipped. Throws DataError "source:line:column: …", the column
// counted in words.
Codebook parse_codebook(std::string_view text, const std::string& source);

// The text that reads back as the same codebook to the last bit. Throws UsageError for a label that the format cannot
// hold (it has white space, or looks like a qualifier `weight=` or `fixed=`), NumericalError for NaN or infinity,
// UsageError for a codebook whose parts do not fit together.
std::string format_codebook(const Codebook& codebook);

}   // namespace protea
