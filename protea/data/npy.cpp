#include <protea/data/npy.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/large_memory.hpp>
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

bool is_swapped(const NpyHeader& header) { return header.is_big_endian != (std::endian::native == std::endian::big); }

// Where the next elements of an array go.
struct Filling {
  const NpyHeader& header;
  NpyArray& array;
  bool keeps_integers = false;   // of a single column, as text too: a double does not hold all of them
  std::size_t i = 0;
  std::size_t j = 0;
};

// Elements in the order of C: rows, written in strips of columns, so that each line of the memory behind them is
// fetched once.
template <Number T>
void take_rows(std::string_view data, Filling& filling) {
  constexpr std::size_t strip = 16;
  NpyArray& array = filling.array;
  const bool swapped = is_swapped(filling.header);
  const std::size_t rows = data.size() / (array.columns * sizeof(T));
  for (std::size_t first = 0; first < array.columns; first += strip) {
    const std::size_t last = std::min(first + strip, array.columns);
    for (std::size_t i = 0; i < rows; ++i) {
      const char* const row = data.data() + i * array.columns * sizeof(T);
      for (std::size_t j = first; j < last; ++j) {
        array.values[j][filling.i + i] = static_cast<double>(load<T>(row + j * sizeof(T), swapped));
      }
    }
  }
  filling.i += rows;
}

// Elements in the order of Fortran: column after column.
template <Number T>
void take_columns(std::string_view data, Filling& filling) {
  const bool swapped = is_swapped(filling.header);
  for (std::size_t at = 0; at < data.size(); at += sizeof(T)) {
    filling.array.values[filling.j][filling.i] = static_cast<double>(load<T>(data.data() + at, swapped));
    if (++filling.i < filling.array.rows) continue;
    filling.i = 0;
    ++filling.j;
  }
}

template <Number T>
void keep_words(std::string_view data, Filling& filling) {
  if constexpr (std::integral<T>) {
    using Wide = std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>;
    for (std::size_t at = 0; at < data.size(); at += sizeof(T)) {
      filling.array.words.push_back(
          fmt::format("{}", static_cast<Wide>(load<T>(data.data() + at, is_swapped(filling.header)))));
    }
  }
}

template <Number T>
void take(std::string_view data, Filling& filling) {
  if (filling.keeps_integers) keep_words<T>(data, filling);
  if (filling.header.is_fortran_order) take_columns<T>(data, filling);
  else take_rows<T>(data, filling);
}

using Take = void (*)(std::string_view data, Filling& filling);

