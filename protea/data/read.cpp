#include <protea/data/read.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/large_memory.hpp>
#include <protea/base/text.hpp>
#include <protea/data/arff.hpp>
#include <protea/data/builtin.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/csv.hpp>
#include <protea/data/inflate.hpp>
#include <protea/data/libsvm.hpp>
#include <protea/data/lvq_pak.hpp>
#include <protea/data/npy.hpp>
#include <protea/data/sniff.hpp>

namespace protea {

namespace {

constexpr const char* standard_input = "standard input";

Bytes read_standard_input() {
  Bytes bytes;
  std::array<char, 65'536> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
    bytes.insert(bytes.end(), buffer.data(), buffer.data() + count);
  }
  if (std::ferror(stdin) != 0) throw DataError("standard input: cannot be read");
  return bytes;
}

std::string read_named_file(const std::string& name) {
  std::error_code status;
  if (std::filesystem::exists(name, status) || status || name.find_first_of("./\\") != std::string::npos) {
    return read_file(name);
  }
  // A bare word that is no file may be a slip for a built-in set.
  std::vector<std::string> known;
  for (const BuiltinSet& set : builtin_sets()) known.emplace_back(set.name);
  const auto nearest = nearest_name(name, known);
  if (!nearest) return read_file(name);
  throw DataError(fmt::format("{}: no such file: did you mean the built-in set '{}'?", name, *nearest));
}

Table parse_text(std::string_view text, const std::string& source, Format format, const ReadOptions& options) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (const void* zero = text.empty() ? nullptr : std::memchr(text.data(), '\0', text.size())) {
    const auto before = text.substr(0, static_cast<std::size_t>(static_cast<const char*>(zero) - text.data()));
    const auto line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    fail_at(source, line, "a zero byte: this is not a text file in UTF-8");
  }
  switch (format) {
    case Format::tsv: return parse_csv(text, source, '\t', options);
    case Format::lvq_pak: return parse_lvq_pak(text, source);
    case Format::libsvm: return parse_libsvm(text, source);
    case Format::arff: return parse_arff(text, source);
    default: return parse_csv(text, source, detect_separator(text), options);
  }
}

// Plain files of the formats for large tables are never in memory beside their table. Nothing for all others.
std::optional<Table> read_in_pieces(const std::string& name, Format format, const ReadOptions& options) {
  std::error_code status;
  if (format != Format::csv && format != Format::tsv && format != Format::npy && format != Format::npz)
    return std::nullopt;
  if (!std::filesystem::is_regular_file(name, status)) return std::nullopt;
  FileReader file(name);
  std::array<char, 2> start{};
  if (!file.is_regular() || file.read(start) < start.size() || is_gzip({start.data(), start.size()}))
    return std::nullopt;
  if (format == Format::npy) return read_npy_file(file, name);
  if (format == Format::npz) return read_npz_file(name, options.memory);
  CsvFile text(file, name, format == Format::tsv ? '\t' : '\0');
  return parse_csv(text, name, text.separator(), options);
}

}   // namespace

void take_out_missing(Table& table, const std::vector<std::string>& marks) {
  if (marks.empty()) return;
  std::vector<double> numbers;
  for (const std::string& mark : marks) {
    if (const auto value = parse_number(mark)) numbers.push_back(*value);
  }
  for (Column& column : table.columns) {
    const auto is_mark = [&](double value) { return std::ranges::find(numbers, value) != numbers.end(); };
    if (std::any_of(column.numbers.begin(), column.numbers.end(), is_mark)) {
      Numbers values;
      values.reserve(column.numbers.size());
      for (const double value : column.numbers) values.push_back(is_mark(value) ? missing_value : value);
      column.numbers = std::move(values);
    }
    for (const std::string& mark : marks) {
      const auto code = column.words.find(mark);
      if (!code || mark.empty()) continue;
      if (column.number_cells > 0 && parse_number(mark))
        column.number_cells -= std::min(column.number_cells, column.words.count(*code));
      column.words.replace(*code, {});
    }
  }
  table.missing_marks = marks;
}

namespace {

Table parse_bytes(std::string_view bytes, const std::string& source, const ReadOptions& options) {
  if (is_gzip(bytes)) {
    const Bytes unpacked = unpack_gzip(bytes, source, options.memory);
    if (is_gzip(as_text(unpacked))) throw DataError(fmt::format("{}: compressed more than once", source));
    return parse_bytes(as_text(unpacked), source, options);
  }
  if (bytes.empty()) {
    throw DataError(fmt::format("{}: {}", source, source == standard_input ? "nothing to read" : "the file is empty"));
  }
  const Format format = options.format == Format::automatic ? format_of_contents(bytes) : options.format;
  if (format == Format::npy) return parse_npy(bytes, source);
  if (format == Format::npz) return parse_npz(bytes, source, options.memory);
  return parse_text(bytes, source, format, options);
}

Table read_named(const std::string& name, ReadOptions options) {
  if (is_builtin_set(name)) {
    options.format = Format::csv;
    Table table = parse_bytes(builtin_text(name), name, options);
    table.label_column = static_cast<int>(table.columns.size()) - 1;
    return table;
  }
  if (name == "-") return parse_bytes(as_text(read_standard_input()), standard_input, options);
  if (options.format == Format::automatic) options.format = format_of_name(name);
  if (auto table = read_in_pieces(name, options.format, options)) return std::move(*table);
  std::error_code status;
  if (memory_limit() > 0 && std::filesystem::is_regular_file(name, status) &&
      std::filesystem::file_size(name, status) > 0)
    return parse_bytes(MappedFile(name).bytes(), name, options);
  return parse_bytes(read_named_file(name), name, options);
}

}   // namespace

Table parse_table(std::string_view bytes, const std::string& source, const ReadOptions& options) {
  Table table = parse_bytes(bytes, source, options);
  take_out_missing(table, options.missing);
  table.precision = options.precision;
  return table;
}

Table read_table(const std::string& name, const ReadOptions& options) {
  if (name.empty()) throw UsageError("the name of the data is empty");
  Table table = read_named(name, options);
  take_out_missing(table, options.missing);
  table.precision = options.precision;
  return table;
}

}   // namespace protea
