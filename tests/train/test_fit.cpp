#include <gtest/gtest.h>

#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/runtime/serial.hpp>

#include <support/allocations.hpp>
#include <support/function_objective.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::RandomProblem;

std::size_t allocations_of_training(const std::string& rule_name, const std::string& dissimilarity, std::size_t samples,
                                    std::int64_t batch) {
  const RandomProblem problem =
      RandomProblem(samples, 6, {0, 0, 1, 1, 2}, 4).inside(dissimilarities().make(dissimilarity, {})->domain());
  const auto rule = rules().make(rule_name, {});
  const PrototypeSpace space(dissimilarities().make(dissimilarity, {}), 6, problem.prototype_labels, Scope::per_class,
                             rule->parameter_count(5), testing::label_vectors_for(*rule, 3));
  const Matrix memberships = testing::random_memberships(samples, 3, 5);
  const PrototypeObjective objective(
      space, rule, TrainingRows{.x = problem.x.view(), .y = problem.y, .memberships = memberships.view()});
  Sgd sgd;
  sgd.rate = 1e-3;
  Plan plan;
  plan.epochs = 1;
  plan.batch = batch;
  Serial serial;
  TrainingState state;
  state.parameters = problem.parameters(space, *rule, 5);
  const std::size_t before = testing::allocation_count();
  fit({objective, sgd, plan, serial}, state);
  return testing::allocation_count() - before;
}

// Moves its number by a tenth in every iteration, and the cost hardly feels it.
class Creeping final : public Minimizer {
 public:
  std::unique_ptr<Optimizer> clone() const override { return std::make_unique<Creeping>(); }
  std::unique_ptr<Optimizer> with_constant_rates() const override { return clone(); }
  bool has_valid_state(std::size_t) const override { return true; }
  void start(const ParameterLayout&) override {}
  std::vector<StateBuffer> state() override { return {}; }
  Iteration iterate(Cost& cost, MutableRow parameters) override {
    parameters[0] = std::min(1.0, parameters[0] + 0.1);
    return {cost.value(parameters), false};
  }

 private:
  std::string_view own_name() const override { return "creeping"; }
  std::vector<std::pair<std::string, OptionValue>> own_options() const override { return {}; }
};

TEST(Fit, GoesOnWhileANumberWithANameMoves) {
  const auto epochs = [](std::size_t own) {
    const testing::FunctionObjective objective(
        ParameterLayout{{.name = "metric", .size = 2, .unit = 2, .group = RateGroup::metric, .own = own}},
        [](Row p, MutableRow) { return 1000 - 1e-5 * p[0]; });
    Creeping creeping;
    Serial serial;
    Plan plan;
    plan.epochs = 50;
    plan.tolerance = 1e-6;
    TrainingState state;
    state.parameters = {0, 0};
    return fit({objective, creeping, plan, serial}, state).epochs;
  };
  EXPECT_EQ(epochs(0), 2);
  EXPECT_EQ(epochs(1), 11);   // ten steps of 0.1, and one that changes nothing
}

// Asks for the gradient twice, and changes what it was given in between.
class Scribbling final : public Minimizer {
 public:
  std::vector<std::vector<double>> gradients;

  std::unique_ptr<Optimizer> clone() const override { return std::make_unique<Scribbling>(); }
  std::unique_ptr<Optimizer> with_constant_rates() const override { return clone(); }
  bool has_valid_state(std::size_t) const override { return true; }
  void start(const ParameterLayout&) override {}
  std::vector<StateBuffer> state() override { return {}; }
  Iteration iterate(Cost& cost, MutableRow parameters) override {
    double value = 0;
    for (int time = 0; time < 2; ++time) {
      const Cost::WithGradient at = cost.with_gradient(parameters);
      gradients.emplace_back(at.gradient.begin(), at.gradient.end());
      std::ranges::fill(at.gradient, 7.0);
      value = at.value;
    }
    return {value, true};
  }

 private:
  std::string_view own_name() const override { return "scribbling"; }
  std::vector<std::pair<std::string, OptionValue>> own_options() const override { return {}; }
};

// Units of which the first alone has a slope, and is touched.
struct FirstUnitAlone final : Objective {
  ParameterLayout blocks;
  explicit FirstUnitAlone(std::shared_ptr<const Manifold> manifold)
      : blocks{{.name = "units", .size = 6, .unit = 2, .manifold = std::move(manifold), .touch = Touch::by_unit}} {}
  const ParameterLayout& layout() const override { return blocks; }
  std::size_t sample_count() const override { return 1; }
  bool has_cost() const override { return true; }
  std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<Workspace>(); }
  double accumulate(std::span<const std::uint32_t>, Row p, double, Wanted wanted, Workspace&) const override {
    if (!wanted.gradient) return 3 * p[0] + 4 * p[1];
    wanted.gradient->touch(0);
    wanted.gradient->values()[0] += 3;
    wanted.gradient->values()[1] += 4;
    return 3 * p[0] + 4 * p[1];
  }
};

