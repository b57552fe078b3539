#include <protea/data/encoding.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

std::vector<std::string> column_names(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns) names.push_back(column.name);
  return names;
}

std::optional<std::size_t> column_by_name(const Table& table, std::string_view name) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].name == name) return c;
  }
  return std::nullopt;
}

// The cell as a class name; empty when missing.
std::string cell_word(const Column& column, std::size_t row) {
  if (column.is_nominal()) return column.words[row];
  return std::isnan(column.numbers[row]) ? std::string() : number_text(column.numbers[row]);
}

// Numbers in order of value, words in order of letters.
void sort_class_names(std::vector<std::string>& names) {
  const bool all_numbers = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    const auto number = parse_number(name);
    return number && !std::isnan(*number);
  });
  std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return all_numbers && *parse_number(a) != *parse_number(b) ? *parse_number(a) < *parse_number(b) : a < b;
  });
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

std::vector<std::string> distinct_words(const Column& column) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::max(column.words.size(), column.numbers.size()); ++i) {
    if (std::string word = cell_word(column, i); !word.empty()) names.push_back(std::move(word));
  }
  sort_class_names(names);
  return names;
}

void read_labels(const Table& table, std::size_t column_index, const std::vector<std::string>& known, Dataset& dataset) {
  const Column& column = table.columns[column_index];
  dataset.class_names = known.empty() ? distinct_words(column) : known;
  std::map<std::string, Label> numbers;
  for (std::size_t c = 0; c < dataset.class_names.size(); ++c) numbers[dataset.class_names[c]] = static_cast<Label>(c);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::string word = cell_word(column, i);
    if (word.empty()) {
      throw DataError(fmt::format("{}: the label is missing: fill it in or remove the row", table.place(i, column_index)));
    }
    if (!is_utf8(word)) {
      throw DataError(fmt::format("{}: the name of the class is not UTF-8: convert the file", table.place(i, column_index)));
    }
    const auto found = numbers.find(word);
    if (found == numbers.end()) {
      throw DataError(fmt::format("{}: the class '{}' is not known to the model: it knows {}", table.place(i, column_index), word,
                                  join(known, ", ")));
    }
    dataset.y.push_back(found->second);
  }
}

// Writes one column of the table into the feature columns from `feature` on.
void read_feature(const Table& table, std::size_t column_index, const FeatureColumn& learned, std::size_t feature, Matrix& x) {
  const Column& column = table.columns[column_index];
  if (learned.categories.empty()) {
    if (column.is_nominal()) {
      const std::size_t row = column.first_word_row;
      const bool is_mixed = column.number_cells > 0;
      throw DataError(fmt::format("{}: expected a number, found '{}'{}", table.place(row, column_index), column.words[row],
                                  is_mixed ? "" : fmt::format(" (column '{}' holds words)", column.name)));
    }
    for (std::size_t i = 0; i < table.rows(); ++i) x(i, feature) = column.numbers[i];
    return;
  }
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::string word = cell_word(column, i);
    const auto found = std::lower_bound(learned.categories.begin(), learned.categories.end(), word);
    if (!word.empty() && (found == learned.categories.end() || *found != word)) {
      throw DataError(fmt::format("{}: the word '{}' was not seen in training: column '{}' has {}", table.place(i, column_index),
                                  word, learned.name, join(learned.categories, ", ")));
    }
    for (std::size_t c = 0; c < learned.categories.size(); ++c) {
      x(i, feature + c) = word.empty() ? missing_value : (learned.categories[c] == word ? 1 : 0);
    }
  }
}

bool is_weight(const Table& table, std::size_t column) { return table.weight_column == static_cast<int>(column); }

bool is_weight_or_group(const Table& table, std::size_t column) {
  return is_weight(table, column) || table.group_column == static_cast<int>(column);
}

std::size_t weights_and_groups_before(const Table& table, std::size_t column) {
  std::size_t count = 0;
  for (std::size_t c = 0; c < column; ++c) count += is_weight_or_group(table, c) ? 1 : 0;
  return count;
}

bool has_distinct_names(const Encoding& encoding) {
  std::set<std::string> names{encoding.label_name};
  for (const FeatureColumn& column : encoding.columns) names.insert(column.name);
  return names.size() == encoding.columns.size() + 1;
}

