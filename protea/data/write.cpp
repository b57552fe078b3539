#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/data/arff_words.hpp>
#include <protea/data/read.hpp>
#include <protea/data/table_columns.hpp>

namespace protea {

namespace {

// The table in the order of the file: features first, the label last.
struct Layout {
  const Table& table;
  int label;   // -1: none
  std::string path;
  std::vector<std::size_t> features;

  Layout(const Table& source, int label_column, std::string target)
      : table(source), label(label_column), path(std::move(target)) {
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      if (static_cast<int>(j) != label) features.push_back(j);
    }
    if (label >= static_cast<int>(table.columns.size())) {
      throw UsageError(fmt::format("{}: label column {} of a table of {} columns", path, label, table.columns.size()));
    }
  }

  const Column& label_column() const { return table.columns[static_cast<std::size_t>(label)]; }

  std::vector<std::size_t> all() const {
    std::vector<std::size_t> columns = features;
    if (label >= 0) columns.push_back(static_cast<std::size_t>(label));
    return columns;
  }

  void refuse_words(std::string_view format) const {
    for (const std::size_t j : features) {
      if (!table.columns[j].is_nominal()) continue;
      throw UsageError(fmt::format("{}: column '{}' holds words, and {} files hold numbers only", path,
                                   table.columns[j].name, format));
    }
  }
};

bool is_missing(const Column& column, std::size_t row) {
  return column.is_nominal() ? column.words[row].empty() : std::isnan(column.numbers[row]);
}

// Precondition: the cell is not missing.
std::string cell_text(const Column& column, std::size_t row) {
  return column.is_nominal() ? column.words[row] : number_text(column.numbers[row]);
}

std::string quote_csv(std::string_view text) {
  // All separators that a reader may look for, whichever is used here.
  if (text.find_first_of(",;\t\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

// Text on its way to a file: handed on whenever some has come together.
class Outlet {
 public:
  explicit Outlet(const std::string& path) {
    if (path != "-") file_.emplace(path);
  }

  std::string text = {};

  void flush_if_much() {
    constexpr std::size_t much = std::size_t{1} << 20;
    if (text.size() >= much) flush();
  }
  void finish() {
    flush();
    if (file_) file_->finish();
    else if (std::fflush(stdout) != 0) throw DataError("standard output: cannot be written");
  }

 private:
  void flush() {
    if (file_) file_->write(text);
    else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
      throw DataError("standard output: cannot be written");
    text.clear();
  }

  std::optional<FileWriter> file_;
};

void write_csv(const Layout& layout, char separator, Outlet& outlet) {
  const auto columns = layout.all();
  std::string& text = outlet.text;
  const auto put = [&](std::size_t k, std::string_view cell) {
    if (k > 0) text += separator;
    text += cell;
  };
  for (std::size_t k = 0; k < columns.size(); ++k) put(k, quote_csv(layout.table.columns[columns[k]].name));
  text += '\n';
  // A line of nothing would be skipped as blank.
  const std::string_view missing = columns.size() == 1 ? "\"\"" : "";
  for (std::size_t i = 0; i < layout.table.rows(); ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Column& column = layout.table.columns[columns[k]];
      put(k, is_missing(column, i) ? missing : quote_csv(cell_text(column, i)));
    }
    text += '\n';
    outlet.flush_if_much();
  }
}

// The label as a word of a line. Both formats that need it end words at blanks.
std::string label_word(const Layout& layout, std::size_t row, std::string_view format) {
  const Column& column = layout.label_column();
  const auto place = [&] { return layout.table.place(row, static_cast<std::size_t>(layout.label)); };
  if (is_missing(column, row)) throw DataError(fmt::format("{}: the label is missing", place()));
  std::string word = cell_text(column, row);
  if (word.find_first_of(" \t\r\n#:") != std::string::npos || word.starts_with("weight=") ||
      word.starts_with("fixed=")) {
    throw UsageError(fmt::format("{}: {} files cannot hold the label '{}'", place(), format, word));
  }
  return word;
}

void write_lvq_pak(const Layout& layout, Outlet& outlet) {
  layout.refuse_words("LVQ_PAK");
  const Table& table = layout.table;
  std::string& text = outlet.text;
  text += fmt::format("{}\n", layout.features.size());
  std::string names = "#n";
  for (const std::size_t j : layout.features) names += ' ' + table.columns[j].name;
  const bool has_blanks = std::ranges::any_of(layout.features, [&](std::size_t j) {
    return table.columns[j].name.empty() || table.columns[j].name.find_first_of(" \t\r\n") != std::string::npos;
  });
  if (table.has_names && !has_blanks) text += names + '\n';
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::size_t k = 0; k < layout.features.size(); ++k) {
      const Column& column = table.columns[layout.features[k]];
      if (k > 0) text += ' ';
      text += is_missing(column, i) ? "x" : cell_text(column, i);
    }
    if (layout.label >= 0) text += ' ' + label_word(layout, i, "LVQ_PAK");
    if (!table.weights.empty()) text += " weight=" + number_text(table.weights[i]);
    text += '\n';
    outlet.flush_if_much();
  }
}

void write_libsvm(const Layout& layout, Outlet& outlet) {
  layout.refuse_words("LIBSVM");
  std::string& text = outlet.text;
  for (std::size_t i = 0; i < layout.table.rows(); ++i) {
    text += layout.label >= 0 ? label_word(layout, i, "LIBSVM") : "0";
    for (std::size_t k = 0; k < layout.features.size(); ++k) {
      const Column& column = layout.table.columns[layout.features[k]];
      if (is_missing(column, i)) {
        throw DataError(fmt::format("{}: a missing value, which LIBSVM files cannot hold",
                                    layout.table.place(i, layout.features[k])));
      }
      // Zeros are left out, save for the last of the first row, which tells the number of features.
      const bool tells_width = i == 0 && k + 1 == layout.features.size();
      if (column.numbers[i] != 0 || tells_width) text += fmt::format(" {}:{}", k + 1, cell_text(column, i));
    }
    text += '\n';
    outlet.flush_if_much();
  }
}

std::string nominal_values(const Column& column) {
  std::vector<std::string> values;
  std::unordered_set<std::string_view> seen;
  for (const std::string& word : column.words) {
    if (!word.empty() && seen.insert(word).second) values.push_back(quote_arff_word(word));
  }
  return '{' + join(values, ",") + '}';
}

void write_arff(const Layout& layout, Outlet& outlet) {
  const auto columns = layout.all();
  std::string& text = outlet.text;
  text += "@relation " + quote_arff_word(layout.table.source) + "\n\n";
  for (const std::size_t j : columns) {
    const Column& column = layout.table.columns[j];
    text += fmt::format("@attribute {} {}\n", quote_arff_word(column.name),
                        column.is_nominal() ? nominal_values(column) : "numeric");
  }
  text += "\n@data\n";
  for (std::size_t i = 0; i < layout.table.rows(); ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Column& column = layout.table.columns[columns[k]];
      if (k > 0) text += ',';
      text += is_missing(column, i) ? "?" : quote_arff_word(cell_text(column, i));
    }
    text += '\n';
    outlet.flush_if_much();
  }
}

