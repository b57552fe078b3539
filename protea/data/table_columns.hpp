// Columns of a table by name, position and purpose, and their cells as words or numbers: what encoding and
// targets share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

std::vector<std::string> column_names(const Table& table);
std::optional<std::size_t> column_by_name(const Table& table, std::string_view name);
// By name or by position from 1; a DataError says what the column was wanted for.
std::size_t find_column(const Table& table, std::string_view column, const std::string& purpose);

// Columns by names, positions from 1, ranges of either (3-7, first:last) and patterns (x*), separated by commas, each
// once and in the order of the table. A DataError says what they were wanted for where one is not there.
std::vector<std::size_t> find_columns(const Table& table, std::string_view columns, const std::string& purpose);

// Neither a feature nor a target: weights, groups, an id, or ignored.
bool is_set_aside(const Table& table, std::size_t column);
// The columns that are not.
std::vector<std::size_t> columns_of_data(const Table& table);
// The position of a column among those.
std::size_t position_among_data(const Table& table, std::size_t column);
std::string_view purpose_of(Role role);   // "weight", "group", …

std::size_t cell_count(const Column& column);
// The cell as a class name; empty when missing.
std::string cell_word(const Column& column, std::size_t row);
// The cell as a number, also where the column was read as words; nothing when it is a word, NaN when it is missing.
std::optional<double> cell_number(const Column& column, std::size_t row);

// Numbers, or words that are all numbers: at least one, the rest may be missing.
bool holds_numbers(const Column& column);
// Makes such words numbers alone.
void forget_spelling(Column& column);

// Each word once: numbers in order of value, words in order of letters.
void sort_class_names(std::vector<std::string>& names);
std::vector<std::string> distinct_words(const Column& column);

}   // namespace protea