// Null when numbers of this kind and size are not known.
Take taker_of(const NpyHeader& header) {
  switch (header.kind * 16 + static_cast<int>(std::min<std::size_t>(header.item_size, 15))) {
    case 'b' * 16 + 1: return take<std::uint8_t>;
    case 'i' * 16 + 1: return take<std::int8_t>;
    case 'i' * 16 + 2: return take<std::int16_t>;
    case 'i' * 16 + 4: return take<std::int32_t>;
    case 'i' * 16 + 8: return take<std::int64_t>;
    case 'u' * 16 + 1: return take<std::uint8_t>;
    case 'u' * 16 + 2: return take<std::uint16_t>;
    case 'u' * 16 + 4: return take<std::uint32_t>;
    case 'u' * 16 + 8: return take<std::uint64_t>;
    case 'f' * 16 + 4: return take<float>;
    case 'f' * 16 + 8: return take<double>;
    default: return nullptr;
  }
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

NpyArray shape_of(const NpyHeader& header, std::size_t bytes, const std::string& source) {
  NpyArray array;
  array.kind = header.kind;
  array.dimensions = header.shape.size();
  if (array.dimensions < 1 || array.dimensions > 2) {
    throw DataError(fmt::format("{}: expected an array of 1 or 2 dimensions, found {}", source, array.dimensions));
  }
  array.rows = header.shape[0];
  if (array.dimensions == 2) array.columns = header.shape[1];
  if (array.rows == 0 || array.columns == 0) fail_without_rows(source);
  const std::size_t items = bytes / header.item_size;
  if (array.rows > items || array.columns > items / array.rows) {
    throw DataError(fmt::format("{}: {} bytes are too few for an array of {} x {} values of type '{}'", source, bytes,
                                array.rows, array.columns, header.type));
  }
  return array;
}

bool holds_strings(const NpyHeader& header, const NpyArray& array) {
  return (header.kind == 'S' || header.kind == 'U') && array.columns == 1;
}

// Throws a DataError where the type is not known; otherwise makes room for all values.
Take start_filling(const NpyHeader& header, NpyArray& array, const std::string& source) {
  const Take take = taker_of(header);
  if (take == nullptr) throw DataError(fmt::format("{}: values of type '{}' cannot be read", source, header.type));
  array.values.resize(array.columns);
  for (Numbers& column : array.values) column.resize(array.rows);
  return take;
}

constexpr std::size_t piece = 1U << 20;

std::size_t bytes_of_a_row(const NpyHeader& header, const NpyArray& array) {
  return header.is_fortran_order ? header.item_size : array.columns * header.item_size;
}

// Whole rows that are read at a time.
std::size_t bytes_of_a_piece(const NpyHeader& header, const NpyArray& array) {
  constexpr std::size_t rows_at_a_time = 16;   // as many values of a column as fill whole lines of memory
  const std::size_t row = bytes_of_a_row(header, array);
  return std::max(rows_at_a_time, piece / row) * row;
}

// The first in the order of rows.
void refuse_infinity(const NpyArray& array, const std::string& source) {
  std::size_t row = array.rows;
  std::size_t column = 0;
  for (std::size_t j = 0; j < array.values.size(); ++j) {
    const auto& values = array.values[j];
    const auto found = std::ranges::find_if(values, [](double value) { return std::isinf(value); });
    if (static_cast<std::size_t>(found - values.begin()) >= row) continue;
    row = static_cast<std::size_t>(found - values.begin());
    column = j;
  }
  if (row == array.rows) return;
  throw DataError(fmt::format("{} row {}, column {}: {}", source, row + 1, column + 1, infinity_sentence));
}

// Labels may stand in any column, and two of them must not become one.
void demand_exact_integers(const NpyArray& array, const std::string& source) {
  constexpr double first_inexact = 9007199254740992.0;   // 2⁵³
  if (array.kind != 'i' && array.kind != 'u') return;
  for (std::size_t j = 0; j < array.values.size(); ++j) {
    const auto& values = array.values[j];
    const auto found = std::ranges::find_if(values, [](double value) { return std::abs(value) >= first_inexact; });
    if (found == values.end()) continue;
    throw DataError(
        fmt::format("{} row {}, column {}: whole numbers from 2^53 on cannot be told apart here: store labels "
                    "in an array y of an .npz file",
                    source, found - values.begin() + 1, j + 1));
  }
}

Table table_of(NpyArray array, const std::string& source) {
  demand_exact_integers(array, source);
  Table table;
  table.source = source;
  if (array.values.empty()) table.columns.push_back(word_column(feature_name(0), std::move(array.words)));
  else table.columns = named_columns(std::move(array.values));
  return table;
}

[[noreturn]] void fail_at_infinity(std::size_t place, const NpyHeader& header, const NpyArray& array,
                                   const std::string& source) {
  const std::size_t row = header.is_fortran_order ? place % array.rows : place / array.columns;
  const std::size_t column = header.is_fortran_order ? place / array.rows : place % array.columns;
  throw DataError(fmt::format("{} row {}, column {}: {}", source, row + 1, column + 1, infinity_sentence));
}

// Columns of a map, where the elements are doubles or singles of this machine, `Number`.
template <std::floating_point Number>
Table look_at(const std::shared_ptr<const MappedFile>& file, const NpyHeader& header, const NpyArray& array,
              const std::string& source) {
  const auto* const first = reinterpret_cast<const Number*>(file->bytes().data() + header.data_begin);
  const std::span<const Number> all(first, array.rows * array.columns);
  constexpr std::size_t some = std::size_t{1} << 17;
  for (std::size_t start = 0; start < all.size(); start += some) {
    const std::span<const Number> part = all.subspan(start, std::min(some, all.size() - start));
    const auto infinite = std::ranges::find_if(part, [](Number value) { return std::isinf(value); });
    if (infinite != part.end())
      fail_at_infinity(start + static_cast<std::size_t>(infinite - part.begin()), header, array, source);
    walked_over(part.size_bytes());
  }
  const std::size_t across = header.is_fortran_order ? array.rows : 1;
  const std::size_t down = header.is_fortran_order ? 1 : array.columns;
  Table table;
  table.source = source;
  for (std::size_t j = 0; j < array.columns; ++j) {
    table.columns.push_back(number_column(
        feature_name(j), NumberCells(first + j * across, array.rows, static_cast<std::ptrdiff_t>(down), file)));
  }
  return table;
}

bool may_be_looked_at(const NpyHeader& header) {
  return header.kind == 'f' && !is_swapped(header) && (header.item_size == 8 || header.item_size == 4) &&
         header.data_begin % header.item_size == 0;
}

}   // namespace

