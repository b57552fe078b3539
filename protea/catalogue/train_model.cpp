#include <protea/catalogue/train_model.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/base/version.hpp>
#include <protea/catalogue/by_class.hpp>
#include <protea/catalogue/combinations.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/split.hpp>
#include <protea/model/coefficients.hpp>
#include <protea/model/relations.hpp>
#include <protea/train/checkpoint.hpp>
#include <protea/train/prototype_objective.hpp>
#include <protea/train/relevance_companion.hpp>

namespace protea {
namespace {

void demand_two_classes(const Dataset& dataset) {
  const std::set<Label> seen(dataset.y.begin(), dataset.y.end());
  if (dataset.y.empty()) throw DataError(fmt::format("{}: there is no label column to learn from", dataset.source));
  if (seen.size() < 2) {
    throw DataError(fmt::format("{}: all samples are of one class, '{}': a classifier needs at least two", dataset.source,
                                dataset.class_names[static_cast<std::size_t>(*seen.begin())]));
  }
}

bool has_column(const Encoding& encoding, std::string_view name) {
  return std::any_of(encoding.columns.begin(), encoding.columns.end(), [&](const FeatureColumn& column) { return column.name == name; });
}

void demand_every_class(const Dataset& before, const Dataset& after) {
  const std::set<Label> wanted(before.y.begin(), before.y.end());
  const std::set<Label> left(after.y.begin(), after.y.end());
  for (const Label label : wanted) {
    if (!left.contains(label)) {
      throw DataError(fmt::format("{}: dropping rows with missing values leaves no sample of class '{}': use --missing mean or median",
                                  before.source, before.class_names[static_cast<std::size_t>(label)]));
    }
  }
}

struct Start {
  std::vector<Label> labels;
  Matrix prototypes;                       // in model units, or their coefficients
};

// Prototypes of a codebook (.cod) or another model, in original units there, scaled here.
Start start_from_file(const std::string& path, const Dataset& dataset, const Preparation& preparation) {
  const Model model = load_model(path);
  Matrix vectors = model.prototypes_in_original_units();
  if (vectors.columns() != dataset.x.columns()) {
    throw DataError(fmt::format("{}: the prototypes have {} features, the data have {}", path, vectors.columns(), dataset.x.columns()));
  }
  Start start;
  for (std::size_t k = 0; k < vectors.rows(); ++k) {
    preparation.scale(vectors.row(k));
    if (!std::all_of(vectors.row(k).begin(), vectors.row(k).end(), [](double value) { return std::isfinite(value); })) {
      throw DataError(fmt::format("{}: prototype {} cannot be scaled as the data are", path, k + 1));
    }
    const std::string& name = model.class_names[static_cast<std::size_t>(model.space.labels()[k])];
    const auto found = std::find(dataset.class_names.begin(), dataset.class_names.end(), name);
    if (found == dataset.class_names.end()) {
      throw DataError(fmt::format("{}: prototype {} is of class '{}', which the data do not have", path, k + 1, name));
    }
    start.labels.push_back(static_cast<Label>(found - dataset.class_names.begin()));
  }
  for (std::size_t c = 0; c < dataset.class_names.size(); ++c) {
    if (std::find(start.labels.begin(), start.labels.end(), static_cast<Label>(c)) == start.labels.end()) {
      throw DataError(fmt::format("{}: there is no prototype of class '{}'", path, dataset.class_names[c]));
    }
  }
  start.prototypes = std::move(vectors);
  return start;
}

Start make_start(const Configuration& configuration, const Dataset& training, const Matrix& x, const Preparation& preparation) {
  const InitializationOptions& options = configuration.initialization_options;
  if (configuration.initialization == Initialization::file) return start_from_file(options.file, training, preparation);
  Start start;
  if (configuration.initialization == Initialization::samples) return {training.y, filled_by_class(x, training.y)};
  start.labels = prototype_labels(prototype_counts(configuration.prototypes, training.class_names));
  const Matrix complete = filled_by_class(x, training.y);
  start.prototypes = initial_prototypes(configuration.initialization, options, complete.view(), training.y, start.labels,
                                        training.class_names, static_cast<std::uint64_t>(configuration.plan.seed));
  return start;
}

Start make_coefficients(const Configuration& configuration, const Dataset& training, MatrixView among) {
  Start start;
  start.labels = prototype_labels(prototype_counts(configuration.prototypes, training.class_names));
  start.prototypes = initial_coefficients(configuration.initialization, configuration.initialization_options, among, training.y,
                                          start.labels, training.class_names, static_cast<std::uint64_t>(configuration.plan.seed));
  return start;
}

struct Part {
  Dataset rows;
  Matrix x;
  std::vector<double> weights;
};

// Squares of differences must stay finite.
void demand_moderate_values(const Part& part) {
  for (std::size_t i = 0; i < part.x.rows(); ++i) {
    for (std::size_t j = 0; j < part.x.columns(); ++j) {
      if (!(std::abs(part.x(i, j)) >= 1e150)) continue;   // also NaN: missing, and masked
      throw NumericalError(fmt::format("{}: the value of '{}' is too large to compute with: change its unit, or scale the data",
                                       part.rows.place(i, j), part.rows.feature_names[j]));
    }
  }
}

// Everything a run depends on: options, samples, held-out samples, first prototypes.
std::string identity_of(const Configuration& configuration, const Part& training, const Part& held_out, const Start& start) {
  std::string text;
  for (const auto& [name, value] : describe(configuration)) text += fmt::format("{}={};", name, value);
  const auto add = [&]<class Number>(const Number* values, std::size_t count) {
    text += checksum({reinterpret_cast<const char*>(values), count * sizeof(Number)}) + ";";
  };
  for (const Part* part : {&training, &held_out}) {
    add(part->x.values().data(), part->x.values().size());
    add(part->rows.y.data(), part->rows.y.size());
    add(part->weights.data(), part->weights.size());
  }
  add(start.prototypes.values().data(), start.prototypes.values().size());
  add(start.labels.data(), start.labels.size());
  return text;
}

ComponentRecord estimator_record(const Configuration& configuration) {
  if (!configuration.has_estimator()) return {};
  const auto& entry = relevance_estimators().find(configuration.relevance.name);
  return {entry.name, entry.complete(configuration.relevance.settings)};
}

}  // namespace

TrainedModel train_model(const Configuration& configuration, const Dataset& dataset, const Encoding& encoding, Runtime& runtime,
                         const Observer& observer, const CheckpointPlan& checkpoints) {
  demand_two_classes(dataset);
  if (is_given_matrix(configuration.space)) demand_square(dataset);
  TrainedModel result;
  Part training{configuration.missing == Missing::drop ? without_missing(dataset) : dataset, {}, {}};
  result.dropped_rows = dataset.size() - training.rows.size();
  demand_every_class(dataset, training.rows);
  Part held_out;
  const auto seed = static_cast<std::uint64_t>(configuration.plan.seed);
  if (configuration.plan.validation > 0) {
    const Split split = stratified_split(training.rows.y, training.rows.class_names, configuration.plan.validation,
                                         Random(seed, Purpose::split));
    held_out.rows = training.rows.subset(split.test);
    training.rows = training.rows.subset(split.training);
  }
  demand_two_classes(training.rows);
  result.training_samples = training.rows.size();

  Model& model = result.model;
  model.class_names = dataset.class_names;
  model.encoding = encoding;
  if (configuration.space == Space::kernel_matrix && !has_column(encoding, self_column)) model.encoding.optional_column = self_column;
  model.preparation = learn_preparation(training.rows, configuration.missing, configuration.scaling);
  training.x = model.preparation.apply(training.rows);
  training.weights = row_weights(training.rows, configuration.class_weights);
  if (held_out.rows.size() > 0) {
    held_out.x = model.preparation.apply(held_out.rows);
    held_out.weights = row_weights(held_out.rows, configuration.class_weights);
  }
  if (configuration.decision.kind != DecisionKind::soft) demand_fitting(configuration.decision, {{}, model.class_names});
  const Matrix costs = cost_matrix(configuration.costs, model.class_names);
  demand_moderate_values(training);

  std::optional<Combinations> combinations;
  if (configuration.space != Space::features) combinations.emplace(configuration, PreparedRows{training.rows, training.x}, runtime);
  const Start start = combinations ? make_coefficients(configuration, training.rows, combinations->among())
                                   : make_start(configuration, training.rows, training.x, model.preparation);
  const auto rule = rules().make(configuration.rule.name, configuration.rule.settings);
  const auto optimizer = optimizers().make(configuration.optimizer.name, configuration.optimizer.settings);
  const auto rows_of = [&](const Part& part) { return TrainingRows{part.x.view(), part.rows.y, {part.weights, costs.view()}}; };
  std::unique_ptr<Objective> objective;
  std::unique_ptr<Objective> validation;
  const KernelObjective* combined = nullptr;
  if (combinations) {
    auto own = combinations->objective(start.labels, rule, {training.weights, costs.view()});
    combined = own.get();
    objective = std::move(own);
    if (held_out.rows.size() > 0) {
      validation = combinations->objective_of({held_out.rows, held_out.x}, start.labels, rule, {held_out.weights, costs.view()});
    }
  } else {
    model.space = PrototypeSpace(dissimilarities().make(configuration.dissimilarity.name, configuration.dissimilarity.settings),
                                 training.x.columns(), start.labels, configuration.scope, rule->parameter_count(start.labels.size()));
    objective = std::make_unique<PrototypeObjective>(model.space, rule, rows_of(training));
    if (held_out.rows.size() > 0) validation = std::make_unique<PrototypeObjective>(model.space, rule, rows_of(held_out));
  }

  std::unique_ptr<RelevanceCompanion> companion;
  if (configuration.has_estimator()) {
    companion = std::make_unique<RelevanceCompanion>(
        model.space, relevance_estimators().make(configuration.relevance.name, configuration.relevance.settings),
        LabelledRows{std::as_const(training.x).view(), training.rows.y}, model.class_names.size());
  }

  TrainingState state;
  const Learners learners{*optimizer, companion.get()};
  const std::string identity = identity_of(configuration, training, held_out, start);
  if (checkpoints.resume && std::filesystem::exists(checkpoints.path)) {
    state = load_checkpoint(checkpoints.path, identity, learners, objective->layout());
  } else if (combined) {
    state.parameters = combined->start_from(start.prototypes.view());
  } else {
    state.parameters.resize(parameter_count(model.space.layout()));
    std::copy(start.prototypes.values().begin(), start.prototypes.values().end(), state.parameters.begin());
    model.space.initialize_metric(state.parameters, seed, std::as_const(training.x).view(), training.rows.y);
    rule->initialize(model.space.rule_parameters(MutableRow(state.parameters)));
  }
  const Observer watch = [&](const EpochReport& report) {
    const bool goes_on = !observer || observer(report);
    const bool is_due = report.state.epoch % checkpoints.every == 0 || !goes_on;
    if (!checkpoints.path.empty() && is_due) save_checkpoint(checkpoints.path, identity, report.state, learners);
    return goes_on;
  };
  result.outcome = fit({*objective, *optimizer, configuration.plan, runtime, validation.get(), watch, companion.get()}, state);
  if (combined) combinations->finish(model, *combined, state.parameters);
  else model.parameters = std::move(state.parameters);
  model.decision = configuration.decision;
  if (model.decision.kind != DecisionKind::k_nearest && model.decision.sigma == 0) {
    const Part& part = held_out.rows.size() > 0 ? held_out : training;
    const Matrix rows = prepare(model, part.rows);
    calibrate(model, rows.view(), part.rows.y);
  }

  model.record = {configuration.method,
                  {configuration.rule.name, rules().find(configuration.rule.name).complete(configuration.rule.settings)},
                  {configuration.optimizer.name,
                   optimizers().find(configuration.optimizer.name).complete(configuration.optimizer.settings)},
                  estimator_record(configuration),
                  describe_plan(configuration),
                  result.training_samples,
                  result.outcome.epochs,
                  result.outcome.converged,
                  result.outcome.cost,
                  std::string(version())};
  return result;
}

Matrix prepare(const Model& model, const Dataset& dataset) {
  const std::size_t features = model.expansion ? model.expansion->columns : model.space.features();
  const bool has_self = !model.encoding.optional_column.empty() && dataset.x.columns() == features + 1;
  if (dataset.x.columns() != features && !has_self) {
    throw DataError(fmt::format("{}: the model was trained on {} features, the data have {}", dataset.source, features,
                                dataset.x.columns()));
  }
  if (model.expansion && is_given_matrix(model.expansion->space)) demand_whole(dataset);
  const Matrix x = model.preparation.apply(dataset);
  return model.expansion ? model.expansion->rows_for(dataset, x) : x;
}

}  // namespace protea
