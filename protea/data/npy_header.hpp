// The header of a .npy file: type, order and shape of the array behind it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace protea {

struct NpyHeader {
  std::string type;            // as written, for messages: '<f8'
  char kind = 'f';             // b, i, u, f, S, U, O, …
  std::size_t item_size = 0;   // bytes per element
  bool is_big_endian = false;
  bool is_fortran_order = false;
  std::vector<std::size_t> shape;
  std::size_t data_begin = 0;   // where the elements start
};

inline constexpr std::string_view npy_magic = "\x93NUMPY";

// Versions 1, 2 and 3. Throws DataError.
NpyHeader read_npy_header(std::string_view bytes, const std::string& source);

}   // namespace protea
