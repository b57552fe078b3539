#include <protea/method/training_parts.hpp>

#include <cmath>
#include <set>

#include <fmt/format.h>

#include <protea/model/data_domain.hpp>
#include <protea/data/split.hpp>

namespace protea {
namespace {

void demand_every_class(const Dataset& before, const Dataset& after) {
  const std::set<Label> wanted(before.y.begin(), before.y.end());
  const std::set<Label> left(after.y.begin(), after.y.end());
  for (const Label label : wanted) {
    if (!left.contains(label)) {
      throw DataError(
          fmt::format("{}: dropping rows with missing values leaves no sample of class '{}': use {} or median",
                      before.source, before.class_names[static_cast<std::size_t>(label)], setting("missing", "mean")));
    }
  }
}

// Squares of differences must stay finite.
void demand_moderate_values(const Part& part) {
  for (std::size_t i = 0; i < part.x.rows(); ++i) {
    for (std::size_t j = 0; j < part.x.columns(); ++j) {
      if (!(std::abs(part.x(i, j)) >= 1e150)) continue;   // also NaN: missing, and masked
      throw NumericalError(
          fmt::format("{}: the value of '{}' is too large to compute with: change its unit, or scale the data",
                      part.rows.place(i, j), part.rows.feature_names[j]));
    }
  }
}

// Prototypes stay above a floor; data that do not would all look alike from there. A floor that was asked for is taken at its word.
void demand_above_floor(const Part& part, const AnyDissimilarity& dissimilarity) {
  if (dissimilarity.domain().floor > 0) return;
  const double least = dissimilarity.domain().least;
  constexpr double many = 100;
  const Row values = part.x.values();
  if (std::any_of(values.begin(), values.end(), [&](double value) { return !(value < many * least); })) return;
  throw DataError(fmt::format(
      "{}: no value is above {:.4g}, and prototypes of {} stay above {:.4g}: scale the data ({}, or another unit), or give "
      "a smaller {}",
      part.rows.source, many * least, dissimilarity.name(), least, setting("scale", "unit-sum"),
      setting("dissimilarity.floor")));
}

}   // namespace

TrainingParts cut_into_parts(const Configuration& configuration, const Dataset& dataset) {
  TrainingParts parts;
  parts.training.rows = configuration.missing == Missing::drop ? without_missing(dataset) : dataset;
  parts.dropped_rows = dataset.size() - parts.training.rows.size();
  demand_every_class(dataset, parts.training.rows);
  if (configuration.plan.validation > 0) {
    const Dataset all = std::move(parts.training.rows);
    const Split split = stratified_split(all, configuration.plan.validation,
                                         Random(static_cast<std::uint64_t>(configuration.plan.seed), Purpose::split));
    parts.held_out.rows = all.subset(split.test);
    parts.training.rows = all.subset(split.training);
  }
  return parts;
}

void prepare_parts(TrainingParts& parts, const Configuration& configuration, const Preparation& preparation) {
  const AnyDissimilarity& dissimilarity = *configuration.dissimilarity;
  const bool has_features = !is_given_matrix(configuration.space);
  for (Part* part : {&parts.training, &parts.held_out}) {
    if (part->rows.size() == 0) continue;
    part->x = preparation.apply(part->rows);
    if (has_features) bring_into_domain(part->x, part->rows, dissimilarity);
    part->weights = row_weights(part->rows, configuration.class_weights);
  }
  if (has_features && dissimilarity.domain().is_bounded()) demand_above_floor(parts.training, dissimilarity);
  parts.costs = cost_matrix(configuration.costs, parts.training.rows.class_names);
  demand_moderate_values(parts.training);
}

}   // namespace protea
