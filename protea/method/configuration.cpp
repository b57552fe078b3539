#include <protea/method/configuration.hpp>

#include <fmt/format.h>

#include <protea/train/coefficients.hpp>

namespace protea {
namespace {

// ": use optimizer = sgd, momentum or adam", the names of those that fit; nothing where none is known.
template <class Part, class Fits>
std::string instead(std::string_view key, const std::vector<std::shared_ptr<const Part>>& parts, Fits fits) {
  std::vector<std::string> names;
  for (const auto& part : parts) {
    if (fits(*part)) names.emplace_back(part->name());
  }
  if (names.empty()) return {};
  std::string text = ": use " + setting(std::string(key), names.front());
  for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

std::string instead_of_minimizer(const Configuration& configuration) {
  return instead("optimizer", configuration.others->optimizers,
                 [](const Optimizer& optimizer) { return !optimizer.needs_cost(); });
}

// An estimator owns the relevances and learns from one sample at a time.
void demand_room_for_estimator(const Configuration& configuration) {
  if (!configuration.relevance) return;
  const RelevanceEstimator& estimator = *configuration.relevance;
  const DissimilarityTraits traits = configuration.dissimilarity->traits();
  if (!traits.has_relevances || configuration.scope != Scope::shared) {
    const auto has_relevances = [](const AnyDissimilarity& other) { return other.traits().has_relevances; };
    throw UsageError(fmt::format("{} estimates the relevances of a metric with {}{}", estimator.name(),
                                 setting("scope", "shared"),
                                 instead("dissimilarity", configuration.others->dissimilarities, has_relevances)));
  }
  if (configuration.space != Space::features) {
    throw UsageError(fmt::format("{} estimates the relevances of features: it needs {}", estimator.name(),
                                 setting("space", "features")));
  }
  if (configuration.dissimilarity->is_fixed()) {
    throw UsageError(fmt::format("{} is there to change the relevances, and those of {} stay as they start",
                                 estimator.name(), configuration.dissimilarity->name()));
  }
  if (configuration.missing == Missing::mask && estimator.traits().needs_complete_rows) {
    throw UsageError(fmt::format("missing = mask: {} needs complete samples: use {} or median", estimator.name(),
                                 setting("missing", "mean")));
  }
  const bool is_left_alone =
      !configuration.optimizer->needs_cost() && !configuration.optimizer->moves(RateGroup::metric);
  if (estimator.traits().owns_metric && (!is_left_alone || configuration.plan.batch != 1)) {
    throw UsageError(fmt::format("{} sets the relevances itself, after each sample: it needs {} and {}{}",
                                 estimator.name(), setting("batch", "1"), setting("optimizer.metric_rate", "0"),
                                 instead_of_minimizer(configuration)));
  }
}

void demand_given_matrix_as_it_is(const Configuration& configuration) {
  const std::string_view space = choice_name(configuration.space);
  if (configuration.scaling != Scaling::none) {
    throw UsageError(fmt::format("scale = {}: a {} is taken as it is: use {}", choice_name(configuration.scaling),
                                 space, setting("scale", "none")));
  }
  if (configuration.missing != Missing::refuse) {
    throw UsageError(fmt::format("missing = {}: a {} has no value to spare: use {}", choice_name(configuration.missing),
                                 space, setting("missing", "refuse")));
  }
  if (configuration.nominal != Nominal::refuse) {
    throw UsageError(fmt::format("nominal = {}: a {} holds numbers alone: use {}", choice_name(configuration.nominal),
                                 space, setting("nominal", "refuse")));
  }
}

void demand_fitting_space(const Configuration& configuration) {
  if (configuration.space == Space::features) return;
  if (configuration.missing == Missing::mask) {
    throw UsageError(fmt::format("missing = mask: combinations of samples need complete samples: use {} or median",
                                 setting("missing", "mean")));
  }
  if (!configuration.optimizer->steps_linearly()) {
    throw UsageError(fmt::format("{} cannot step in coefficients of samples, which follow linear steps only{}",
                                 configuration.optimizer->name(),
                                 instead("optimizer", configuration.others->optimizers,
                                         [](const Optimizer& other) { return other.steps_linearly(); })));
  }
  if (!has_coefficients(configuration.initialization)) {
    throw UsageError(fmt::format("init = {}: combinations of samples start from class-mean, random-sample or k-means",
                                 choice_name(configuration.initialization)));
  }
  if (is_given_matrix(configuration.space)) return demand_given_matrix_as_it_is(configuration);
  const AnyDissimilarity& dissimilarity = *configuration.dissimilarity;
  constexpr std::size_t many = 1000;   // features: enough for any option that counts them
  const auto fits = [](const AnyDissimilarity& other) {
    return other.parameter_count(many) == 0 && other.traits().symmetric;
  };
  if (fits(dissimilarity)) return;
  throw UsageError(fmt::format("space = combinations needs a symmetric dissimilarity with nothing learned, and {} {}{}",
                               dissimilarity.name(),
                               dissimilarity.traits().symmetric ? "has parameters of its own" : "is not symmetric",
                               instead("dissimilarity", configuration.others->dissimilarities, fits)));
}

void demand_fitting_dissimilarity(const Configuration& configuration) {
  const AnyDissimilarity& dissimilarity = *configuration.dissimilarity;
  if (!dissimilarity.only_measures_with().empty() && configuration.plan.epochs > 0) {
    throw UsageError(fmt::format("{} measures only and cannot be trained with {}, or {}", dissimilarity.name(),
                                 dissimilarity.only_measures_with(), setting("epochs", "0")));
  }
  if (configuration.missing == Missing::mask && dissimilarity.traits().masking == Masking::none) {
    throw UsageError(
        fmt::format("missing = mask: {} does not sum over features, so it cannot skip missing ones: use {} or median",
                    dissimilarity.name(), setting("missing", "mean")));
  }
}

void demand_fitting_optimizer(const Configuration& configuration) {
  const Optimizer& optimizer = *configuration.optimizer;
  const AnyRule& rule = *configuration.rule;
  if (rule.traits().sets_own_rates && (!optimizer.steps_as_told() || configuration.plan.batch != 1)) {
    throw UsageError(fmt::format(
        "{} sets the rate of each prototype itself: leave the optimizer, its rates and {} as the method of that "
        "name has them",
        rule.name(), setting("batch", "1")));
  }
  if (!optimizer.needs_cost()) return;
  if (!rule.traits().has_cost) {
    throw UsageError(fmt::format("{} needs a rule with a cost function and {} has none{}", optimizer.name(),
                                 rule.name(), instead_of_minimizer(configuration)));
  }
  if (!configuration.dissimilarity->has_gradient()) {
    throw UsageError(fmt::format("{} needs the gradient of the dissimilarity, and {} replace it{}", optimizer.name(),
                                 configuration.dissimilarity->instead_of_gradient(),
                                 instead_of_minimizer(configuration)));
  }
  if (rule.changes_with_progress()) {
    throw UsageError(fmt::format("{} minimizes one fixed cost, and {} is annealed{}", optimizer.name(), rule.name(),
                                 instead_of_minimizer(configuration)));
  }
}

}   // namespace

void demand_fitting_parts(const Configuration& configuration) {
  if (!configuration.rule || !configuration.dissimilarity || !configuration.optimizer) {
    throw UsageError("a configuration needs a rule, a dissimilarity and an optimizer");
  }
  demand_fitting_dissimilarity(configuration);
  demand_room_for_estimator(configuration);
  demand_fitting_optimizer(configuration);
  if (configuration.initialization == Initialization::file && configuration.initialization_options.file.empty()) {
    throw UsageError("init = file needs init.file, a codebook (.cod) or a model");
  }
  demand_fitting_space(configuration);
}

Settings describe_plan(const Configuration& configuration) {
  Settings result{{"scope", std::string(choice_name(configuration.scope))},
                  {"prototypes", text_of(configuration.prototypes)},
                  {"init", std::string(choice_name(configuration.initialization))}};
  if (configuration.space != Space::features)
    result.insert(result.begin(), {"space", std::string(choice_name(configuration.space))});
  for (const auto& [name, value] : option_values(configuration.initialization_options)) {
    result.emplace_back("init." + name, value_text(value));
  }
  if (configuration.reach != Configuration{}.reach)   // as earlier versions wrote them
    result.emplace_back("reach", number_text(configuration.reach));
  result.emplace_back("scale", choice_name(configuration.scaling));
  result.emplace_back("missing", choice_name(configuration.missing));
  result.emplace_back("decision", choice_name(configuration.decision.kind));
  for (const auto& [name, text] : recorded_options(configuration.decision))
    result.emplace_back("decision." + name, text);
  result.emplace_back("class_weights", text_of(configuration.class_weights));
  result.emplace_back("costs", text_of(configuration.costs));
  result.emplace_back("nominal", choice_name(configuration.nominal));
  for (const auto& [name, value] : option_values(configuration.plan)) result.emplace_back(name, value_text(value));
  return result;
}

Settings describe(const Configuration& configuration) {
  Settings result{{"method", configuration.method}};
  const auto add = [&](const std::string& family, const auto& component) {
    const ComponentRecord record = record_of(component);
    result.emplace_back(family, record.name);
    for (const auto& [name, text] : record.settings) result.emplace_back(family + "." + name, text);
  };
  add("rule", *configuration.rule);
  add("dissimilarity", *configuration.dissimilarity);
  add("optimizer", *configuration.optimizer);
  if (configuration.relevance) add("relevance", *configuration.relevance);
  const Settings plan = describe_plan(configuration);
  result.insert(result.end(), plan.begin(), plan.end());
  return result;
}

}   // namespace protea