// Gradients have no component along the unit.
struct Across final : Manifold {
  void project(MutableRow) const override {}
  void make_tangential(Row p, MutableRow g) const override {
    const double share = (p[0] * g[0] + p[1] * g[1]) / (p[0] * p[0] + p[1] * p[1]);
    for (std::size_t i = 0; i < 2; ++i) g[i] -= share * p[i];
  }
};

TEST(Fit, GivesMinimizersTheWholeTangentialGradientWhateverTheyMadeOfTheLast) {
  using Numbers = std::vector<double>;
  const auto gradients = [](std::shared_ptr<const Manifold> manifold) {
    const FirstUnitAlone objective(std::move(manifold));
    Scribbling scribbling;
    Serial serial;
    Plan plan;
    TrainingState state;
    state.parameters = {1, 1, 1, 0, 0, 1};
    fit({objective, scribbling, plan, serial}, state);
    return scribbling.gradients;
  };
  const Numbers plain{3, 4, 0, 0, 0, 0};
  const Numbers across{-0.5, 0.5, 0, 0, 0, 0};   // (3, 4) without its share 3.5 of (1, 1)
  EXPECT_EQ(gradients(plain_manifold()), (std::vector<Numbers>{plain, plain}));
  EXPECT_EQ(gradients(std::make_shared<Across>()), (std::vector<Numbers>{across, across}));
}

// An order is one of steps: a minimizer takes all samples, and has none.
TEST(Fit, NeedsLabelsForABalancedPresentationToSteppersAlone) {
  const testing::FunctionObjective objective(ParameterLayout{{.name = "number", .size = 1}},
                                             [](Row p, MutableRow) { return p[0]; });
  Serial serial;
  Plan plan;
  plan.presentation = Presentation::balanced;
  TrainingState state;
  state.parameters = {1};
  Sgd sgd;
  EXPECT_THROW(fit({objective, sgd, plan, serial}, state), UsageError);
  Scribbling scribbling;
  EXPECT_EQ(fit({objective, scribbling, plan, serial}, state).cost, 1);
}

TEST(Fit, AllocatesNothingPerSample) {
  allocations_of_training("lvq1", "relevance", 64, 1);   // what is allocated once in a program is allocated now
  for (const std::string& rule : rules().names()) {
    for (const std::string& dissimilarity : dissimilarities().names()) {
      for (const std::int64_t batch : {1, 32}) {
        // From 1024 samples on, the number of shards (and of their buffers) no longer grows; lists may still
        // double now and then.
        EXPECT_LE(allocations_of_training(rule, dissimilarity, 2560, batch),
                  allocations_of_training(rule, dissimilarity, 1280, batch) + 64)
            << rule << " " << dissimilarity << " " << batch;
      }
    }
  }
}

TEST(Fit, NamesTheEpochWhenNumbersAreNoLongerFinite) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  try {
    train_model(configure("glvq", {{"optimizer", "sgd"}, {"optimizer.rate", "1e305"}, {"scale", "none"}}), data.dataset,
                data.encoding, serial);
    FAIL() << "no exception";
  } catch (const NumericalError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("epoch 1: ", 0), 0U) << error.what();
  }
}

TEST(Fit, StopsByToleranceAndSaysSo) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  const TrainedModel trained =
      train_model(configure("glvq", {{"tolerance", "0.01"}}), data.dataset, data.encoding, serial);
  EXPECT_TRUE(trained.outcome.converged);
  EXPECT_EQ(trained.outcome.reason, StopReason::tolerance);
  EXPECT_LT(trained.outcome.epochs, 200U);
}

// Training walks from 0 towards 10; the held-out part is happiest at 3.
TEST(Fit, KeepsTheEpochThatIsBestOnTheHeldOutPart) {
  const ParameterLayout one{{.name = "number", .size = 1}};
  const auto around = [](double target) {
    return [target](Row p, MutableRow g) {
      g[0] = 2 * (p[0] - target);
      return (p[0] - target) * (p[0] - target);
    };
  };
  const testing::FunctionObjective objective(one, around(10));
  const testing::FunctionObjective held_out(one, around(3));
  Sgd sgd;
  sgd.rate = 0.01;
  sgd.schedule = Schedule::constant;
  Serial serial;
  Plan plan;
  plan.epochs = 100;
  plan.patience = 4;
  TrainingState state;
  state.parameters = {0};
  std::vector<double> visited;
  const Outcome outcome = fit({objective, sgd, plan, serial, &held_out,
                               [&](const EpochReport& report) {
                                 visited.push_back(report.state.parameters[0]);
                                 return true;
                               }},
                              state);
  const auto best = std::min_element(visited.begin(), visited.end(),
                                     [](double a, double b) { return std::abs(a - 3) < std::abs(b - 3); });
  EXPECT_EQ(state.parameters[0], *best);
  EXPECT_EQ(outcome.reason, StopReason::validation);
  EXPECT_EQ(visited.end() - best, 5);   // the best one and four epochs of patience
}

