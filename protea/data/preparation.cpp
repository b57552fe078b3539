#include <protea/data/preparation.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/row_groups.hpp>
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
// in order. Behind each row, seen(whether it has gaps).
template <class Use, class Seen>
void for_each_value(const Dataset& dataset, std::size_t begin, std::size_t rows_in_all, Use use, Seen seen) {
  constexpr std::size_t some = 64;
  Matrix rows(some, dataset.x.columns());
  for (std::size_t first = begin; first < begin + rows_in_all; first += some) {
    const std::size_t count = std::min(some, begin + rows_in_all - first);
    dataset.x.copy_rows(first, {rows.values().data(), count, rows.columns(), rows.columns()});
    for (std::size_t i = 0; i < count; ++i) {
      const double weight = weight_at(dataset.weights, first + i);
      const Row row = std::as_const(rows).row(i);
      bool has_gaps = false;
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (std::isnan(row[j])) has_gaps = true;
        else use(j, row[j], weight);
      }
      seen(has_gaps);
    }
  }
}

FeatureSums sums_of_rows(const Dataset& dataset, std::size_t first, std::size_t rows, Pass pass,
                         const FeatureSums& so_far) {
  FeatureSums sums{std::vector<FeatureSums::OfFeature>(dataset.x.columns())};
  const auto none = [](bool) {};
  switch (pass) {
    case Pass::ranges:
      for_each_value(
          dataset, first, rows,
          [&](std::size_t j, double value, double weight) {
            FeatureSums::OfFeature& own = sums.features[j];
            own.count += 1;
            own.weight += weight;
            own.squared_weights += weight * weight;
            own.sum += weight * value;
            own.least = std::min(own.least, value);
            own.most = std::max(own.most, value);
            own.largest = std::max(own.largest, std::abs(value));
          },
          [&](bool has_gaps) {
            sums.rows += 1;
            sums.rows_with_gaps += has_gaps ? 1 : 0;
          });
      sums.classes.resize(dataset.y.empty() ? 0 : dataset.class_names.size());
      for (std::size_t i = first; i < first + rows && !sums.classes.empty(); ++i) {
        FeatureSums::OfClass& own = sums.classes[static_cast<std::size_t>(dataset.y[i])];
        own.rows += 1;
        own.weight += weight_at(dataset.weights, i);
      }
      if (!dataset.weights.empty()) sums.are_weights_whole = are_whole(Row(dataset.weights).subspan(first, rows));
      break;
    // Means and deviations of the values over their largest, so that squares neither overflow nor vanish.
    case Pass::centres:
      for_each_value(
          dataset, first, rows,
          [&](std::size_t j, double value, double weight) {
            const double largest = so_far.features[j].largest;
            if (largest > 0) sums.features[j].centre += weight * (value / largest);
          },
          none);
      break;
    case Pass::spreads:
      for_each_value(
          dataset, first, rows,
          [&](std::size_t j, double value, double weight) {
            const FeatureSums::OfFeature& all = so_far.features[j];
            if (!(all.largest > 0)) return;
            const double difference = value / all.largest - all.centre;
            sums.features[j].spread += weight * (difference * difference);
          },
          none);
      break;
  }
  return sums;
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

void set_scale(const FeatureSums::OfFeature& of, Scaling scaling, double& shift, double& factor) {
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

void FeatureSums::add(const FeatureSums& later) {
  for (std::size_t j = 0; j < features.size(); ++j) {
    OfFeature& own = features[j];
    const OfFeature& other = later.features[j];
    own.count += other.count;
    own.weight += other.weight;
    own.squared_weights += other.squared_weights;
    own.sum += other.sum;
    own.least = std::min(own.least, other.least);
    own.most = std::max(own.most, other.most);
    own.largest = std::max(own.largest, other.largest);
    own.centre += other.centre;
    own.spread += other.spread;
  }
  for (std::size_t c = 0; c < classes.size(); ++c) {
    classes[c].rows += later.classes[c].rows;
    classes[c].weight += later.classes[c].weight;
  }
  rows += later.rows;
  rows_with_gaps += later.rows_with_gaps;
  are_weights_whole = are_weights_whole && later.are_weights_whole;
}

FeatureSums feature_sums(const Dataset& group, Pass pass, const FeatureSums& so_far) {
  return sums_of_rows(group, 0, group.size(), pass, so_far);
}

Learned learn_preparation(const Dataset& rows, Missing missing, Scaling scaling, const PassOver& pass_over,
                          const MedianOf& median_of) {
  const bool imputes = missing == Missing::mean || missing == Missing::median;
  const bool is_affine = scaling == Scaling::z_score || scaling == Scaling::min_max;
  const Learned learned{{missing, scaling, {}, {}, {}}, pass_over(Pass::ranges, {})};
  Learned result = learned;
  std::vector<FeatureSums::OfFeature> all = learned.sums.features;
  const std::size_t n = all.size();
  Preparation& preparation = result.preparation;
  if (imputes) preparation.fill.resize(n);
  if (is_affine) {
    preparation.shift.resize(n);
    preparation.factor.resize(n);
  }
  for (std::size_t j = 0; j < n; ++j) {
    if (all[j].count > 0) continue;
    throw DataError(fmt::format("{}: the feature '{}' has no value at all in the training rows: leave it out",
                                rows.source, rows.feature_names[j]));
  }
  if (scaling == Scaling::z_score) {
    FeatureSums so_far = learned.sums;
    const FeatureSums centres = pass_over(Pass::centres, so_far);
    for (std::size_t j = 0; j < n; ++j) so_far.features[j].centre = centres.features[j].centre / all[j].weight;
    const FeatureSums spreads = pass_over(Pass::spreads, so_far);
    const FreedomOfWeights freedom(learned.sums.are_weights_whole);
    for (std::size_t j = 0; j < n; ++j) {
      all[j].centre = so_far.features[j].centre;
      all[j].spread = all[j].count > 1
                          ? std::sqrt(spreads.features[j].spread / freedom.of(all[j].weight, all[j].squared_weights))
                          : 0;
    }
  }
  for (std::size_t j = 0; j < n; ++j) {
    if (imputes)
      preparation.fill[j] = missing == Missing::mean ? all[j].sum / all[j].weight : median_of(j, all[j].weight);
    if (imputes && !std::isfinite(preparation.fill[j])) {
      throw NumericalError(fmt::format("{}: the mean of the feature '{}' is not finite: change its unit", rows.source,
                                       rows.feature_names[j]));
    }
    if (is_affine) set_scale(all[j], scaling, preparation.shift[j], preparation.factor[j]);
    if (is_affine && (!std::isnormal(preparation.factor[j]) || !std::isfinite(preparation.shift[j]))) {
      throw NumericalError(
          fmt::format("{}: the values of the feature '{}' are too large or too small to be scaled: change its unit",
                      rows.source, rows.feature_names[j]));
    }
  }
  return result;
}

Preparation learn_preparation(const Dataset& training, Missing missing, Scaling scaling) {
  const PassOver pass_over = [&](Pass pass, const FeatureSums& so_far) {
    FeatureSums sums;
    for_each_group(training.size(), [&](std::size_t first, std::size_t count) {
      const FeatureSums own = sums_of_rows(training, first, count, pass, so_far);
      if (first == 0) sums = own;
      else sums.add(own);
    });
    return sums;
  };
  const MedianOf median = [&](std::size_t feature, double weight) { return median_of(training, feature, weight); };
  return learn_preparation(training, missing, scaling, pass_over, median).preparation;
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
