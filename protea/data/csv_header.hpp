// Does the first row of separated text name the columns? Told from the whole row and the columns below it.
#pragma once

#include <span>
#include <string>

#include <protea/data/csv_draft.hpp>

namespace protea {

struct HeaderGuess {
  bool is_header;
  std::string note = {};   // where appearances speak for the other answer
};

// `rows` counts the first one too.
HeaderGuess guess_header(std::span<const Draft> drafts, std::size_t rows);

}   // namespace protea
