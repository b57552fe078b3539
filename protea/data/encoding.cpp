#include <protea/data/encoding.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/table_columns.hpp>

namespace protea {
namespace {

[[noreturn]] void refuse_words(const Table& table, std::size_t column_index) {
  const Column& column = table.columns[column_index];
  const std::size_t row = column.first_word_row;
  const bool is_mixed = column.number_cells > 0;
  throw DataError(fmt::format("{}: expected a number, found '{}'{}", table.place(row, column_index), column.words[row],
                              is_mixed ? "" : fmt::format(" (column '{}' holds words)", column.name)));
}

// A column of words as columns of 0 and 1, one for each word that was learned, behind the others in `features`.
void add_indicators(const Table& table, std::size_t column_index, const FeatureColumn& learned,
                    std::vector<NumberCells>& features) {
  const Column& column = table.columns[column_index];
  const std::size_t rows = cell_count(column);
  std::vector<Singles> indicators(learned.categories.size(), Singles(rows));
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string word = cell_word(column, i);
    const auto found = std::lower_bound(learned.categories.begin(), learned.categories.end(), word);
    if (!word.empty() && (found == learned.categories.end() || *found != word)) {
      throw DataError(fmt::format("{}: the word '{}' was not seen in training: column '{}' has {}",
                                  table.place(i, column_index), word, learned.name, join(learned.categories, ", ")));
    }
    for (std::size_t c = 0; c < learned.categories.size(); ++c) {
      indicators[c][i] = word.empty() ? static_cast<float>(missing_value) : (learned.categories[c] == word ? 1 : 0);
    }
  }
  for (Singles& each : indicators) features.push_back(std::move(each));
}

bool has_distinct_names(const Encoding& encoding) {
  std::set<std::string> names{encoding.label_name};
  for (const FeatureColumn& column : encoding.columns) names.insert(column.name);
  names.insert(encoding.label_columns.begin(), encoding.label_columns.end());
  if (!encoding.target_name.empty()) names.insert(encoding.target_name);
  for (const SetAside& aside : encoding.set_aside) names.insert(aside.name);
  const std::size_t targets = encoding.label_columns.size() + (encoding.target_name.empty() ? 0 : 1);
  std::set<std::string> asides;   // may share a name with one another, but with no feature
  for (const SetAside& aside : encoding.set_aside) asides.insert(aside.name);
  return names.size() == encoding.columns.size() + 1 + targets + asides.size();
}

bool matches_by_name(const Table& table, const Encoding& encoding) {
  return table.has_names && encoding.has_names && has_distinct_names(encoding);
}

// For each learned column, the column of the table that feeds it.
std::vector<std::size_t> match_columns(const Table& table, const Encoding& encoding, const FoundTarget& target) {
  std::vector<std::size_t> columns;
  if (matches_by_name(table, encoding)) {
    for (const FeatureColumn& wanted : encoding.columns) {
      const auto found = column_by_name(table, wanted.name);
      if (!found) {
        throw DataError(fmt::format("{}: the column '{}' that the model needs is not there: found {}", table.source,
                                    wanted.name, join(column_names(table), ", ")));
      }
      const auto is_same = [&](const Column& column) { return column.name == wanted.name; };
      if (std::count_if(table.columns.begin(), table.columns.end(), is_same) > 1) {
        throw DataError(
            fmt::format("{}: there are several columns named '{}', which the model needs", table.source, wanted.name));
      }
      columns.push_back(*found);
    }
    return columns;
  }
  for (const std::size_t c : columns_of_data(table)) {
    if (!target.holds(c)) columns.push_back(c);
  }
  if (columns.size() != encoding.columns.size()) {
    throw DataError(fmt::format("{}: the model was trained on {}, the data have {}", table.source,
                                counted(encoding.columns.size(), "feature"), columns.size()));
  }
  return columns;
}

std::optional<std::size_t> find_label_again(const Table& table, const Encoding& encoding, const std::string& label) {
  if (!label.empty()) return find_label_column(table, label);
  if (encoding.label_name.empty()) return std::nullopt;
  if (matches_by_name(table, encoding)) return column_by_name(table, encoding.label_name);
  if (table.label_column >= 0) return static_cast<std::size_t>(table.label_column);
  const std::vector<std::size_t> data = columns_of_data(table);
  const std::size_t features = encoding.columns.size();
  if (data.size() == features + 1) return data[encoding.label_position];
  if (!encoding.optional_column.empty() && data.size() == features + 2)
    return data[encoding.label_position == features ? features + 1 : encoding.label_position];
  return std::nullopt;
}

// Columns of memberships, or the one of a target number, by name or where they stood in training; nothing when none of
// them is there.
std::vector<std::size_t> find_target_columns(const Table& table, const Encoding& encoding,
                                             const std::vector<std::string>& names) {
  if (!matches_by_name(table, encoding)) {
    const std::vector<std::size_t> data = columns_of_data(table);
    std::vector<std::size_t> found;
    if (data.size() != encoding.columns.size() + names.size()) return found;
    for (const std::size_t position : encoding.target_positions) found.push_back(data[position]);
    return found;
  }
  std::vector<std::size_t> found;
  std::string absent;
  for (const std::string& name : names) {
    if (const auto column = column_by_name(table, name)) found.push_back(*column);
    else absent = name;
  }
  if (!found.empty() && !absent.empty()) {
    throw DataError(fmt::format("{}: the column of memberships '{}' is not there, though others are: the model has {}",
                                table.source, absent, join(names, ", ")));
  }
  return found;
}

void demand_no_feature(const Table& table, std::size_t label, const Encoding& encoding) {
  const std::string& name = table.columns[label].name;
  const auto is_same = [&](const FeatureColumn& column) { return column.name == name; };
  if (std::none_of(encoding.columns.begin(), encoding.columns.end(), is_same)) return;
  throw DataError(fmt::format("{}: the column '{}' is a feature of the model, not the label", table.source, name));
}

FoundTarget find_target_again(const Table& table, const Encoding& encoding, const EncodeOptions& options) {
  if (!options.label_columns.empty() || !options.target_column.empty()) {
    return find_target(table, {options.label, options.label_columns, options.target_column});
  }
  const TargetKind kind = encoding.target_kind();
  if (options.label.empty() && (kind == TargetKind::memberships || kind == TargetKind::numbers)) {
    const auto names = kind == TargetKind::numbers ? std::vector{encoding.target_name} : encoding.label_columns;
    std::vector<std::size_t> columns = find_target_columns(table, encoding, names);
    if (columns.empty()) return {};
    return {kind, std::move(columns)};
  }
  const auto label = find_label_again(table, encoding, options.label);
  if (!label) return {};
  if (options.wants_labels && matches_by_name(table, encoding)) demand_no_feature(table, *label, encoding);
  return {TargetKind::labels, {*label}};
}

// Columns that were set aside in training are so in a table that has them too.
void set_aside_again(Table& table, const Encoding& encoding) {
  const bool is_by_name = matches_by_name(table, encoding);
  const std::size_t targets =
      encoding.label_name.empty() ? encoding.target_positions.size() : 1;   // of the training table
  const bool is_whole = table.columns.size() == encoding.columns.size() + targets + encoding.set_aside.size();
  const auto is_for_training = [](const SetAside& aside) {   // which further data rarely have
    return aside.role == Role::weights || aside.role == Role::groups;
  };
  const bool lacks_target = table.columns.size() == encoding.columns.size() + encoding.set_aside.size();
  if (!is_by_name && !is_whole && lacks_target && encoding.set_aside.size() == targets && table.roles.empty() &&
      std::none_of(encoding.set_aside.begin(), encoding.set_aside.end(), is_for_training)) {
    throw DataError(fmt::format(
        "{}: one of the {} columns is '{}' or the label, and without names nothing tells which: name it by {}, {} or {}",
        table.source, table.columns.size(), encoding.set_aside.front().name, setting("id"), setting("ignore"),
        setting("label")));
  }
  for (const SetAside& aside : encoding.set_aside) {
    std::optional<std::size_t> column;
    if (is_by_name) column = column_by_name(table, aside.name);
    else if (is_whole) column = aside.position;
    if (column && !is_set_aside(table, *column)) table.set_role(*column, aside.role);
  }
}

// The encoding with its optional column, where the table has it.
Encoding as_found_in(const Table& table, Encoding encoding, const FoundTarget& target) {
  if (encoding.optional_column.empty()) return encoding;
  const bool is_there = matches_by_name(table, encoding)
                            ? column_by_name(table, encoding.optional_column).has_value()
                            : columns_of_data(table).size() == encoding.columns.size() + 1 + target.columns.size();
  if (is_there) encoding.columns.push_back({encoding.optional_column, {}});
  return encoding;
}

}   // namespace

