#include <protea/method/prototype_method.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <protea/base/large_memory.hpp>
#include <protea/base/weights.hpp>
#include <protea/method/continue_model.hpp>
#include <protea/method/first_prototypes.hpp>
#include <protea/method/calibration.hpp>
#include <protea/method/training_run.hpp>
#include <protea/method/unit_record.hpp>
#include <protea/model/relations.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

bool has_column(const Encoding& encoding, std::string_view name) {
  return std::any_of(encoding.columns.begin(), encoding.columns.end(),
                     [&](const FeatureColumn& column) { return column.name == name; });
}

// Scores are to be as sure as answers are right on new rows: rows of the training are not new to the model.
void calibrate_out_of_fold(PrototypeModel& model, const Configuration& configuration, const TrainingParts& parts,
                           const Encoding& encoding, const TrainingContext& context) {
  const Observer goes_on = [&](const EpochReport&) { return !context.gives_up || !context.gives_up(); };
  if (context.gives_up && context.gives_up()) return;
  const bool is_settled = !model.has_classes() || model.space.has_label_vectors() ||
                          configuration.decision.kind == DecisionKind::k_nearest || configuration.decision.sigma > 0 ||
                          parts.has_held_out();
  if (is_settled || configuration.space != Space::features || configuration.plan.epochs == 0) return;
  Configuration without = configuration;
  without.decision.sigma = 1;   // of no consequence: distances are asked for
  const auto decision = decision_out_of_fold(
      model, configuration.decision, parts.training.rows, static_cast<std::uint64_t>(configuration.plan.seed),
      context.runtime,
      [&](const Dataset& rows) { return train_model(without, rows, encoding, context.runtime, goes_on).model; });
  if (decision) model.decision = *decision;
}

// Each unit's label vector starts as the mean of the memberships of the samples that are nearest to it, or of all.
void start_label_vectors(const PrototypeSpace& space, const Part& training, MutableRow parameters) {
  const std::size_t classes = space.label_space().classes;
  const MutableMatrixView y = space.label_vectors(parameters);
  std::vector<double> mean(classes);
  std::vector<double> counts(y.rows);
  PrototypeSpace::Scratches scratches;
  Matrix d(1, y.rows);
  double all = 0;
  for (std::size_t i = 0; i < training.x.rows(); ++i) {
    space.observed_distances(training.x.row(i), parameters, d.row(0), scratches);
    const std::size_t k = nearest_unit(std::as_const(d).row(0));
    const double weight = weight_at(training.weights, i);
    counts[k] += weight;
    all += weight;
    for (std::size_t c = 0; c < classes; ++c) {
      y.row(k)[c] += weight * training.memberships(i, c);
      mean[c] += weight * training.memberships(i, c);
    }
  }
  for (std::size_t k = 0; k < y.rows; ++k) {
    for (std::size_t c = 0; c < classes; ++c) y.row(k)[c] = counts[k] > 0 ? y.row(k)[c] / counts[k] : mean[c] / all;
    space.label_block().manifold->project(y.row(k));
  }
}

// The mean distance of samples to the nearest of seeds among them, as many as there are prototypes: what a quantizer of
// that size can do, wherever prototypes start. Of many samples some are enough.
double typical_distance(const PrototypeSpace& space, const Configuration& configuration, const Part& training,
                        const Preparation& preparation, Runtime& runtime) {
  constexpr std::size_t enough = 5000;
  Configuration seeds = configuration;
  seeds.initialization = Initialization::k_means_seeds;
  std::vector<double> parameters(parameter_count(space.layout()));
  std::ranges::copy(make_start(seeds, training, preparation, runtime).prototypes.values(), parameters.begin());
  space.project_prototypes(parameters);
  space.initialize_metric(parameters, static_cast<std::uint64_t>(configuration.plan.seed));
  const std::size_t step = (training.x.rows() + enough - 1) / enough;
  PrototypeSpace::Scratches scratches;
  std::vector<double> d(space.prototype_count());
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < training.x.rows(); i += step) {
    const double weight = weight_at(training.weights, i);
    space.observed_distances(training.x.row(i), parameters, d, scratches);
    sum += weight * d[nearest_unit(d)];
    all += weight;
  }
  return sum / all;
}

