// Arrays of NumPy: single ones (.npy) and zip archives of them (.npz).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/file.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// Booleans, integers and floating-point numbers in one or two dimensions, strings in one.
struct NpyArray {
  char kind = 'f';   // of NumPy: b, i, u, f; S and U for strings
  std::size_t dimensions = 2;
  std::size_t rows = 0;
  std::size_t columns = 1;
  std::vector<Numbers> values;      // column by column; empty for strings
  std::vector<std::string> words;   // strings, or the integers of a single column as text
};

// All bytes are told to `passed` once they have been read, in order and in pieces.
using Passed = std::function<void(std::string_view piece)>;
NpyArray read_npy_array(std::string_view bytes, const std::string& source, const Passed& passed = {});

// A one-dimensional array is one column.
Table parse_npy(std::string_view bytes, const std::string& source);
// The same from a file that is read piece by piece, or looked at through a memory map where its numbers are as this
// machine has them; nothing where it has to be read as a whole, for strings.
// Precondition: the file is regular.
std::optional<Table> read_npy_file(FileReader& file, const std::string& source);

// Features are the array X, else data, else the first with two dimensions; the label is y, else labels, else the first
// with one dimension; `memory` is what unpacking an array may take, 0 as unpack_gzip() decides. The label becomes the
// last column, 'class'; strings and integers are kept as text.
Table parse_npz(std::string_view bytes, const std::string& source, std::size_t memory = 0);
// The same from a regular file: arrays that are stored as they are pass by, and are never in memory beside their table.
Table read_npz_file(const std::string& name, std::size_t memory = 0);

}   // namespace protea
