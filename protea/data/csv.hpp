// Comma-, semicolon- and tab-separated text with quotes (RFC 4180), with or without a header.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/data/csv_text.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// The separator that the first rows agree on; a comma when none does.
char detect_separator(std::string_view text);
// The same of the beginning of a text; nothing when that holds too few rows to tell.
enum class TextEnd { whole, goes_on };
std::optional<char> separator_of_first_rows(std::string_view text, TextEnd end);

// Columns whose cells are all numbers or missing become numbers, all others words. The first row is taken as header when
// a word in it stands over numbers, or when all its cells are distinct words and there are numbers below.
// The column named `label` (or at that position from 1; the last one for "", none for "none") is always of words.
Table parse_csv(std::string_view text, const std::string& source, char separator, const std::string& label = "none");
Table parse_csv(CsvText& text, const std::string& source, char separator, const std::string& label = "none");

}   // namespace protea