// The first parameters: prototypes, metric, the rule's own.
std::vector<double> first_parameters(const PrototypeSpace& space, const Start& start, const TrainingRun& run,
                                     const Part& training) {
  std::vector<double> parameters(parameter_count(space.layout()));
  std::copy(start.prototypes.values().begin(), start.prototypes.values().end(), parameters.begin());
  space.project_prototypes(parameters);
  space.initialize_metric(parameters, static_cast<std::uint64_t>(run.configuration.plan.seed), training.x.view(),
                          training.rows.y, training.rows.weights);
  if (space.has_label_vectors()) start_label_vectors(space, training, parameters);
  run.configuration.rule->initialize(space.rule_parameters(MutableRow(parameters)));
  return parameters;
}

// Prototypes at their start, in a space of their own.
struct Beginning {
  Start start;
  PrototypeSpace space;
};

Beginning begin_at(const Configuration& configuration, const Part& training, const Preparation& preparation,
                   Runtime& runtime, std::size_t attempt) {
  Beginning result{make_start(configuration, training, preparation, runtime, attempt), {}};
  const std::size_t features = training.x.columns();
  const bool has_label_vectors = configuration.rule->traits().learns_label_vectors;
  result.space =
      PrototypeSpace(configuration.dissimilarity->chosen_for(training.x.view()), features, result.start.labels,
                     configuration.scope, configuration.rule->parameter_count(result.start.labels.size()),
                     {configuration.label_dissimilarity, has_label_vectors ? training.rows.class_names.size() : 0});
  result.space.limit_prototypes(training.x.view(), result.start.prototypes.values(), configuration.reach);
  return result;
}

// The start from which training ends with the least cost, the first of equals.
std::size_t best_attempt(const Configuration& configuration, const TrainingParts& parts, const Preparation& preparation,
                         const TrainingContext& context) {
  if (configuration.restarts <= 1) return 0;
  std::vector<double> costs(configuration.restarts);
  context.runtime.run(costs.size(), [&](std::size_t attempt) {
    Serial serial;
    const Beginning beginning = begin_at(configuration, parts.training, preparation, serial, attempt);
    TrainingRun run(configuration);
    run.attach(beginning.space, parts, serial);
    TrainingState state;
    state.parameters = first_parameters(beginning.space, beginning.start, run, parts.training);
    const Observer goes_on = [&](const EpochReport&) { return !context.gives_up || !context.gives_up(); };
    costs[attempt] = run.fit(state, {serial, goes_on}, {}).cost;
  });
  return static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

// What must be in memory as a whole is refused before anything is begun.
void demand_room(const Configuration& configuration, const Dataset& rows) {
  const std::size_t count = rows.size();
  if (configuration.initialization == Initialization::samples) {
    demand_memory(count * rows.x.columns() * sizeof(double),
                  fmt::format("{} keeps all {} samples as prototypes", configuration.method, count));
  }
  if (configuration.space != Space::features) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / sizeof(double);
    demand_memory(count > most / count ? most : count * count * sizeof(double),
                  fmt::format("{} compares all pairs of {} samples", configuration.method, count));
  }
}

Trained as_trained(TrainedModel trained) {
  return {std::make_unique<PrototypeModel>(std::move(trained.model)), trained.outcome, trained.training_samples,
          trained.dropped_rows};
}

}   // namespace

