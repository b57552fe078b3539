#include <protea/data/preparation.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

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

// Goes over the rows, and for each value that is there calls use(feature, value, weight): each feature sees its values
// in order.
template <class Use>
void for_each_value(const Dataset& dataset, Use use) {
  constexpr std::size_t some = 64;
  Matrix rows(some, dataset.x.columns());
  for (std::size_t first = 0; first < dataset.x.rows(); first += some) {
    const std::size_t count = std::min(some, dataset.x.rows() - first);
    dataset.x.copy_rows(first, {rows.values().data(), count, rows.columns(), rows.columns()});
    for (std::size_t i = 0; i < count; ++i) {
      const double weight = weight_at(dataset.weights, first + i);
      const Row row = std::as_const(rows).row(i);
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (!std::isnan(row[j])) use(j, row[j], weight);
      }
    }
  }
}

// What the values of one feature come to.
struct Summary {
  std::size_t count = 0;
  double weight = 0;
  double squared_weights = 0;
  double sum = 0;
  double least = infinity;
  double most = -infinity;
  double largest = 0;   // of the absolute values
  double centre = 0;    // in units of the largest, as the spread
  double spread = 0;
};

std::vector<Summary> summaries_of(const Dataset& dataset) {
  std::vector<Summary> all(dataset.x.columns());
  for_each_value(dataset, [&](std::size_t j, double value, double weight) {
    Summary& own = all[j];
    ++own.count;
    own.weight += weight;
    own.squared_weights += weight * weight;
    own.sum += weight * value;
    own.least = std::min(own.least, value);
    own.most = std::max(own.most, value);
    own.largest = std::max(own.largest, std::abs(value));
  });
  return all;
}

// Means and deviations of the values over their largest, so that squares neither overflow nor vanish.
void add_moments(const Dataset& dataset, std::vector<Summary>& all) {
  for_each_value(dataset, [&](std::size_t j, double value, double weight) {
    if (all[j].largest > 0) all[j].centre += weight * (value / all[j].largest);
  });
  for (Summary& own : all) own.centre /= own.weight;
  for_each_value(dataset, [&](std::size_t j, double value, double weight) {
    if (!(all[j].largest > 0)) return;
    const double difference = value / all[j].largest - all[j].centre;
    all[j].spread += weight * (difference * difference);
  });
  const FreedomOfWeights freedom(dataset.weights);
  for (Summary& own : all)
    own.spread = own.count > 1 ? std::sqrt(own.spread / freedom.of(own.weight, own.squared_weights)) : 0;
}

// Where half of the weight is reached; between two values where it is reached exactly at the end of one.
double median_of(const Dataset& dataset, std::size_t feature, double weight) {
  std::vector<std::pair<double, double>> values;   // and weights
  for (std::size_t i = 0; i < dataset.x.rows(); ++i) {
    const double value = dataset.x(i, feature);
    if (!std::isnan(value)) values.emplace_back(value, weight_at(dataset.weights, i));
  }
  std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const double half = weight / 2;
  double below = 0;
  std::size_t middle = 0;
  while (middle + 1 < values.size() && below + values[middle].second < half) below += values[middle++].second;
  const bool is_between = below + values[middle].second == half && middle + 1 < values.size();
  return is_between ? (values[middle].first + values[middle + 1].first) / 2 : values[middle].first;
}

void set_scale(const Summary& of, Scaling scaling, double& shift, double& factor) {
  shift = 0;
  factor = 1;
  if (of.largest == 0) return;
  const bool is_range = scaling == Scaling::min_max;
  const double centre = is_range ? of.least / of.largest : of.centre;
  const double spread = is_range ? of.most / of.largest - centre : of.spread;
  shift = centre * of.largest;
  // A constant feature carries nothing: it is moved to 0 and not blown up.
  if (spread > 1e-12 * std::abs(centre)) factor = 1 / spread / of.largest;
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
  std::vector<Summary> all = summaries_of(training);
  for (std::size_t j = 0; j < n; ++j) {
    if (all[j].count > 0) continue;
    throw DataError(fmt::format("{}: the feature '{}' has no value at all in the training rows: leave it out",
                                training.source, training.feature_names[j]));
  }
  if (scaling == Scaling::z_score) add_moments(training, all);
  for (std::size_t j = 0; j < n; ++j) {
    if (imputes)
      result.fill[j] = missing == Missing::mean ? all[j].sum / all[j].weight : median_of(training, j, all[j].weight);
    if (imputes && !std::isfinite(result.fill[j])) {
      throw NumericalError(fmt::format("{}: the mean of the feature '{}' is not finite: change its unit",
                                       training.source, training.feature_names[j]));
    }
    if (is_affine) set_scale(all[j], scaling, result.shift[j], result.factor[j]);
    if (is_affine && (!std::isnormal(result.factor[j]) || !std::isfinite(result.shift[j]))) {
      throw NumericalError(
          fmt::format("{}: the values of the feature '{}' are too large or too small to be scaled: change its unit",
                      training.source, training.feature_names[j]));
    }
  }
  return result;
}

Matrix Preparation::apply(const Dataset& dataset, Gaps gaps) const {
  constexpr std::size_t some = 64;
  Matrix x(dataset.x.rows(), dataset.x.columns());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    if (i % some == 0)
      dataset.x.copy_rows(i, {x.row(i).data(), std::min(some, x.rows() - i), x.columns(), x.columns()});
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
