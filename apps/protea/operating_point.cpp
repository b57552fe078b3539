#include "operating_point.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <protea/model/prototype_model.hpp>

#include "show.hpp"
#include "show_measures.hpp"

namespace protea::app {
namespace {

// How much nearer the nearest prototype of the positive class is than that of the other.
std::vector<double> leads_of(const PrototypeModel& model, MatrixView x, Label positive) {
  const Matrix d = model.distances(x);
  std::vector<double> leads;
  for (std::size_t i = 0; i < d.rows(); ++i) {
    double own = std::numeric_limits<double>::infinity();
    double other = own;
    for (std::size_t k = 0; k < d.columns(); ++k) {
      double& nearest = model.space.labels()[k] == positive ? own : other;
      nearest = std::min(nearest, std::max(0.0, d(i, k)));
    }
    leads.push_back(other - own);
  }
  return leads;
}

}   // namespace

ChosenPoint take_sensitivity(Model& model, const std::string& wanted, MatrixView x, std::span<const Label> y) {
  auto& prototypes = demand<PrototypeModel>(model, "a threshold");
  const double sensitivity = parse_limited("sensitivity", wanted, {.above = 0, .at_most = 1});
  if (model.class_names.size() != 2) {
    throw UsageError(fmt::format("sensitivity = {}: a threshold needs two classes, and there are {}", wanted,
                                 model.class_names.size()));
  }
  Decision decision = prototypes.decision;
  if (decision.kind != DecisionKind::nearest) {
    throw UsageError(fmt::format("sensitivity = {}: a threshold needs --decision nearest, and the model answers by {}",
                                 wanted, choice_name(decision.kind)));
  }
  const std::size_t positive = positive_class(decision.positive, model.class_names);
  std::vector<bool> is_positive;
  for (const Label label : y) is_positive.push_back(label == static_cast<Label>(positive));
  const std::vector<double> leads = leads_of(prototypes, x, static_cast<Label>(positive));
  ChosenPoint chosen{model.class_names[positive], sensitivity, point_for_sensitivity(leads, is_positive, sensitivity)};
  decision.threshold = chosen.point.threshold;
  decision.positive = chosen.positive;
  prototypes.decide_by(decision);
  return chosen;
}

std::string point_text(const ChosenPoint& chosen) {
  return fmt::format("threshold {}: sensitivity {} for '{}' ({} wanted), specificity {}\n",
                     number_text(chosen.point.threshold), percent(chosen.point.sensitivity), chosen.positive,
                     percent(chosen.wanted), percent(chosen.point.specificity));
}

Json to_json(const ChosenPoint& chosen) {
  return {{"positive", chosen.positive},
          {"wanted", chosen.wanted},
          {"threshold", chosen.point.threshold},
          {"sensitivity", chosen.point.sensitivity},
          {"specificity", chosen.point.specificity}};
}

}   // namespace protea::app
