#include <protea/data/preparation.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

// Keeps the allocation of `values` from feature to feature.
void take_observed(const SampleRows& x, std::size_t feature, std::vector<double>& values) {
  values.clear();
  values.reserve(x.rows());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    if (const double value = x(i, feature); !std::isnan(value)) values.push_back(value);
  }
}

double observed_sum(Row x) {
  double sum = 0;
  for (const double value : x) sum += std::isnan(value) ? 0 : value;
  return sum;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Sorts a copy: the order of the values decides the bits of their mean.
double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// Divides the values by the largest, so that squares neither overflow nor vanish.
void learn_scale(std::vector<double>& values, Scaling scaling, double& shift, double& factor) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  shift = 0;
  factor = 1;
  if (largest == 0) return;
  for (double& value : values) value /= largest;
  double centre = 0;
  double spread = 0;
  if (scaling == Scaling::z_score) {
    centre = mean_of(values);
    for (const double value : values) spread += (value - centre) * (value - centre);
    spread = values.size() > 1 ? std::sqrt(spread / static_cast<double>(values.size() - 1)) : 0;
  } else {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    centre = *low;
    spread = *high - *low;
  }
  shift = centre * largest;
  // A constant feature carries nothing: it is moved to 0 and not blown up.
  if (spread > 1e-12 * std::abs(centre)) factor = 1 / spread / largest;
}

}   // namespace

bool has_missing(Row x) {
  return std::any_of(x.begin(), x.end(), [](double value) { return std::isnan(value); });
}

Dataset without_missing(const Dataset& dataset) {
  std::vector<std::uint32_t> rows;
  std::vector<double> row(dataset.x.columns());
  for (std::size_t i = 0; i < dataset.size(); ++i) {
    dataset.x.copy_row(i, row);
    if (!has_missing(row)) rows.push_back(static_cast<std::uint32_t>(i));
  }
  if (rows.empty())
    throw DataError(fmt::format("{}: every row has a missing value, so none is left after dropping", dataset.source));
  return dataset.subset(rows);
}

Preparation learn_preparation(const Dataset& training, Missing missing, Scaling scaling) {
  const std::size_t n = training.x.columns();
  Preparation result{missing, scaling, {}, {}, {}};
  const bool imputes = missing == Missing::mean || missing == Missing::median;
  const bool is_affine = scaling == Scaling::z_score || scaling == Scaling::min_max;
  if (imputes) result.fill.resize(n);
  if (is_affine) {
    result.shift.resize(n);
    result.factor.resize(n);
  }
  std::vector<double> values;
  for (std::size_t j = 0; j < n; ++j) {
    take_observed(training.x, j, values);
    if (values.empty()) {
      throw DataError(fmt::format("{}: the feature '{}' has no value at all in the training rows: leave it out",
                                  training.source, training.feature_names[j]));
    }
    if (imputes) result.fill[j] = missing == Missing::mean ? mean_of(values) : median_of(values);
    if (imputes && !std::isfinite(result.fill[j])) {
      throw NumericalError(fmt::format("{}: the mean of the feature '{}' is not finite: change its unit",
                                       training.source, training.feature_names[j]));
    }
    if (is_affine) learn_scale(values, scaling, result.shift[j], result.factor[j]);
    if (is_affine && (!std::isnormal(result.factor[j]) || !std::isfinite(result.shift[j]))) {
      throw NumericalError(
          fmt::format("{}: the values of the feature '{}' are too large or too small to be scaled: change its unit",
                      training.source, training.feature_names[j]));
    }
  }
  return result;
}

Matrix Preparation::apply(const Dataset& dataset) const {
  Matrix x(dataset.x.rows(), dataset.x.columns());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    dataset.x.copy_row(i, x.row(i));
    if (missing == Missing::mask &&
        std::all_of(x.row(i).begin(), x.row(i).end(), [](double value) { return std::isnan(value); })) {
      throw DataError(
          fmt::format("{}: every value of the row is missing, so nothing is left to compare", dataset.place(i, 0)));
    }
    for (std::size_t j = 0; j < x.columns() && missing != Missing::mask; ++j) {
      if (!std::isnan(x(i, j))) continue;
      if (fill.empty()) {
        const std::string remedy =
            missing == Missing::drop
                ? fmt::format("a model trained with {} cannot fill it, train with {}, median or mask",
                              setting("missing", "drop"), setting("missing", "mean"))
                : fmt::format("train with {}, mean, median or mask", setting("missing", "drop"));
        throw DataError(
            fmt::format("{}: the value of '{}' is missing: {}", dataset.place(i, j), dataset.feature_names[j], remedy));
      }
      x(i, j) = fill[j];
    }
    if (scaling == Scaling::unit_sum) {
      const double sum = observed_sum(x.row(i));
      if (!(sum > 0) || !std::isfinite(sum))
        throw DataError(
            fmt::format("{}: the row sums to {}, so it cannot be scaled to sum 1", dataset.place(i, 0), sum));
    }
    scale(x.row(i));
    for (std::size_t j = 0; j < x.columns(); ++j) {
      if (!std::isfinite(x(i, j)) && !std::isnan(dataset.x(i, j))) {
        throw NumericalError(fmt::format("{}: the value of '{}' is too large to compute with: change its unit",
                                         dataset.place(i, j), dataset.feature_names[j]));
      }
    }
  }
  return x;
}

void Preparation::scale(MutableRow x) const {
  if (scaling == Scaling::unit_sum) {
    const double sum = observed_sum(x);
    for (double& value : x) value /= sum;
  }
  for (std::size_t j = 0; j < shift.size(); ++j) x[j] = (x[j] - shift[j]) * factor[j];
}

void Preparation::unscale(MutableRow x) const {
  for (std::size_t j = 0; j < shift.size(); ++j) x[j] = x[j] / factor[j] + shift[j];
}

}   // namespace protea
