#include <protea/data/npy_header.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {

namespace {

// The dictionary {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }, a literal of Python.
class DictionaryReader {
 public:
  DictionaryReader(std::string_view text, const std::string& source) : rest_(text), source_(source) {}

  void read_into(NpyHeader& header) {
    expect('{');
    while (!take('}')) {
      const std::string_view key = quoted();
      expect(':');
      if (key == "descr") {
        read_type(header);
      } else if (key == "fortran_order") {
        header.is_fortran_order = read_boolean();
      } else if (key == "shape") {
        read_shape(header);
        has_shape_ = true;
      } else {
        fail();
      }
      if (take('}')) break;
      expect(',');
    }
    if (header.type.empty() || !has_shape_) fail();
  }

 private:
  [[noreturn]] void fail() const { throw DataError(fmt::format("{}: the header of the array is damaged", source_)); }

  bool take(char c) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size()));
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (!take(c)) fail();
  }

  std::string_view quoted() {
    const char quote = take('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) fail();
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }

  void read_type(NpyHeader& header) {
    if (take('[')) throw DataError(fmt::format("{}: structured arrays cannot be read", source_));
    const std::string_view type = quoted();
    header.type = type;
    if (type.size() < 2) fail();
    header.is_big_endian = type[0] == '>';
    header.kind = type[1];
    if (header.kind == 'O') throw DataError(fmt::format("{}: arrays of Python objects cannot be read", source_));
    const auto size = parse_integer(type.substr(2));
    constexpr long long largest = 1 << 28;
    if (std::string_view("<>|=").find(type[0]) == std::string_view::npos || !size || *size < 1 || *size > largest) {
      throw DataError(fmt::format("{}: values of type '{}' cannot be read", source_, type));
    }
    header.item_size = static_cast<std::size_t>(*size) * (header.kind == 'U' ? 4 : 1);
  }

  bool read_boolean() {
    const bool value = take('T');
    if (!value) expect('F');
    const std::string_view others = value ? "rue" : "alse";
    if (!rest_.starts_with(others)) fail();
    rest_.remove_prefix(others.size());
    return value;
  }

  void read_shape(NpyHeader& header) {
    expect('(');
    header.shape.clear();
    while (!take(')')) {
      const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
      const auto length = parse_integer(rest_.substr(0, digits));
      if (!length) fail();
      header.shape.push_back(static_cast<std::size_t>(*length));
      rest_.remove_prefix(digits);
      if (take(')')) return;
      expect(',');
    }
  }

  std::string_view rest_;
  const std::string& source_;
  bool has_shape_ = false;
};

}   // namespace

NpyHeader read_npy_header(std::string_view bytes, const std::string& source) {
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  if (!bytes.starts_with(npy_magic)) throw DataError(fmt::format("{}: not a NumPy array", source));
  if (bytes.size() < 12) throw DataError(fmt::format("{}: the file ends within its header", source));
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) {
    throw DataError(fmt::format("{}: version {} of the NumPy format is unknown: known are 1, 2, 3", source, version));
  }
  const std::size_t text_begin = version == 1 ? 10 : 12;
  const std::size_t length = byte(8) + (byte(9) << 8) + (version == 1 ? 0 : (byte(10) << 16) + (byte(11) << 24));
  if (length > bytes.size() - text_begin) throw DataError(fmt::format("{}: the file ends within its header", source));
  NpyHeader header;
  header.data_begin = text_begin + length;
  DictionaryReader(bytes.substr(text_begin, length), source).read_into(header);
  return header;
}

}   // namespace protea
