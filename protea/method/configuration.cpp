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
                 [](const Optimizer& optimizer) { return !optimizer.uses_all_samples(); });
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
      !configuration.optimizer->uses_all_samples() && !configuration.optimizer->moves(RateGroup::metric);
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

// Means of samples are where the cost is least, for rules whose pulls are weights and dissimilarities of
// Bregman's kind.
void demand_means(const Configuration& configuration) {
  const AnyDissimilarity& dissimilarity = *configuration.dissimilarity;
  const std::string_view means = configuration.optimizer->name();
  if (!configuration.rule->traits().has_means) {
    throw UsageError(fmt::format("{} moves prototypes to means of samples, and {} pushes some away{}", means,
                                 configuration.rule->name(), instead_of_minimizer(configuration)));
  }
  if (!dissimilarity.traits().bregman) {
    throw UsageError(fmt::format("{}: the mean of samples is not where {} is least, which is no Bregman divergence{}",
                                 means, dissimilarity.name(), instead_of_minimizer(configuration)));
  }
  // Coordinate by coordinate, where the dissimilarity is a sum over them.
  constexpr std::size_t many = 1000;   // features
  const Masking masking = dissimilarity.traits().masking;
  const bool is_plain_sum =
      masking == Masking::sum || (masking == Masking::sum_with_rows && dissimilarity.parameter_count(many) == 0);
  if (configuration.missing == Missing::mask && !is_plain_sum) {
    throw UsageError(fmt::format("missing = mask: {} of {} need complete samples: use {} or median", means,
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
  if (dynamic_cast<const Averager*>(&optimizer)) return demand_means(configuration);
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
    throw UsageError(fmt::format("{} minimizes one fixed cost, and {} is annealed: {}, or{}", optimizer.name(),
                                 rule.name(), rule.steady_settings(), instead_of_minimizer(configuration).substr(1)));
  }
}

// Units that are the data have a lattice already, and one that learns nothing else.
void demand_fitting_embedding(const Configuration& configuration) {
  const AnyRule& rule = *configuration.rule;
  if (!rule.lattice() || rule.traits().learns_label_vectors)
    throw UsageError(fmt::format("an embedding is a map, and {} is none: use {} or heskes-som", rule.name(),
                                 setting("rule", "som")));
  if (rule.lattice()->squared || rule.lattice()->columns > 0)
    throw UsageError("the lattice of an embedding is that of the data: leave out grid, topology and lattice");
  constexpr std::size_t many = 1000;   // features
  for (const AnyDissimilarity* const each :
       {configuration.dissimilarity.get(), configuration.embedding_dissimilarity.get()}) {
    if (each->parameter_count(many) > 0)
      throw UsageError(fmt::format("{} has parameters of its own, which an embedding does not learn", each->name()));
  }
  if (configuration.missing == Missing::mask)
    throw UsageError("missing = mask: an embedding needs complete samples: use " + setting("missing", "mean") +
                     " or median");
  if (configuration.plan.validation > 0) throw UsageError("validation: an embedding has no rows to hold out");
  if (configuration.restarts > 1) throw UsageError("restarts: an embedding starts once");
  if (configuration.space != Space::features) throw UsageError("an embedding needs " + setting("space", "features"));
}

void demand_fitting_lattice(const Configuration& configuration) {
  const AnyRule& rule = *configuration.rule;
  if (configuration.embedding) return demand_fitting_embedding(configuration);
  if (rule.growth() && configuration.space != Space::features)
    throw UsageError(fmt::format("{} needs {}", rule.name(), setting("space", "features")));
  if (rule.growth() && configuration.scope == Scope::per_prototype)
    throw UsageError(fmt::format("scope = prototype: the number of prototypes of {} is not known before", rule.name()));
  const bool starts_in_plane = configuration.initialization == Initialization::plane;
  if (!rule.lattice()) {
    if (starts_in_plane)
      throw UsageError(fmt::format("init = plane places the units of a lattice, and {} has none", rule.name()));
    return;
  }
  const Lattice& lattice = *rule.lattice();
  demand_sound(lattice);
  if (lattice.topology == Topology::free && !lattice.squared)
    throw UsageError("topology = free needs a matrix of squared distances between the units: give " +
                     setting("lattice", "FILE"));
  if (starts_in_plane && lattice.topology == Topology::free)
    throw UsageError("init = plane needs a grid: units of a free lattice have no places in a plane");
  if (configuration.space != Space::features)
    throw UsageError(fmt::format("{} needs {}: its units are no combinations of samples", rule.name(),
                                 setting("space", "features")));
}

void demand_fitting_labels(const Configuration& configuration) {
  if (!configuration.rule->traits().learns_label_vectors) return;
  if (!configuration.label_dissimilarity) throw UsageError("a rule of label vectors needs a dissimilarity of labels");
  constexpr std::size_t many = 1000;   // classes: enough for any option that counts them
  const AnyDissimilarity& psi = *configuration.label_dissimilarity;
  if (psi.parameter_count(many) > 0)
    throw UsageError(
        fmt::format("label_dissimilarity = {}: it has parameters of its own, and labels have none", psi.name()));
  if (configuration.space != Space::features)
    throw UsageError(fmt::format("{} needs {}", configuration.rule->name(), setting("space", "features")));
  if (!configuration.costs.empty())
    throw UsageError(fmt::format("costs = {}: units of {} belong to no class", text_of(configuration.costs),
                                 configuration.rule->name()));
  if (configuration.scope == Scope::per_class)
    throw UsageError(fmt::format("scope = class: units of {} belong to no class", configuration.rule->name()));
}

// What speaks of classes where none are learned from.
void demand_no_class_settings(const Configuration& configuration) {
  const auto refuse = [&](const std::string& what) {
    throw UsageError(fmt::format("{} speaks of classes, and the rule {} learns from none: leave it out", what,
                                 configuration.rule->name()));
  };
  if (configuration.scope == Scope::per_class) refuse("scope = class");
  if (configuration.plan.presentation == Presentation::balanced) refuse("presentation = balanced");
  if (!configuration.costs.empty()) refuse(fmt::format("costs = {}", text_of(configuration.costs)));
  const Decision& decision = configuration.decision;
  if (decision.kind != DecisionKind::nearest) refuse(fmt::format("decision = {}", choice_name(decision.kind)));
  if (decision.threshold) refuse("decision.threshold");
  if (!decision.positive.empty()) refuse("decision.positive");
  if (decision.reject != Rejection::none) refuse("decision.reject");
}

}   // namespace

bool learns_from_targets(const Configuration& configuration) {
  const RuleTraits traits = configuration.rule->traits();
  const bool is_watched_by_class = configuration.relevance && configuration.relevance->traits().needs_labels;
  return traits.supervised || traits.learns_label_vectors || is_watched_by_class;
}

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
  demand_fitting_lattice(configuration);
  demand_fitting_labels(configuration);
  if (!learns_from_targets(configuration)) demand_no_class_settings(configuration);
}

Gaps gaps_of(const Configuration& configuration) {
  Configuration masking = configuration;
  masking.missing = Missing::mask;
  try {
    demand_fitting_parts(masking);
  } catch (const UsageError&) {   // its other parts fit as they are
    return Gaps::cannot_be_masked;
  }
  return Gaps::may_be_masked;
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
  if (configuration.restarts != Configuration{}.restarts)
    result.emplace_back("restarts", fmt::format("{}", configuration.restarts));
  if (configuration.membership_sum != Configuration{}.membership_sum)
    result.emplace_back("memberships", choice_name(configuration.membership_sum));
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
  if (configuration.label_dissimilarity) add("label_dissimilarity", *configuration.label_dissimilarity);
  if (configuration.embedding) {
    add("embedding_dissimilarity", *configuration.embedding_dissimilarity);
    for (const auto& [name, value] : option_values(*configuration.embedding))
      result.emplace_back("embedding." + name, value_text(value));
  }
  const Settings plan = describe_plan(configuration);
  result.insert(result.end(), plan.begin(), plan.end());
  return result;
}

}   // namespace protea
