#include <protea/data/npy.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/npy_header.hpp>

namespace protea {

namespace {

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T>
T load(const char* bytes, bool is_swapped) {
  std::array<char, sizeof(T)> buffer{};
  std::memcpy(buffer.data(), bytes, sizeof(T));
  if (is_swapped) std::ranges::reverse(buffer);
  return std::bit_cast<T>(buffer);
}

bool is_swapped(const NpyHeader& header) {
  return header.is_big_endian != (std::endian::native == std::endian::big);
}

template <Number T>
void decode(std::string_view data, const NpyHeader& header, NpyArray& array) {
  array.values.resize(array.rows * array.columns);
  const std::size_t row_step = header.is_fortran_order ? 1 : array.columns;
  const std::size_t column_step = header.is_fortran_order ? array.rows : 1;
  for (std::size_t i = 0; i < array.rows; ++i) {
    for (std::size_t j = 0; j < array.columns; ++j) {
      const T value = load<T>(data.data() + (i * row_step + j * column_step) * sizeof(T), is_swapped(header));
      array.values[i * array.columns + j] = static_cast<double>(value);
      if constexpr (std::integral<T>) {
        using Wide = std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>;
        if (array.columns == 1) array.words.push_back(fmt::format("{}", static_cast<Wide>(value)));
      }
    }
  }
}

// False when numbers of this kind and size are not known.
bool decode_numbers(std::string_view data, const NpyHeader& header, NpyArray& array) {
  switch (header.kind * 16 + static_cast<int>(std::min<std::size_t>(header.item_size, 15))) {
    case 'b' * 16 + 1: decode<std::uint8_t>(data, header, array); break;
    case 'i' * 16 + 1: decode<std::int8_t>(data, header, array); break;
    case 'i' * 16 + 2: decode<std::int16_t>(data, header, array); break;
    case 'i' * 16 + 4: decode<std::int32_t>(data, header, array); break;
    case 'i' * 16 + 8: decode<std::int64_t>(data, header, array); break;
    case 'u' * 16 + 1: decode<std::uint8_t>(data, header, array); break;
    case 'u' * 16 + 2: decode<std::uint16_t>(data, header, array); break;
    case 'u' * 16 + 4: decode<std::uint32_t>(data, header, array); break;
    case 'u' * 16 + 8: decode<std::uint64_t>(data, header, array); break;
    case 'f' * 16 + 4: decode<float>(data, header, array); break;
    case 'f' * 16 + 8: decode<double>(data, header, array); break;
    default: return false;
  }
  return true;
}

void append_utf8(std::string& text, std::uint32_t c, const std::string& source) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
    throw DataError(fmt::format("{}: a string holds {:#x}, which is not a character", source, c));
  }
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | (c >> 6));
    put(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    put(0xe0 | (c >> 12));
    put(0x80 | ((c >> 6) & 0x3f));
    put(0x80 | (c & 0x3f));
  } else {
    put(0xf0 | (c >> 18));
    put(0x80 | ((c >> 12) & 0x3f));
    put(0x80 | ((c >> 6) & 0x3f));
    put(0x80 | (c & 0x3f));
  }
}

void decode_strings(std::string_view data, const NpyHeader& header, NpyArray& array, const std::string& source) {
  for (std::size_t i = 0; i < array.rows; ++i) {
    const std::string_view item = data.substr(i * header.item_size, header.item_size);
    if (header.kind == 'S') {
      array.words.emplace_back(item.substr(0, item.find_last_not_of('\0') + 1));
      continue;
    }
    std::string& word = array.words.emplace_back();
    for (std::size_t k = 0; k < item.size(); k += 4) {
      const auto c = load<std::uint32_t>(item.data() + k, is_swapped(header));
      if (c == 0) break;
      append_utf8(word, c, source);
    }
  }
}

}  // namespace

NpyArray read_npy_array(std::string_view bytes, const std::string& source) {
  const NpyHeader header = read_npy_header(bytes, source);
  NpyArray array;
  array.kind = header.kind;
  array.dimensions = header.shape.size();
  if (array.dimensions < 1 || array.dimensions > 2) {
    throw DataError(fmt::format("{}: expected an array of 1 or 2 dimensions, found {}", source, array.dimensions));
  }
  array.rows = header.shape[0];
  if (array.dimensions == 2) array.columns = header.shape[1];
  if (array.rows == 0 || array.columns == 0) fail_without_rows(source);

  const std::string_view data = bytes.substr(header.data_begin);
  const std::size_t items = data.size() / header.item_size;
  if (array.rows > items || array.columns > items / array.rows) {
    throw DataError(fmt::format("{}: {} bytes are too few for an array of {} x {} values of type '{}'", source, data.size(),
                                array.rows, array.columns, header.type));
  }
  if ((header.kind == 'S' || header.kind == 'U') && array.columns == 1) {
    decode_strings(data, header, array, source);
  } else if (!decode_numbers(data, header, array)) {
    throw DataError(fmt::format("{}: values of type '{}' cannot be read", source, header.type));
  }
  const auto infinite = std::ranges::find_if(array.values, [](double value) { return std::isinf(value); });
  if (infinite != array.values.end()) {
    const auto index = static_cast<std::size_t>(infinite - array.values.begin());
    throw DataError(fmt::format("{} row {}, column {}: {}", source, index / array.columns + 1, index % array.columns + 1,
                                infinity_sentence));
  }
  return array;
}

Table parse_npy(std::string_view bytes, const std::string& source) {
  NpyArray array = read_npy_array(bytes, source);
  Table table;
  table.source = source;
  if (array.values.empty()) {
    table.columns.push_back(word_column(feature_name(0), std::move(array.words)));
  } else {
    table.columns = split_columns(array.values, array.columns);
  }
  return table;
}

}  // namespace protea
