#include "inspect_files.hpp"

#include <filesystem>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/model/map_view.hpp>
#include <protea/model/spectrum.hpp>

#include "selection.hpp"

namespace protea::app {
namespace {

void add_numbers(CsvRow& row, Row values) {
  for (const double value : values) row.push_back(number_text(value));
}

// Prototypes by their class, or their number where there are none; in original units, or as coefficients of
// training samples.
std::vector<CsvRow> prototype_rows(const PrototypeModel& model) {
  std::vector<CsvRow> rows{{model.has_classes() ? "class" : "prototype"}};
  Matrix values;
  if (model.expansion) {
    for (const std::int32_t sample : model.expansion->rows)
      rows.front().push_back(fmt::format("sample {}", sample + 1));
    const MatrixView w = model.space.prototypes(Row(model.parameters));
    values = Matrix(w.rows, model.expansion->size());
    for (std::size_t k = 0; k < w.rows; ++k) std::copy_n(w.row(k).begin(), values.columns(), values.row(k).begin());
  } else {
    for (const std::string& name : model.encoding.feature_names()) rows.front().push_back(name);
    values = model.prototypes_in_original_units();
  }
  for (std::size_t k = 0; k < values.rows(); ++k) {
    rows.push_back({model.has_classes() ? model.class_of(k) : fmt::format("{}", k + 1)});
    add_numbers(rows.back(), values.row(k));
  }
  return rows;
}

// A row for each unit: its number from 1, its place on a grid, and what is told of it.
class UnitTable {
 public:
  UnitTable(const PrototypeModel& model, const CsvRow& what) : lattice_(model.lattice()) {
    if (lattice_ && lattice_->topology == Topology::free) lattice_ = nullptr;
    rows_.push_back({"unit"});
    if (lattice_) rows_.front().insert(rows_.front().end(), {"column", "row"});
    rows_.front().insert(rows_.front().end(), what.begin(), what.end());
  }
  void add(const CsvRow& cells) {
    const std::size_t unit = rows_.size() - 1;
    CsvRow row{fmt::format("{}", unit + 1)};
    if (lattice_) {
      row.push_back(fmt::format("{}", lattice_->column_of(unit) + 1));
      row.push_back(fmt::format("{}", lattice_->row_of(unit) + 1));
    }
    row.insert(row.end(), cells.begin(), cells.end());
    rows_.push_back(std::move(row));
  }
  void add(Row of_units) {
    for (const double each : of_units) add(CsvRow{number_text(each)});
  }
  const std::vector<CsvRow>& rows() const { return rows_; }

 private:
  const Lattice* lattice_;
  std::vector<CsvRow> rows_;
};

std::vector<CsvRow> number_rows(const PrototypeModel& model, const std::string& what, Row of_units) {
  UnitTable table(model, {what});
  table.add(of_units);
  return table.rows();
}

std::vector<CsvRow> label_rows(const PrototypeModel& model) {
  UnitTable table(model, {"label"});
  for (std::size_t k = 0; k < model.space.prototype_count(); ++k) table.add(CsvRow{label_of_unit(model, k)});
  return table.rows();
}

std::vector<CsvRow> label_vector_rows(const PrototypeModel& model) {
  UnitTable table(model, model.class_names);
  const MatrixView vectors = model.space.label_vectors(Row(model.parameters));
  for (std::size_t k = 0; k < vectors.rows; ++k) {
    CsvRow row;
    add_numbers(row, vectors.row(k));
    table.add(row);
  }
  return table.rows();
}

// What a map or another quantizer shows; nothing of a model whose prototypes have classes.
template <class Write>
void write_units(const PrototypeModel& model, const Write& write) {
  if (const std::vector<double> heights = u_matrix(model); !heights.empty())
    write("u_matrix.csv", number_rows(model, "height", heights));
  if (model.units && !model.units->hits.empty()) write("hits.csv", number_rows(model, "hits", model.units->hits));
  if (model.units && (model.has_classes() || !model.units->class_names.empty()))
    write("label_map.csv", label_rows(model));
  if (model.space.has_label_vectors()) write("label_vectors.csv", label_vector_rows(model));
}

// Tables of one metric after the other; where there are several, the first column says whose.
class MetricTable {
 public:
  MetricTable(const PrototypeModel& model, CsvRow heading) : model_(model) {
    if (is_local()) heading.insert(heading.begin(), "group");
    rows_.push_back(std::move(heading));
  }
  void add(std::size_t group, CsvRow row) {
    if (is_local()) row.insert(row.begin(), model_.group_name(group));
    rows_.push_back(std::move(row));
  }
  const std::vector<CsvRow>& rows() const { return rows_; }

 private:
  bool is_local() const { return model_.space.group_count() > 1; }

  const PrototypeModel& model_;
  std::vector<CsvRow> rows_;
};

CsvRow heading(CsvRow first, const std::vector<std::string>& features) {
  first.insert(first.end(), features.begin(), features.end());
  return first;
}

// (x − w)ᵀΛ(x − w) in model units, (original − shift)·factor, is the same form with ΛF, F = factor·factorᵀ entry by
// entry, in original ones.
void add_matrix(MetricTable& table, std::size_t group, const Matrix& lambda, const std::vector<std::string>& features,
                Row factor) {
  for (std::size_t i = 0; i < lambda.rows(); ++i) {
    CsvRow row{features[i]};
    for (std::size_t j = 0; j < lambda.columns(); ++j)
      row.push_back(number_text(factor.empty() ? lambda(i, j) : lambda(i, j) * (factor[i] * factor[j])));
    table.add(group, std::move(row));
  }
}

}   // namespace

std::vector<std::string> write_parts(const PrototypeModel& model, const std::string& folder) {
  std::error_code status;
  std::filesystem::create_directories(folder, status);
  if (!std::filesystem::is_directory(folder)) throw DataError(fmt::format("{}: the folder cannot be made", folder));
  std::vector<std::string> files;
  const auto write = [&](const std::string& name, const std::vector<CsvRow>& rows) {
    write_csv((std::filesystem::path(folder) / name).string(), rows);
    files.push_back(name);
  };
  write("prototypes.csv", prototype_rows(model));
  write_units(model, write);
  const bool has_metric = model.space.metric_block().size > 0 && model.space.dissimilarity().has_relevance_matrix();
  if (!has_metric || model.expansion) return files;
  const std::vector<std::string> features = model.encoding.feature_names();
  MetricTable relevances(model, {"feature", "relevance"});
  MetricTable lambdas(model, heading({"feature"}, features));
  MetricTable in_original_units(model, heading({"feature"}, features));
  MetricTable vectors(model, heading({"eigenvalue"}, features));
  const Row factor = model.preparation.factor;
  for (std::size_t g = 0; g < model.space.group_count(); ++g) {
    const Matrix lambda = model.relevance_matrix(g);
    for (std::size_t i = 0; i < lambda.rows(); ++i) relevances.add(g, {features[i], number_text(lambda(i, i))});
    add_matrix(lambdas, g, lambda, features, {});
    add_matrix(in_original_units, g, lambda, features, factor);
    const Directions directions = directions_of(lambda);
    for (std::size_t r = 0; r < directions.values.size(); ++r) {
      CsvRow row{number_text(directions.values[r])};
      add_numbers(row, directions.vectors.row(r));
      vectors.add(g, std::move(row));
    }
  }
  write("relevances.csv", relevances.rows());
  write("lambda.csv", lambdas.rows());
  if (!factor.empty()) write("lambda_original_units.csv", in_original_units.rows());
  write("eigenvectors.csv", vectors.rows());
  return files;
}

}   // namespace protea::app