TargetKind Encoding::target_kind() const {
  if (!label_name.empty()) return TargetKind::labels;
  if (!label_columns.empty()) return TargetKind::memberships;
  return target_name.empty() ? TargetKind::none : TargetKind::numbers;
}

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

namespace {

void remember_target(const Table& table, const FoundTarget& target, Encoding& encoding) {
  if (target.kind == TargetKind::labels) {
    encoding.label_name = table.columns[target.columns.front()].name;
    encoding.label_position = position_among_data(table, target.columns.front());
    return;
  }
  for (const std::size_t column : target.columns) {
    encoding.target_positions.push_back(position_among_data(table, column));
    if (target.kind == TargetKind::numbers) encoding.target_name = table.columns[column].name;
    else encoding.label_columns.push_back(table.columns[column].name);
  }
}

}   // namespace

Encoding learn_encoding(const Table& table, const FoundTarget& target, Nominal nominal) {
  Encoding encoding;
  encoding.has_names = table.has_names;
  encoding.missing_marks = table.missing_marks;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.role(c) == Role::ignored) continue;
    if (target.kind == TargetKind::labels && target.holds(c) && is_utf8(table.columns[c].name))
      continue;   // its cells are looked at one by one
    const auto is_readable = [](const std::string& word) { return is_utf8(word); };
    if (!is_utf8(table.columns[c].name) ||
        (table.columns[c].is_nominal() && !std::ranges::all_of(distinct_words(table.columns[c]), is_readable))) {
      throw DataError(fmt::format("{}: column {} holds text that is not UTF-8: convert the file", table.source, c + 1));
    }
  }
  remember_target(table, target, encoding);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (is_set_aside(table, c)) encoding.set_aside.push_back({table.columns[c].name, c, table.role(c)});
    if (target.holds(c) || is_set_aside(table, c)) continue;
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

