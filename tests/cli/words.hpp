// Words for the command and the cells of what it writes, as tests of maps want them.
#pragma once

#include <sstream>

#include <protea/data/builtin.hpp>

#include <cli/command.hpp>

namespace protea::cli {

inline Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline std::vector<Words> csv_cells(const std::string& csv) {
  std::vector<Words> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    Words cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (line.ends_with(',')) cells.emplace_back();
    rows.push_back(std::move(cells));
  }
  return rows;
}

inline std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Iris without its last column.
inline std::string unlabelled_iris() {
  std::string text;
  std::istringstream lines(builtin_text("iris"));
  for (std::string line; std::getline(lines, line);) text += line.substr(0, line.rfind(',')) + "\n";
  return text;
}

}   // namespace protea::cli
