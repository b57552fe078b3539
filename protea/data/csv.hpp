// Comma-, semicolon- and tab-separated text with quotes (RFC 4180), with or without a header.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/data/csv_text.hpp>
#include <protea/data/read_options.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// The separator that the first rows agree on; a comma when none does.
char detect_separator(std::string_view text);
// The same of the beginning of a text; nothing when that holds too few rows to tell.
enum class TextEnd { whole, goes_on };
std::optional<char> separator_of_first_rows(std::string_view text, TextEnd end);

// Columns whose cells are all numbers or missing become numbers, all others words. Unless the options say, the first
// row is taken as header when a word in it stands over numbers, when all its cells are distinct words and there are
// numbers below, or when its numbers look like an axis (wavelengths, years, 0 1 2 …) and its words come nowhere else;
// where that is a guess against appearances, the notes of the table say so. A first row one cell shorter than the
// others names all columns but the first. Where the separator is no comma, a comma may be a decimal one. The label
// column is always of words.
Table parse_csv(std::string_view text, const std::string& source, char separator, const ReadOptions& options = {});
Table parse_csv(CsvText& text, const std::string& source, char separator, const ReadOptions& options = {});

}   // namespace protea
