#include <protea/data/targets.hpp>

#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/table_columns.hpp>

namespace protea {
namespace {

void demand_free_column(const Table& table, std::size_t column, std::string_view what) {
  if (!is_set_aside(table, column)) return;
  throw UsageError(fmt::format("the column '{}' cannot be both the {} and the {}", table.columns[column].name, what,
                               purpose_of(table.role(column))));
}

// A column without any class of the model is another column.
void demand_known_classes(const Table& table, std::size_t column, const std::map<std::string, Label>& known) {
  const std::vector<std::string> found = distinct_words(table.columns[column]);
  const auto is_known = [&](const std::string& word) { return known.contains(word); };
  if (found.size() < 2 || std::ranges::any_of(found, is_known)) return;   // a single word may be a new class
  std::vector<std::string> names;
  for (const auto& [name, label] : known) names.push_back(name);
  throw DataError(
      fmt::format("{}: the column '{}' holds none of the classes that the model knows ({}): is it the label?",
                  table.source, table.columns[column].name, join(names, ", ")));
}

// The class of a cell, or a failure that names its place.
Label label_of(const Table& table, std::size_t row, std::size_t column, const std::map<std::string, Label>& numbers) {
  const std::string word = cell_word(table.columns[column], row);
  if (word.empty())
    throw DataError(fmt::format("{}: the label is missing: fill it in or remove the row", table.place(row, column)));
  if (!is_utf8(word))
    throw DataError(fmt::format("{}: the name of the class is not UTF-8: convert the file", table.place(row, column)));
  const auto found = numbers.find(word);
  if (found != numbers.end()) return found->second;
  demand_known_classes(table, column, numbers);
  std::vector<std::string> known(numbers.size());
  for (const auto& [name, label] : numbers) known[static_cast<std::size_t>(label)] = name;
  throw DataError(fmt::format("{}: the class '{}' is not known to the model: it knows {}", table.place(row, column),
                              word, join(known, ", ")));
}

void read_labels(const Table& table, std::size_t column_index, const std::vector<std::string>& known,
                 Dataset& dataset) {
  const Column& column = table.columns[column_index];
  dataset.class_names = known.empty() ? distinct_words(column) : known;
  std::map<std::string, Label> numbers;
  for (std::size_t c = 0; c < dataset.class_names.size(); ++c) numbers[dataset.class_names[c]] = static_cast<Label>(c);
  dataset.y.reserve(cell_count(column));
  std::vector<Label> labels(column.words.words().size(), no_label);   // of words, looked up once each
  for (std::size_t i = 0; i < cell_count(column); ++i) {
    if (!column.is_nominal()) {
      dataset.y.push_back(label_of(table, i, column_index, numbers));
      continue;
    }
    Label& label = labels[column.words.code(i)];
    if (label == no_label) label = label_of(table, i, column_index, numbers);
    dataset.y.push_back(label);
  }
}

double target_number(const Table& table, std::size_t row, std::size_t column, std::string_view what) {
  const auto value = cell_number(table.columns[column], row);
  if (!value) {
    throw DataError(fmt::format("{}: expected a number as {}, found '{}'", table.place(row, column), what,
                                table.columns[column].words[row]));
  }
  if (std::isnan(*value)) {
    throw DataError(fmt::format("{}: the {} is missing: fill it in or remove the row", table.place(row, column), what));
  }
  if (std::isinf(*value)) throw DataError(fmt::format("{}: the {} is infinite", table.place(row, column), what));
  return *value;
}

void read_memberships(const Table& table, const std::vector<std::size_t>& columns,
                      const std::vector<std::string>& known, Dataset& dataset) {
  if (!known.empty() && known.size() != columns.size()) {
    throw DataError(fmt::format("{}: there are {} columns of memberships, and the model knows {} classes", table.source,
                                columns.size(), known.size()));
  }
  dataset.class_names = known;
  dataset.memberships = Matrix(cell_count(table.columns[columns.front()]), columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (known.empty()) dataset.class_names.push_back(table.columns[columns[c]].name);
    for (std::size_t i = 0; i < dataset.memberships.rows(); ++i) {
      const double value = target_number(table, i, columns[c], "membership");
      if (value < 0 || value > 1) {
        throw DataError(
            fmt::format("{}: the membership is {}: it must lie between 0 and 1", table.place(i, columns[c]), value));
      }
      dataset.memberships(i, c) = value;
    }
  }
  dataset.y = crisp_labels(dataset.memberships);
}

void read_numbers(const Table& table, std::size_t column, Dataset& dataset) {
  dataset.target_name = table.columns[column].name;
  const std::size_t count = cell_count(table.columns[column]);
  dataset.numbers.reserve(count);
  for (std::size_t i = 0; i < count; ++i) dataset.numbers.push_back(target_number(table, i, column, "target"));
}

}   // namespace

std::optional<std::size_t> find_label_column(const Table& table, std::string_view label) {
  if (label == "none") return std::nullopt;
  if (!label.empty()) return find_column(table, label, "label");
  if (table.is_unlabelled && table.label_column < 0) return std::nullopt;
  const std::size_t usual =
      table.label_column >= 0 ? static_cast<std::size_t>(table.label_column) : table.columns.size() - 1;
  if (table.role(usual) == Role::ignored)
    throw UsageError(fmt::format("the column '{}', which would be the label, is ignored: name another with {}, or none",
                                 table.columns[usual].name, setting("label")));
  if (table.label_column >= 0) return usual;
  const std::vector<std::size_t> data = columns_of_data(table);
  return data.empty() ? table.columns.size() - 1 : data.back();
}

FoundTarget find_target(const Table& table, const TargetChoice& choice) {
  const int kinds =
      (choice.label.empty() ? 0 : 1) + (choice.label_columns.empty() ? 0 : 1) + (choice.target_column.empty() ? 0 : 1);
  if (kinds > 1) throw UsageError("a label, label columns and a target column exclude one another: name one of them");
  FoundTarget found;
  if (!choice.target_column.empty()) {
    found = {TargetKind::numbers, {find_column(table, choice.target_column, "target")}};
    demand_free_column(table, found.columns.front(), "target");
  } else if (!choice.label_columns.empty()) {
    found.kind = TargetKind::memberships;
    for (const std::string& column : choice.label_columns) {
      found.columns.push_back(find_column(table, column, "membership"));
      demand_free_column(table, found.columns.back(), "membership");
    }
    if (found.columns.size() < 2) throw UsageError("memberships need two columns at least, one for each class");
    if (std::set(found.columns.begin(), found.columns.end()).size() < found.columns.size()) {
      throw UsageError(fmt::format("a column of memberships is named twice: {}", join(choice.label_columns, ", ")));
    }
  } else if (const auto label = find_label_column(table, choice.label)) {
    found = {TargetKind::labels, {*label}};
    demand_free_column(table, *label, "label");
  }
  return found;
}

void read_target(const Table& table, const FoundTarget& target, const std::vector<std::string>& class_names,
                 Dataset& dataset) {
  switch (target.kind) {
    case TargetKind::none: dataset.class_names = class_names; break;
    case TargetKind::labels: read_labels(table, target.columns.front(), class_names, dataset); break;
    case TargetKind::memberships: read_memberships(table, target.columns, class_names, dataset); break;
    case TargetKind::numbers: read_numbers(table, target.columns.front(), dataset); break;
  }
}

}   // namespace protea
