#include <protea/data/arrays.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <map>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/table_columns.hpp>

namespace protea {
namespace {

void demand_count(std::size_t found, std::size_t rows, std::string_view what) {
  if (found != rows)
    throw UsageError(
        fmt::format("there are {} {} for {}: there must be one for each", found, what, counted(rows, "row")));
}

std::string row_of(const Dataset& dataset, std::size_t row) {
  return fmt::format("{}{}row {}", dataset.source, dataset.source.empty() ? "" : " ", row + 1);
}

double demand_finite(double value, const Dataset& dataset, std::size_t row, std::string_view what) {
  if (std::isnan(value))
    throw DataError(fmt::format("{}: the {} is missing: fill it in or remove the row", row_of(dataset, row), what));
  if (std::isinf(value)) throw DataError(fmt::format("{}: the {} is infinite", row_of(dataset, row), what));
  return value;
}

void demand_finite_values(const Dataset& dataset) {
  for (std::size_t i = 0; i < dataset.x.rows(); ++i) {
    for (std::size_t j = 0; j < dataset.x.columns(); ++j) {
      if (std::isinf(dataset.x(i, j))) throw DataError(fmt::format("{}: {}", dataset.place(i, j), infinity_sentence));
    }
  }
}

// Fills in what one kind of targets means.
struct TargetWriter {
  Dataset& dataset;
  const ArrayNames& names;

  void operator()(std::monostate) const {}

  template <std::integral Integer>
  void operator()(std::span<const Integer> labels) const {
    std::map<Integer, Label> numbers;
    for (const Integer label : labels) numbers.emplace(label, 0);
    for (auto& [label, number] : numbers) {
      number = static_cast<Label>(dataset.class_names.size());
      dataset.class_names.push_back(fmt::format("{}", label));
    }
    take_labels(labels, numbers);
  }

  void operator()(std::span<const std::string> labels) const {
    std::map<std::string, Label> numbers;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i].empty())
        throw DataError(fmt::format("{}: the label is missing: fill it in or remove the row", row_of(dataset, i)));
      if (!is_utf8(labels[i]))
        throw DataError(fmt::format("{}: the name of the class is not UTF-8", row_of(dataset, i)));
      numbers.emplace(labels[i], 0);
    }
    for (const auto& [label, number] : numbers) dataset.class_names.push_back(label);
    sort_class_names(dataset.class_names);
    for (std::size_t c = 0; c < dataset.class_names.size(); ++c)
      numbers[dataset.class_names[c]] = static_cast<Label>(c);
    take_labels(labels, numbers);
  }

  void operator()(Row numbers) const {
    demand_count(numbers.size(), dataset.size(), "numbers");
    dataset.target_name = names.target;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      dataset.numbers.push_back(demand_finite(numbers[i], dataset, i, "target"));
  }

  void operator()(const ArrayView& memberships) const {
    demand_sound(memberships, "the array of memberships");
    demand_count(memberships.rows, dataset.size(), "rows of memberships");
    const std::size_t classes = memberships.columns;
    if (classes < 2)
      throw UsageError(fmt::format("there are memberships of {} classes: there must be two at least", classes));
    dataset.class_names = names.classes;
    for (std::size_t c = 0; c < classes && names.classes.empty(); ++c)
      dataset.class_names.push_back(fmt::format("{}", c + 1));
    if (dataset.class_names.size() != classes) {
      throw UsageError(
          fmt::format("there are {} names for the {} classes of the memberships", dataset.class_names.size(), classes));
    }
    dataset.memberships = SampleRows(memberships).to_matrix();
    for (std::size_t i = 0; i < memberships.rows; ++i) {
      for (std::size_t c = 0; c < classes; ++c) {
        const double value = dataset.memberships(i, c);
        if (value >= 0 && value <= 1) continue;
        const std::string what = fmt::format("membership of class '{}'", dataset.class_names[c]);
        demand_finite(value, dataset, i, what);
        throw DataError(fmt::format("{}: the {} is {}: it must lie between 0 and 1", row_of(dataset, i), what, value));
      }
    }
    dataset.y = crisp_labels(dataset.memberships);
  }

 private:
  template <std::totally_ordered Value>
  void take_labels(std::span<const Value> labels, const std::map<Value, Label>& numbers) const {
    demand_count(labels.size(), dataset.size(), "labels");
    dataset.y.reserve(labels.size());
    for (const Value& label : labels) dataset.y.push_back(numbers.at(label));
  }
};

}   // namespace

Dataset from_arrays(const ArrayView& x, const ArrayTargets& targets, const ArrayNames& names) {
  Dataset dataset;
  dataset.source = names.source;
  dataset.x = SampleRows(x);
  if (x.rows == 0 || x.columns == 0)
    throw UsageError(
        fmt::format("the array of samples is {} x {}: there must be a row and a column", x.rows, x.columns));
  dataset.feature_names = names.features;
  for (std::size_t j = 0; j < x.columns && names.features.empty(); ++j)
    dataset.feature_names.push_back(feature_name(j));
  if (dataset.feature_names.size() != x.columns) {
    throw UsageError(fmt::format("there are {} names for {}: there must be one for each", names.features.size(),
                                 counted(x.columns, "column")));
  }
  demand_finite_values(dataset);
  std::visit(TargetWriter{dataset, names}, targets);
  return dataset;
}

}   // namespace protea
