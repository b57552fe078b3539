// What columns are there for besides features and targets: weights, groups, names of samples, nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// Makes a column, by name or position from 1, the weights of the rows; they must be greater than 0.
void set_weight_column(Table& table, std::string_view column);

// Makes a column the groups of the rows, numbered in the order in which they appear. A missing cell is a DataError.
void set_group_column(Table& table, std::string_view column);

// Makes a column the names of the samples.
void set_id_column(Table& table, std::string_view column);

// Leaves columns out, named as find_columns() understands them.
void ignore_columns(Table& table, std::string_view columns);

// What the author of a table should hear about its columns, a sentence each, settings marked: a first column that only
// counts the rows, several columns of one name.
std::vector<std::string> notes_on_columns(const Table& table);

}   // namespace protea