// For each learned column, the column of the table that feeds it.
std::vector<std::size_t> match_columns(const Table& table, const Encoding& encoding, std::optional<std::size_t> label) {
  std::vector<std::size_t> columns;
  if (table.has_names && encoding.has_names && has_distinct_names(encoding)) {
    for (const FeatureColumn& wanted : encoding.columns) {
      const auto found = column_by_name(table, wanted.name);
      if (!found) {
        throw DataError(fmt::format("{}: the column '{}' that the model needs is not there: found {}", table.source, wanted.name,
                                    join(column_names(table), ", ")));
      }
      const auto is_same = [&](const Column& column) { return column.name == wanted.name; };
      if (std::count_if(table.columns.begin(), table.columns.end(), is_same) > 1) {
        throw DataError(fmt::format("{}: there are several columns named '{}', which the model needs", table.source, wanted.name));
      }
      columns.push_back(*found);
    }
    return columns;
  }
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (c != label && !is_weight_or_group(table, c)) columns.push_back(c);
  }
  if (columns.size() != encoding.columns.size()) {
    throw DataError(fmt::format("{}: the model was trained on {} features, the data have {}", table.source, encoding.columns.size(),
                                columns.size()));
  }
  return columns;
}

std::optional<std::size_t> find_label_again(const Table& table, const Encoding& encoding, const std::string& label) {
  if (!label.empty()) return find_label_column(table, label);
  if (encoding.label_name.empty()) return std::nullopt;
  if (table.has_names && encoding.has_names && has_distinct_names(encoding)) return column_by_name(table, encoding.label_name);
  if (table.label_column >= 0) return static_cast<std::size_t>(table.label_column);
  if (table.columns.size() == encoding.columns.size() + 1) return encoding.label_position;
  if (!encoding.optional_column.empty() && table.columns.size() == encoding.columns.size() + 2) {
    return encoding.label_position == encoding.columns.size() ? encoding.label_position + 1 : encoding.label_position;
  }
  return std::nullopt;
}

// A column by name or by position from 1.
std::size_t find_column(const Table& table, std::string_view column, const std::string& purpose) {
  if (const auto found = column_by_name(table, column)) return *found;
  if (const auto position = parse_integer(column)) {
    if (*position >= 1 && static_cast<std::size_t>(*position) <= table.columns.size()) return static_cast<std::size_t>(*position - 1);
    throw DataError(fmt::format("{}: there is no column {} for the {}: the table has {}", table.source, column, purpose, table.columns.size()));
  }
  throw DataError(fmt::format("{}: {}", table.source, unknown_name(purpose + " column", column, column_names(table))));
}

// The encoding with its optional column, where the table has it.
Encoding as_found_in(const Table& table, Encoding encoding, std::optional<std::size_t> label) {
  if (encoding.optional_column.empty()) return encoding;
  const bool is_by_name = table.has_names && encoding.has_names && has_distinct_names(encoding);
  const bool is_there = is_by_name ? column_by_name(table, encoding.optional_column).has_value()
                                   : table.columns.size() == encoding.columns.size() + 1 + (label ? 1 : 0);
  if (is_there) encoding.columns.push_back({encoding.optional_column, {}});
  return encoding;
}

}  // namespace

std::size_t Encoding::feature_count() const {
  std::size_t count = 0;
  for (const FeatureColumn& column : columns) count += std::max<std::size_t>(1, column.categories.size());
  return count;
}

std::vector<std::string> Encoding::feature_names() const {
  std::vector<std::string> names;
  for (const FeatureColumn& column : columns) {
    if (column.categories.empty()) names.push_back(column.name);
    for (const std::string& category : column.categories) names.push_back(column.name + "=" + category);
  }
  return names;
}

std::optional<std::size_t> find_label_column(const Table& table, std::string_view label) {
  if (label == "none") return std::nullopt;
  if (!label.empty()) return find_column(table, label, "label");
  if (table.label_column >= 0) return static_cast<std::size_t>(table.label_column);
  std::size_t last = table.columns.size() - 1;
  while (last > 0 && is_weight_or_group(table, last)) --last;
  return last;
}

void set_weight_column(Table& table, std::string_view column) {
  const std::size_t found = find_column(table, column, "weight");
  const Column& cells = table.columns[found];
  table.weights.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    // The last column may have been read as words, in case it was the label.
    const double weight = cells.is_nominal() ? parse_number(cells.words[i]).value_or(missing_value) : cells.numbers[i];
    if (!(weight > 0) || !std::isfinite(weight)) {
      throw DataError(fmt::format("{}: a weight must be a number greater than 0", table.place(i, found)));
    }
    table.weights.push_back(weight);
  }
  table.weight_column = static_cast<int>(found);
}

