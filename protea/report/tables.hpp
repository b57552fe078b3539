// Numbers as people and spreadsheets read them: shares, columns under their headings, cells of CSV files.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// Characters as a terminal counts them: UTF-8 continuation bytes take no room.
std::size_t display_width(const std::string& text);
std::string padded(const std::string& text, std::size_t width);
std::string left_padded(const std::string& text, std::size_t width);

// The text, or its beginning and an ellipsis, in so many characters.
std::string first_letters(const std::string& text, std::size_t most);

// "95.3 %"
std::string percent(double share);

// Columns under their headings, the first to the left, the others to the right.
std::string text_table(const std::vector<std::vector<std::string>>& rows);

// A cell of a CSV file, in quotes where it needs them.
std::string quoted_cell(const std::string& text);
// Numbers with a header as CSV, every number readable back.
std::string csv_text(const std::vector<std::string>& columns, const std::vector<std::vector<double>>& rows);

}   // namespace protea