// Words of the label, by code: their numbers where all are, else the numbers of their classes, from 0 in the order
// of training.
std::vector<double> class_numbers(const Column& label) {
  const std::vector<std::string> names = distinct_words(label);
  if (std::ranges::all_of(names, [](const std::string& name) { return parse_number(name).has_value(); })) {
    std::vector<double> numbers;
    for (const std::string& word : label.words.words()) numbers.push_back(parse_number(word).value_or(missing_value));
    return numbers;
  }
  std::unordered_map<std::string_view, double> numbers;
  for (const std::string& name : names) numbers.emplace(name, static_cast<double>(numbers.size()));
  std::vector<double> by_code;
  for (const std::string& word : label.words.words()) {
    const auto found = numbers.find(word);
    by_code.push_back(found == numbers.end() ? missing_value : found->second);
  }
  return by_code;
}

void write_npy(const Layout& layout, Outlet& outlet) {
  layout.refuse_words(".npy");
  const bool has_words = layout.label >= 0 && layout.label_column().numbers.empty();
  const std::vector<double> classes = has_words ? class_numbers(layout.label_column()) : std::vector<double>{};
  const std::vector<std::size_t> columns = layout.all();
  std::string header =
      fmt::format("{{'descr': '{}f8', 'fortran_order': False, 'shape': ({}, {}), }}",
                  std::endian::native == std::endian::little ? '<' : '>', layout.table.rows(), columns.size());
  // The elements start at a multiple of 64 bytes, and a line end closes the header.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string& bytes = outlet.text;
  bytes += std::string_view("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  for (std::size_t i = 0; i < layout.table.rows(); ++i) {
    for (const std::size_t j : columns) {
      const Column& column = layout.table.columns[j];
      const double value = column.numbers.empty() ? classes[column.words.code(i)] : column.numbers[i];
      const auto number = std::bit_cast<std::array<char, sizeof(double)>>(value);
      bytes.append(number.data(), number.size());
    }
    outlet.flush_if_much();
  }
}

using Write = std::function<void(const Layout& layout, Outlet& outlet)>;

// By the ending of the name.
Write writer_for(const std::string& path) {
  const std::string name = lower_case(path);
  const auto csv = [](char separator) {
    return [separator](const Layout& layout, Outlet& outlet) { write_csv(layout, separator, outlet); };
  };
  if (name == "-" || name.ends_with(".csv")) return csv(',');
  if (name.ends_with(".tsv")) return csv('\t');
  if (name.ends_with(".dat")) return write_lvq_pak;
  if (name.ends_with(".libsvm") || name.ends_with(".svm")) return write_libsvm;
  if (name.ends_with(".arff")) return write_arff;
  if (name.ends_with(".npy")) return write_npy;
  throw UsageError(
      fmt::format("{}: cannot tell the format: known endings are .csv .tsv .dat .libsvm .svm .arff .npy", path));
}

}   // namespace

void write_table(const Table& table, int label_column, const std::string& path) {
  const Layout layout(table, label_column, path);
  const Write write = writer_for(path);
  Outlet outlet(path);
  write(layout, outlet);
  outlet.finish();
}

}   // namespace protea
