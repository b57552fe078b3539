#include <protea/data/preparation.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

// The values of a feature that are there, and what each counts. Keeps its allocations from feature to feature.
struct Observations {
  FreedomOfWeights freedom;
  std::vector<double> values = {};
  std::vector<double> weights = {};

  void take(const Dataset& dataset, std::size_t feature) {
    values.clear();
    weights.clear();
    values.reserve(dataset.size());
    weights.reserve(dataset.size());
    for (std::size_t i = 0; i < dataset.x.rows(); ++i) {
      const double value = dataset.x(i, feature);
      if (std::isnan(value)) continue;
      values.push_back(value);
      weights.push_back(weight_at(dataset.weights, i));
    }
  }
  double mean() const;
  double median() const;
  double deviation(double centre) const;
};

double observed_sum(Row x) {
  double sum = 0;
  for (const double value : x) sum += std::isnan(value) ? 0 : value;
  return sum;
}

std::string remedy_for_missing(Missing missing, Gaps gaps) {
  const bool may_mask = gaps == Gaps::may_be_masked;
  if (missing == Missing::drop)
    return fmt::format("a model trained with {} cannot fill it, train with {}{}", setting("missing", "drop"),
                       setting("missing", "mean"), may_mask ? ", median or mask" : " or median");
  return fmt::format("train with {}, {}", setting("missing", "drop"),
                     may_mask ? "mean, median or mask" : "mean or median");
}

double Observations::mean() const {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
  return sum / total_weight(weights, values.size());
}

// Where half of the weight is reached; between two values where it is reached exactly at the end of one.
double Observations::median() const {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  const double half = total_weight(weights, values.size()) / 2;
  double below = 0;
  std::size_t middle = 0;
  while (middle + 1 < order.size() && below + weights[order[middle]] < half) below += weights[order[middle++]];
  const bool is_between = below + weights[order[middle]] == half && middle + 1 < order.size();
  return is_between ? (values[order[middle]] + values[order[middle + 1]]) / 2 : values[order[middle]];
}

double Observations::deviation(double centre) const {
  double spread = 0;
  double sum_of_squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    spread += weights[i] * ((values[i] - centre) * (values[i] - centre));
    sum_of_squares += weights[i] * weights[i];
  }
  return values.size() > 1 ? std::sqrt(spread / freedom.of(total_weight(weights, values.size()), sum_of_squares)) : 0;
}

// Divides the values by the largest, so that squares neither overflow nor vanish.
void learn_scale(Observations& observed, Scaling scaling, double& shift, double& factor) {
  std::vector<double>& values = observed.values;
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  shift = 0;
  factor = 1;
  if (largest == 0) return;
  for (double& value : values) value /= largest;
  double centre = 0;
  double spread = 0;
  if (scaling == Scaling::z_score) {
    centre = observed.mean();
    spread = observed.deviation(centre);
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
  Observations observed{FreedomOfWeights(training.weights)};
  for (std::size_t j = 0; j < n; ++j) {
    observed.take(training, j);
    if (observed.values.empty()) {
      throw DataError(fmt::format("{}: the feature '{}' has no value at all in the training rows: leave it out",
                                  training.source, training.feature_names[j]));
    }
    if (imputes) result.fill[j] = missing == Missing::mean ? observed.mean() : observed.median();
    if (imputes && !std::isfinite(result.fill[j])) {
      throw NumericalError(fmt::format("{}: the mean of the feature '{}' is not finite: change its unit",
                                       training.source, training.feature_names[j]));
    }
    if (is_affine) learn_scale(observed, scaling, result.shift[j], result.factor[j]);
    if (is_affine && (!std::isnormal(result.factor[j]) || !std::isfinite(result.shift[j]))) {
      throw NumericalError(
          fmt::format("{}: the values of the feature '{}' are too large or too small to be scaled: change its unit",
                      training.source, training.feature_names[j]));
    }
  }
  return result;
}

Matrix Preparation::apply(const Dataset& dataset, Gaps gaps) const {
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
      if (fill.empty())
        throw DataError(fmt::format("{}: the value of '{}' is missing: {}", dataset.place(i, j),
                                    dataset.feature_names[j], remedy_for_missing(missing, gaps)));
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