TrainedModel train_model(const Configuration& given, const Dataset& dataset, const Encoding& encoding,
                         const TrainingContext& context) {
  demand_fitting_parts(given);
  const PrototypeMethod method(given);
  demand_targets(method, dataset);
  if (is_given_matrix(given.space)) demand_square(dataset);
  TrainingParts parts = cut_into_parts(given, learns_from_targets(given) ? dataset : without_targets(dataset));
  const Part& training = parts.training;
  demand_targets(method, training.rows);
  demand_room(given, training.rows);

  TrainedModel result;
  result.dropped_rows = parts.dropped_rows;
  result.training_samples = training.rows.size();
  PrototypeModel& model = result.model;
  model.class_names = training.rows.class_names;
  model.encoding = encoding;
  if (given.space == Space::kernel_matrix && !has_column(encoding, self_column))
    model.encoding.optional_column = self_column;
  model.preparation = learn_preparation(training.rows, given.missing, given.scaling);
  prepare_parts(parts, given, model.preparation);
  Configuration configuration = settled(given, training);
  if (model.has_classes() && configuration.decision.kind != DecisionKind::soft)
    demand_fitting(configuration.decision, {{}, model.class_names});

  TrainingRun run(configuration);
  TrainingState state;
  Start start;
  if (configuration.space == Space::features) {
    const auto begin = [&](std::size_t attempt) {
      auto [first, space] = begin_at(configuration, training, model.preparation, context.runtime, attempt);
      start = std::move(first);
      model.space = std::move(space);
      state.parameters = first_parameters(model.space, start, run, training);
    };
    begin(0);
    if (configuration.rule->has_open_width()) {
      configuration.rule = configuration.rule->with_typical_distance(
          typical_distance(model.space, configuration, training, model.preparation, context.runtime));
    }
    if (configuration.restarts > 1) begin(best_attempt(configuration, parts, model.preparation, context));
    run.attach(model.space, parts, context.runtime);
  } else {
    run.combinations.emplace(configuration, PreparedRows{training.rows, training.x}, context.runtime);
    start = make_coefficients(configuration, training, run.combinations->among());
    run.attach_combinations(start.labels, parts);
    state.parameters = run.combined->start_from(start.prototypes.view());
  }
  const std::string identity = identity_of(configuration, parts, start.prototypes.values(), start.labels);
  result.outcome = run.fit(state, context, identity);
  if (run.combined) run.combinations->finish(model, *run.combined, state.parameters);
  else model.parameters = std::move(state.parameters);
  configuration.rule = on_lattice(configuration.rule, model.space.prototype_count());
  model.rule = configuration.rule;
  model.statistics = run.statistics();
  run.optimizer.reset();   // what it remembers may be many times the model, and calibration trains others
  look_at_units(model, training, dataset, context.runtime);
  set_decision(model, configuration.decision, parts);
  const bool answers_by_scores =
      configuration.decision.kind == DecisionKind::soft || configuration.decision.reject == Rejection::posterior;
  if (context.wants_scores || answers_by_scores) {
    Configuration as_long =
        configuration;   // a training that its observer ended is the measure of those for the scores
    if (result.outcome.reason == StopReason::observer)
      as_long.plan.epochs = static_cast<std::int64_t>(result.outcome.epochs);
    calibrate_out_of_fold(model, as_long, parts, encoding, context);
  }
  model.record = record_of(configuration, result.outcome, result.training_samples);
  return result;
}

bool PrototypeMethod::takes(TargetKind kind) const {
  if (!learns_from_targets(configuration_)) return true;   // whatever there is, it is kept out
  const bool takes_memberships = configuration_.rule->traits().learns_label_vectors;
  return kind == TargetKind::labels || (kind == TargetKind::memberships && takes_memberships);
}

DataOptions PrototypeMethod::data() const {
  return {configuration_.scaling, configuration_.missing, configuration_.nominal,
          is_given_matrix(configuration_.space)};
}

Trained PrototypeMethod::train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const {
  return as_trained(train_model(configuration_, dataset, encoding, context));
}

Trained PrototypeMethod::go_on(const Model& model, const Dataset& dataset, const TrainingContext& context) const {
  return as_trained(continue_model(demand<PrototypeModel>(model, "this method"), configuration_, dataset, context));
}

void PrototypeMethod::demand_streaming() const { demand_online(configuration_); }

std::unique_ptr<StreamLearner> PrototypeMethod::stream(const Model& model) const {
  return std::make_unique<OnlineLearner>(demand<PrototypeModel>(model, "this method"), configuration_);
}

}   // namespace protea
