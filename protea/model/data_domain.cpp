#include <protea/model/data_domain.hpp>

#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

// Where a value stands and what it is of.
struct Cell {
  const Dataset& dataset;
  std::size_t row;
  std::size_t feature;
  const AnyDissimilarity& dissimilarity;

  double own() const { return dataset.x(row, feature); }   // before scaling; NaN where it was missing
};

// The number that stands in the data, and beside it what scaling has made of it where that is to blame.
std::string value_text(const Cell& cell, double value) {
  if (cell.own() == value || cell.own() < 0) return fmt::format("{}", cell.own());
  if (std::isnan(cell.own())) return fmt::format("missing, filled in as {} in the units of the model", value);
  return fmt::format("{}, which scaling turns into {}", cell.own(), value);
}

[[noreturn]] void refuse(const Cell& cell, double value, std::string_view need, const std::string& remedy) {
  throw DataError(fmt::format("{}: the value of '{}' is {}, and {} needs {} numbers: {}",
                              cell.dataset.place(cell.row, cell.feature), cell.dataset.feature_names[cell.feature],
                              value_text(cell, value), cell.dissimilarity.name(), need, remedy));
}

double lifted(double value, const Cell& cell, const Admission& admission) {
  const DataDomain domain = cell.dissimilarity.domain();
  if (value < 0) {
    refuse(cell, value, domain.kind == Domain::positive ? "positive" : "non-negative",
           cell.own() < 0
               ? admission.remedy
               : fmt::format("train with {}, min-max or none instead of a scaling that makes values negative",
                             setting("scale", "unit-sum")));
  }
  if (value == 0 && domain.kind == Domain::positive && !(domain.floor > 0) && admission.zeros == Zeros::refused) {
    refuse(cell, value, "positive",
           fmt::format("give {} a small number to lift it to, such as 1e-3", setting("dissimilarity.floor")));
  }
  return value < domain.floor ? domain.floor : value;
}

}   // namespace

void bring_into_domain(Matrix& x, const Dataset& dataset, const AnyDissimilarity& dissimilarity,
                       const Admission& admission) {
  const DataDomain domain = dissimilarity.domain();
  if (!domain.is_bounded()) return;
  const bool is_probability = domain.kind == Domain::probability;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    const double sum = lane_sum(std::as_const(x).row(i));
    for (std::size_t j = 0; j < x.columns(); ++j) x(i, j) = lifted(x(i, j), {dataset, i, j, dissimilarity}, admission);
    if (is_probability && std::abs(sum - 1) > 1e-6) {
      throw DataError(fmt::format("{}: the row sums to {}, and {} compares rows that sum to 1: use {}",
                                  dataset.place(i, 0), sum, dissimilarity.name(), setting("scale", "unit-sum")));
    }
    if (dissimilarity.traits().scale_invariant && sum == 0 && !(domain.floor > 0)) {
      throw DataError(fmt::format(
          "{}: every value of the row is 0, and {} compares shares of the sum: leave the row out, or give {} "
          "a small number",
          dataset.place(i, 0), dissimilarity.name(), setting("dissimilarity.floor")));
    }
    if (!is_probability) continue;
    const double lifted_sum = lane_sum(std::as_const(x).row(i));
    for (double& value : x.row(i)) value /= lifted_sum;
  }
}

}   // namespace protea
