#include <protea/experiment/fisher_protocol.hpp>

#include <array>
#include <memory>

#include <protea/base/error.hpp>
#include <protea/dissimilarity/relevance.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/experiment/fisher_rules.hpp>
#include <protea/experiment/fisher_svm.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/relevance/fisher_1.hpp>
#include <protea/relevance/fisher_2.hpp>
#include <protea/rule/lvq1.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>
#include <protea/train/relevance_companion.hpp>

namespace protea {
namespace {

struct Parts {
  std::shared_ptr<const AnyRule> rule;
  std::shared_ptr<const AnyDissimilarity> dissimilarity;
  std::shared_ptr<RelevanceEstimator> estimator;   // may be empty
  double metric_rate = 0;
};

bool is_glvq(FisherMethod method) { return method >= FisherMethod::glvq; }

// With the fallback of the table: features that are constant, as in Ionosphere and Soybean, turn scores into S_B.
std::shared_ptr<RelevanceEstimator> estimator_of(FisherMethod method) {
  if (method == FisherMethod::fc1_lvq1 || method == FisherMethod::fc1_glvq) {
    Fisher1 estimator;
    estimator.fallback = Fallback::any;
    return std::make_shared<Fisher1>(estimator);
  }
  if (method == FisherMethod::fc2_lvq1 || method == FisherMethod::fc2_glvq) {
    Fisher2 estimator;
    estimator.fallback = Fallback::any;
    return std::make_shared<Fisher2>(estimator);
  }
  return nullptr;
}

Parts parts_of(const FisherTraining& how, std::size_t samples) {
  const auto& [condition, method, seed, slope] = how;
  Parts parts;
  if (method == FisherMethod::glvq) {
    FreezingGlvq rule;
    rule.steps = static_cast<double>(samples) * static_cast<double>(condition.epochs);
    rule.growth = slope == GlvqSlope::growing ? 1 : 0;
    parts.rule = std::make_shared<LiftedRule<FreezingGlvq>>(rule);
  } else if (is_glvq(method)) {
    parts.rule = std::make_shared<LiftedRule<FirstPowerGlvq>>();
  } else {
    parts.rule = std::make_shared<LiftedRule<Lvq1>>();
  }
  if (method == FisherMethod::lvq1 || method == FisherMethod::glvq) {
    parts.dissimilarity = std::make_shared<LiftedDissimilarity<SquaredEuclidean>>();
    return parts;
  }
  Relevance relevance;
  if (!is_glvq(method)) relevance.step = PrototypeStep::plain;
  if (method == FisherMethod::rlvq1) relevance.update = RelevanceUpdate::absolute;
  parts.dissimilarity = std::make_shared<LiftedDissimilarity<Relevance>>(relevance);
  if (method == FisherMethod::rlvq1) parts.metric_rate = 2 * condition.metric_rate;   // the pulls of lvq1 are ±½
  if (method == FisherMethod::grlvq) parts.metric_rate = condition.metric_rate;
  parts.estimator = estimator_of(method);
  return parts;
}

// Ten prototypes, as many for every class as go, the rest to the last: 3, 3, 4.
std::vector<Label> ten_prototypes(std::size_t classes) {
  std::vector<std::size_t> counts(classes, 10 / classes);
  counts.back() += 10 % classes;
  return prototype_labels(counts);
}

}   // namespace

std::string_view fisher_method_name(FisherMethod method) {
  constexpr std::array<std::string_view, 9> names{"LVQ1",  "RLVQ1",   "FC1LVQ1", "FC2LVQ1", "GLVQ",
                                                  "GRLVQ", "FC1GLVQ", "FC2GLVQ", "SVM"};
  return names[static_cast<std::size_t>(method)];
}

const std::vector<FisherCondition>& fisher_conditions() {
  static const std::vector<FisherCondition> conditions{
      {"random start, 1 epoch", 0, Initialization::uniform, 1, 20, .3, .1},
      {"random start, 300 epochs", 1, Initialization::uniform, 300, 5, .1, .01},
      {"cluster means, 1 epoch", 2, Initialization::k_means, 1, 20, .3, .1},
      {"cluster means, 300 epochs", 3, Initialization::k_means, 300, 5, .1, .01}};
  return conditions;
}

namespace {

double share_of_right(const std::vector<Label>& answers, const std::vector<Label>& truth) {
  double right = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) right += answers[i] == truth[i] ? 1 : 0;
  return right / static_cast<double>(answers.size());
}

}   // namespace

FisherRun run_fisher_fold(const FisherSet& set, const Split& split, const FisherTraining& how) {
  const auto& [condition, method, seed, slope] = how;
  const Dataset training = set.dataset.subset(split.training);
  const Dataset test = set.dataset.subset(split.test);
  if (method == FisherMethod::svm) return {share_of_right(tuned_svm_answers(training, test, seed), test.y), {}};
  const Matrix values = training.x.to_matrix();
  const MatrixView x = values.view();
  const std::vector<Label> labels = ten_prototypes(training.class_names.size());
  const Matrix start =
      initial_prototypes(condition.initialization, {}, x, training.y, labels, training.class_names, seed);

  const Parts parts = parts_of(how, training.size());
  PrototypeModel model;
  model.class_names = training.class_names;
  model.space = PrototypeSpace(parts.dissimilarity, x.columns, labels, Scope::shared);
  const PrototypeObjective objective(model.space, parts.rule, x, training.y);
  std::unique_ptr<RelevanceCompanion> companion;
  if (parts.estimator) {
    const LabelledRows rows{x, training.y};
    companion = std::make_unique<RelevanceCompanion>(model.space, parts.estimator, rows, training.class_names.size());
  }
  Sgd sgd;
  sgd.rate = condition.rate;
  sgd.metric_rate = parts.metric_rate;
  sgd.schedule = Schedule::constant;
  Plan plan;
  plan.epochs = condition.epochs;
  plan.seed = static_cast<std::int64_t>(seed);
  TrainingState state;
  state.parameters.assign(start.values().begin(), start.values().end());
  state.parameters.resize(parameter_count(model.space.layout()));
  model.space.initialize_metric(state.parameters, seed);
  Serial serial;
  FisherRun run;
  TrainingState sound = state;   // as of the last epoch that the guard of the training let pass
  const Observer keep = [&](const EpochReport& report) {
    sound = report.state;
    return true;
  };
  try {
    fit({objective, sgd, plan, serial, nullptr, keep, companion.get()}, state);
  } catch (const NumericalError&) {
    run.stopped_after = sound.epoch;
  }
  model.parameters = std::move(sound.parameters);

  run.accuracy = share_of_right(model.labels(test.x.to_matrix().view(), serial), test.y);
  const Row relevances = model.space.metric(Row(model.parameters), 0);
  run.relevances.assign(relevances.begin(), relevances.end());
  return run;
}

}   // namespace protea