// Which samples are presented, in which order.
std::vector<std::uint32_t> presented(Presentation presentation, std::int64_t epochs, std::int64_t seed) {
  struct Recorder final : Objective {
    ParameterLayout blocks{{.name = "number", .size = 1}};
    mutable std::vector<std::uint32_t> seen;
    const ParameterLayout& layout() const override { return blocks; }
    std::size_t sample_count() const override { return 50; }
    bool has_cost() const override { return true; }
    std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<Workspace>(); }
    double accumulate(std::span<const std::uint32_t> samples, Row, double, Wanted, Workspace&) const override {
      seen.insert(seen.end(), samples.begin(), samples.end());
      return 0;
    }
  };
  const Recorder recorder;
  Sgd sgd;
  Serial serial;
  Plan plan;
  plan.epochs = epochs;
  plan.presentation = presentation;
  plan.seed = seed;
  TrainingState state;
  state.parameters = {0};
  fit({recorder, sgd, plan, serial}, state);
  recorder.seen.resize(static_cast<std::size_t>(50 * epochs));   // what follows is the final cost
  return recorder.seen;
}

TEST(Fit, PresentsSamplesAsInTheFile) { EXPECT_EQ(presented(Presentation::file, 1, 1), testing::all_of(50)); }

TEST(Fit, ShufflesEverySampleIntoEveryEpochAnew) {
  const std::vector<std::uint32_t> order = presented(Presentation::shuffled, 2, 1);
  std::vector<std::uint32_t> first(order.begin(), order.begin() + 50);
  std::vector<std::uint32_t> second(order.begin() + 50, order.end());
  EXPECT_NE(first, second);
  EXPECT_NE(presented(Presentation::shuffled, 2, 2), order);
  EXPECT_EQ(presented(Presentation::shuffled, 2, 1), order);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  EXPECT_EQ(first, testing::all_of(50));
  EXPECT_EQ(second, testing::all_of(50));
}

// Of 50 draws from 50 about 50(1 − 1/e) = 31.6 are distinct, with a deviation below 2.2.
TEST(Fit, DrawsWithReplacementWhenAskedTo) {
  std::vector<std::uint32_t> order = presented(Presentation::random, 1, 1);
  std::sort(order.begin(), order.end());
  const auto distinct = std::unique(order.begin(), order.end()) - order.begin();
  EXPECT_NEAR(static_cast<double>(distinct), 31.6, 11);
}

TEST(Fit, KeepsTheBestEpochOfTheHeldOutPart) {
  const EncodedTable data = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  std::size_t best_epoch = 0;
  std::size_t last_epoch = 0;
  std::vector<double> best;
  const auto watch = [&](const EpochReport& report) {
    best_epoch = report.state.best_epoch;
    best = report.state.best_parameters;
    last_epoch = report.state.epoch;
    return true;
  };
  const TrainedModel trained =
      train_model(configure("lgmlvq", {{"validation", "0.3"}, {"patience", "5"}, {"tolerance", "0"}}), data.dataset,
                  data.encoding, serial, watch);
  EXPECT_EQ(trained.outcome.reason, StopReason::validation);
  EXPECT_EQ(last_epoch, best_epoch + 5);
  EXPECT_EQ(trained.model.parameters, best);
  EXPECT_LT(trained.training_samples, 178U);
}

TEST(Fit, ReportsTheSumOfTheLossesOverTheTrainingSamples) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  const TrainedModel trained = train_model(configure("lvq1", {{"epochs", "3"}}), data.dataset, data.encoding, serial);
  const Matrix x = prepare(trained.model, data.dataset);
  const Predictions predictions = predict(trained.model, x.view(), serial);
  double errors = 0;
  for (std::size_t i = 0; i < data.dataset.size(); ++i) errors += predictions.labels[i] != data.dataset.y[i] ? 1 : 0;
  EXPECT_EQ(trained.outcome.cost, errors);   // the loss of lvq1 is one per error
}

}   // namespace
}   // namespace protea