void set_group_column(Table& table, std::string_view column) {
  const std::size_t found = find_column(table, column, "group");
  const Column& groups = table.columns[found];
  std::map<std::string, std::uint32_t> known;
  table.groups.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const bool is_missing = groups.is_nominal() ? groups.words[i].empty() : std::isnan(groups.numbers[i]);
    if (is_missing) throw DataError(fmt::format("{}: the group of the row is missing", table.place(i, found)));
    const std::string name = groups.is_nominal() ? groups.words[i] : number_text(groups.numbers[i]);
    table.groups.push_back(known.emplace(name, static_cast<std::uint32_t>(known.size())).first->second);
  }
  table.group_column = static_cast<int>(found);
}

Encoding learn_encoding(const Table& table, std::optional<std::size_t> label_column, Nominal nominal) {
  Encoding encoding;
  encoding.has_names = table.has_names;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (c == label_column && is_utf8(table.columns[c].name)) continue;   // its cells are looked at one by one
    const auto is_readable = [](const std::string& word) { return is_utf8(word); };
    if (!is_utf8(table.columns[c].name) || !std::all_of(table.columns[c].words.begin(), table.columns[c].words.end(), is_readable)) {
      throw DataError(fmt::format("{}: column {} holds text that is not UTF-8: convert the file", table.source, c + 1));
    }
  }
  if (label_column) {
    encoding.label_name = table.columns[*label_column].name;
    encoding.label_position = *label_column - weights_and_groups_before(table, *label_column);
  }
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (c == label_column || is_weight_or_group(table, c)) continue;
    FeatureColumn column{table.columns[c].name, {}};
    // A column with some numbers in it is a column of numbers with a slip, not a nominal one.
    if (nominal == Nominal::one_hot && table.columns[c].is_nominal() && table.columns[c].number_cells == 0) {
      column.categories = distinct_words(table.columns[c]);
      std::sort(column.categories.begin(), column.categories.end());
    }
    encoding.columns.push_back(std::move(column));
  }
  if (encoding.columns.empty()) throw DataError(fmt::format("{}: there is no column left for a feature", table.source));
  return encoding;
}

namespace {

Dataset encode_columns(const Table& table, const Encoding& encoding, std::optional<std::size_t> label,
                       const std::vector<std::size_t>& columns, const std::vector<std::string>& class_names) {
  Dataset dataset;
  dataset.source = table.source;
  dataset.lines = table.lines;
  dataset.weights = table.weights;
  dataset.groups = table.groups;
  dataset.feature_names = encoding.feature_names();
  dataset.x = Matrix(table.rows(), encoding.feature_count());
  std::size_t feature = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    read_feature(table, columns[c], encoding.columns[c], feature, dataset.x);
    const std::size_t width = std::max<std::size_t>(1, encoding.columns[c].categories.size());
    dataset.file_columns.insert(dataset.file_columns.end(), width, static_cast<std::uint32_t>(columns[c] + 1));
    feature += width;
  }
  if (label) read_labels(table, *label, class_names, dataset);
  else dataset.class_names = class_names;
  return dataset;
}

}  // namespace

Dataset encode(const Table& table, const Encoding& encoding, const EncodeOptions& options) {
  const std::size_t wanted = encoding.columns.size() + (table.label_column >= 0 ? 1 : 0);
  if (table.is_sparse && table.columns.size() < wanted) {
    Table whole = table;
    while (whole.columns.size() < wanted) whole.columns.push_back({fmt::format("x{}", whole.columns.size()), std::vector<double>(table.rows(), 0.0), {}});
    return encode(whole, encoding, options);
  }
  const auto label = find_label_again(table, encoding, options.label);
  const Encoding found = as_found_in(table, encoding, label);
  const std::vector<std::size_t> columns = match_columns(table, found, label);
  return encode_columns(table, found, options.wants_labels ? label : std::nullopt, columns, options.class_names);
}

EncodedTable encode_training_table(const Table& table, std::string_view label, Nominal nominal) {
  const auto label_column = find_label_column(table, label);
  if (label_column && is_weight(table, *label_column)) {
    throw UsageError(fmt::format("the column '{}' cannot be both the label and the weight", table.columns[*label_column].name));
  }
  if (label_column && is_weight_or_group(table, *label_column)) {
    throw UsageError(fmt::format("the column '{}' cannot be both the label and the group", table.columns[*label_column].name));
  }
  EncodedTable result{{}, learn_encoding(table, label_column, nominal)};
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (c != label_column && !is_weight_or_group(table, c)) columns.push_back(c);
  }
  result.dataset = encode_columns(table, result.encoding, label_column, columns, {});
  return result;
}

}  // namespace protea