NpyArray read_npy_array(std::string_view bytes, const std::string& source, const Passed& passed) {
  const NpyHeader header = read_npy_header(bytes, source);
  const std::string_view data = bytes.substr(header.data_begin);
  NpyArray array = shape_of(header, data.size(), source);
  const auto pass = [&](std::string_view piece) {
    if (passed) passed(piece);
  };
  if (holds_strings(header, array)) {
    decode_strings(data, header, array, source);
    pass(bytes);
    return array;
  }
  const Take take = start_filling(header, array, source);
  Filling filling{header, array, array.columns == 1};
  if (filling.keeps_integers && header.kind != 'f') array.words.reserve(array.rows);
  pass(bytes.substr(0, header.data_begin));
  std::string_view left = data.substr(0, array.rows * array.columns * header.item_size);
  const std::size_t piece_bytes = bytes_of_a_piece(header, array);
  while (!left.empty()) {
    const std::string_view piece = left.substr(0, piece_bytes);
    take(piece, filling);
    left.remove_prefix(piece.size());
    pass(piece);
  }
  pass(data.substr(array.rows * array.columns * header.item_size));
  refuse_infinity(array, source);
  return array;
}

Table parse_npy(std::string_view bytes, const std::string& source) {
  return table_of(read_npy_array(bytes, source), source);
}

std::optional<Table> read_npy_file(FileReader& file, const std::string& source) {
  std::vector<char> buffer(std::min(piece, file.size()));
  file.rewind();
  buffer.resize(file.read(buffer));
  const std::string_view start(buffer.data(), buffer.size());
  const NpyHeader header = read_npy_header(start, source);
  NpyArray array = shape_of(header, file.size() - header.data_begin, source);
  if (holds_strings(header, array)) return std::nullopt;
  if (may_be_looked_at(header)) {
    const auto map = std::make_shared<const MappedFile>(source);
    if (map->bytes().size() < header.data_begin + array.rows * array.columns * header.item_size)
      throw DataError(fmt::format("{}: the file has changed while it was read: try again", source));
    return header.item_size == 8 ? look_at<double>(map, header, array, source)
                                 : look_at<float>(map, header, array, source);
  }

  const Take take = start_filling(header, array, source);
  Filling filling{header, array};
  const std::size_t row_bytes = bytes_of_a_row(header, array);
  const std::size_t piece_bytes = bytes_of_a_piece(header, array);
  std::size_t left = array.rows * array.columns * header.item_size;
  buffer.erase(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(header.data_begin));
  while (left > 0) {
    const std::size_t known = buffer.size();
    buffer.resize(std::max(known, std::min(left, piece_bytes)));
    if (file.read(std::span(buffer).subspan(known)) < buffer.size() - known) {
      throw DataError(fmt::format("{}: the file has changed while it was read: try again", source));
    }
    const std::size_t whole = std::min(left, buffer.size() - buffer.size() % row_bytes);
    take({buffer.data(), whole}, filling);
    left -= whole;
    buffer.erase(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(whole));
  }
  refuse_infinity(array, source);
  return table_of(std::move(array), source);
}

}   // namespace protea