// Numbers are moved out of the table, column by column: they are never in memory twice.
std::vector<NumberCells> take_features(Table& table, const Encoding& encoding, const FoundTarget& target,
                                       const std::vector<std::size_t>& columns) {
  std::vector<NumberCells> features;
  features.reserve(encoding.feature_count());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const FeatureColumn& learned = encoding.columns[c];
    Column& column = table.columns[columns[c]];
    if (!learned.categories.empty()) {
      add_indicators(table, columns[c], learned, features);
    } else if (column.is_nominal()) {
      refuse_words(table, columns[c]);
    } else if (target.holds(columns[c])) {
      features.push_back(column.numbers);   // still to be read as the target
    } else {
      features.push_back(std::move(column.numbers));
      column.numbers = {};
    }
  }
  return features;
}

// Says which features keep doubles although singles were wanted.
std::string keep_as_singles(std::vector<NumberCells>& features, const std::vector<std::string>& names) {
  const std::vector<bool> fits = fit_singles(features);
  round_to_singles(features, fits);
  std::vector<std::string> others;
  for (std::size_t j = 0; j < features.size(); ++j) {
    if (!fits[j]) others.push_back(fmt::format("'{}'", names[j]));
  }
  if (others.empty()) return {};
  constexpr std::size_t few = 5;
  const std::size_t more = others.size() > few ? others.size() - few : 0;
  others.resize(others.size() - more);
  return fmt::format(
      "{}{}: double precision is kept, single would lose more than a hundred thousandth of the deviation",
      join(others, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

Dataset encode_columns(Table table, const Encoding& encoding, const FoundTarget& target,
                       const std::vector<std::size_t>& columns, const std::vector<std::string>& class_names,
                       std::vector<std::string>* notes = nullptr) {
  Dataset dataset;
  dataset.feature_names = encoding.feature_names();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::size_t width = std::max<std::size_t>(1, encoding.columns[c].categories.size());
    dataset.file_columns.insert(dataset.file_columns.end(), width, static_cast<std::uint32_t>(columns[c] + 1));
  }
  if (const auto id = table.column_with(Role::id)) {
    dataset.id_name = table.columns[*id].name;
    for (std::size_t i = 0; i < table.rows(); ++i) dataset.ids.push_back(cell_word(table.columns[*id], i));
  }
  std::vector<NumberCells> features = take_features(table, encoding, target, columns);
  const std::size_t values = features.empty() ? 0 : features.size() * features.front().size();
  // What is seen in a file costs no memory.
  const bool is_held = std::ranges::any_of(
      features, [](const NumberCells& column) { return column.doubles() != nullptr && !column.is_seen(); });
  const bool is_chosen = notes && table.precision == StoragePrecision::automatic && values >= many_values && is_held;
  if (is_chosen || table.precision == StoragePrecision::float32) {
    std::string note = keep_as_singles(features, dataset.feature_names);
    if (is_chosen) {
      notes->push_back(
          fmt::format("{} values are kept in single precision, and computed with in double: {} keeps "
                      "doubles",
                      values, setting("precision", "float64")));
    }
    if (notes && !note.empty()) notes->push_back(std::move(note));
  }
  dataset.x = SampleRows(std::move(features));
  read_target(table, target, class_names, dataset);
  dataset.source = std::move(table.source);
  dataset.lines = std::move(table.lines);
  dataset.weights = std::move(table.weights);
  dataset.groups = std::move(table.groups);
  return dataset;
}

}   // namespace

Dataset encode(Table table, const Encoding& encoding, const EncodeOptions& options) {
  const std::size_t wanted = encoding.columns.size() + (table.label_column >= 0 ? 1 : 0);
  while (table.is_sparse && table.columns.size() < wanted) {
    table.columns.push_back({fmt::format("x{}", table.columns.size()), Numbers(table.rows()), {}});
  }
  set_aside_again(table, encoding);
  FoundTarget target = find_target_again(table, encoding, options);
  const Encoding found = as_found_in(table, encoding, target);
  const std::vector<std::size_t> columns = match_columns(table, found, target);
  if (!options.wants_labels) target = {};
  return encode_columns(std::move(table), found, target, columns, options.class_names);
}

EncodedTable encode_training_table(Table table, const TargetChoice& choice, Nominal nominal) {
  const FoundTarget target = find_target(table, choice);
  Encoding encoding = learn_encoding(table, target, nominal);
  std::vector<std::size_t> columns;
  for (const std::size_t c : columns_of_data(table)) {
    if (!target.holds(c)) columns.push_back(c);
  }
  EncodedTable result;
  result.dataset = encode_columns(std::move(table), encoding, target, columns, {}, &result.notes);
  result.encoding = std::move(encoding);
  return result;
}

EncodedTable encode_training_table(Table table, std::string_view label, Nominal nominal) {
  return encode_training_table(std::move(table), TargetChoice{.label = std::string(label)}, nominal);
}

}   // namespace protea
