// Steps of one sample along gradients in factors: they must lead where the whole gradient leads, and touch nothing else.
#include <gtest/gtest.h>

#include <cstring>

#include <protea/dissimilarity/followed_projection.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/payments.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::RandomProblem;

struct Case {
  std::string rule;
  Settings matrix;
  Scope scope;
  std::vector<Label> prototypes;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.rule << ' ' << c.matrix.size() << ' ' << static_cast<int>(c.scope);
}

class StepsInFactors : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr std::size_t samples = 1500;   // what is kept is made anew on the way
  RandomProblem problem_{samples, 11, GetParam().prototypes, 8};
  std::shared_ptr<const AnyRule> rule_ = rules().make(GetParam().rule, {});
  PrototypeSpace space_{dissimilarities().make("matrix", GetParam().matrix), 11, GetParam().prototypes,
                        GetParam().scope, rule_->parameter_count(GetParam().prototypes.size())};
  std::vector<double> start_ = problem_.parameters(space_, *rule_, 3);
  Serial serial_;
};

// The reference: the whole gradient of each sample, p ← project(p − rate·g).
TEST_P(StepsInFactors, EndWhereWholeGradientsLead) {
  const PrototypeObjective objective(space_, rule_, problem_.x.view(), problem_.y);
  ASSERT_TRUE(objective.gives_factors());
  Sgd sgd;
  sgd.rate = 0.05;
  sgd.metric_rate = 0.02;
  sgd.schedule = Schedule::constant;
  std::vector<double> whole = start_;
  Accumulator accumulator(objective, serial_);
  sgd.start(objective.layout());
  double loss = 0;
  for (std::uint32_t i = 0; i < samples; ++i) {
    loss += accumulator.accumulate(std::span(&i, 1), whole, 0);
    sgd.step(whole, accumulator.gradient(), 1, 0);
    space_.project(whole);
  }
  TrainingState state{.parameters = start_};
  fit({objective, sgd, {.epochs = 1, .presentation = Presentation::file}, serial_}, state);
  EXPECT_LT(testing::relative_difference(state.parameters, whole), 1e-10);
  EXPECT_NEAR(state.cost, loss, 1e-10 * std::abs(loss));
  EXPECT_GT(testing::relative_difference(state.parameters, start_), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(
    OfMatrices, StepsInFactors,
    ::testing::Values(Case{"glvq", {}, Scope::shared, {0, 0, 1, 1, 2}},
                      Case{"glvq", {{"rank", "3"}}, Scope::shared, {0, 1, 2}},
                      Case{"lvq1", {}, Scope::shared, {0, 0, 0, 1, 1, 2}},
                      Case{"rslvq", {}, Scope::shared, {0, 1, 2}},                   // all prototypes move
                      Case{"rslvq", {{"rank", "2"}}, Scope::shared, {0, 0, 1, 2}},   // … and are more than rows
                      Case{"glvq", {}, Scope::per_class, {0, 0, 1, 1, 2}},
                      Case{"glvq", {{"rank", "4"}}, Scope::per_prototype, {0, 1, 0, 2, 1}}));

TEST(StepsInFactors, AreLeftToWholeGradientsWhereOneCannotFollow) {
  const auto gives = [](const Settings& matrix, Scope scope, std::vector<Label> prototypes) {
    const RandomProblem problem(6, 4, prototypes, 1);
    const PrototypeSpace space(dissimilarities().make("matrix", matrix), 4, prototypes, scope);
    return PrototypeObjective(space, rules().make("glvq", {}), problem.x.view(), problem.y).gives_factors();
  };
  EXPECT_TRUE(gives({}, Scope::per_class, {0, 0, 1}));
  EXPECT_FALSE(gives({}, Scope::per_class, {0, 1, 0}));              // a metric of two stretches of prototypes
  EXPECT_TRUE(gives({{"log_det", "0.1"}}, Scope::shared, {0, 1}));   // the penalty has steps of its own
  EXPECT_FALSE(gives({{"learn", "false"}}, Scope::shared, {0, 1}));
}

Sgd falling_steps(double metric_rate) {
  Sgd sgd;
  sgd.rate = 0.05;
  sgd.metric_rate = metric_rate;
  sgd.schedule = Schedule::linear;
  return sgd;
}

double length(Row v) {
  double sum = 0;
  for (const double value : v) sum += value * value;
  return std::sqrt(sum);
}

// What is to be paid by steps of single samples, and how it was.
struct Paid {
  double loss = 0;
  std::size_t most = 0;   // samples by one step
  std::size_t least = 1'000'000;
  int divided = 0;             // payments that would have changed a metric too much
  int early = 0;               // payments for fewer samples than could wait
  std::size_t with_each = 0;   // samples from the first large step on
};

// The whole gradient of each sample without the penalty. Some of them pay together, by a step along the gradient of what all these have
// to pay, when they are `most` (or twice as many as before, where these had to be fewer), when their steps have changed a metric by as much
// as itself, and at the end; by several steps where one would change a metric by more than 2 %. From a step of a sample that changes one by a quarter on, each pays with
// its own step.
class StepsThatPay {
 public:
  StepsThatPay(const PrototypeObjective& objective, const PrototypeSpace& space, Sgd& sgd, std::size_t most)
      : objective_(objective), space_(space), sgd_(sgd), most_(most), together_(most), changes_(space.group_count()) {
    sgd.start(objective.layout());
    mean_ = objective.total_weight() / static_cast<double>(objective.sample_count());
  }

  Paid run(std::vector<double>& parameters) {
    const auto workspace = objective_.make_workspace();
    for (std::size_t i = 0; i < order_.size(); ++i) {
      progress_ = static_cast<double>(i) / static_cast<double>(order_.size());
      const bool has_changed = std::ranges::any_of(changes_, [](double change) { return change > 1; });
      result_.early += has_changed && i - paid_ < together_ ? 1 : 0;
      if (has_changed || i - paid_ >= together_) pay(i, parameters);
      Wanted wanted(gradient_);
      wanted.without_penalty = true;
      const auto own = std::span(order_).subspan(i, 1);
      const double loss = objective_.accumulate(own, parameters, progress_, wanted, *workspace);
      bool is_large = false;
      for (std::size_t g = 0; g < changes_.size(); ++g) {
        const double change =
            sgd_.at(RateGroup::metric, progress_) / mean_ * length(space_.metric(Row(gradient_.values()), g));
        is_large = is_large || change > 0.25;
        changes_[g] += change;
      }
      if (is_large) return pay_with_each(i, parameters);
      result_.loss += loss;
      step(parameters);
    }
    pay(order_.size(), parameters);
    return result_;
  }

 private:
  Paid pay_with_each(std::size_t first, std::vector<double>& parameters) {
    gradient_.clear();
    pay(first, parameters);
    const auto workspace = objective_.make_workspace();
    for (std::size_t i = first; i < order_.size(); ++i) {
      progress_ = static_cast<double>(i) / static_cast<double>(order_.size());
      result_.loss +=
          objective_.accumulate(std::span(order_).subspan(i, 1), parameters, progress_, gradient_, *workspace);
      step(parameters);
    }
    result_.with_each = order_.size() - first;
    return result_;
  }
  void step(std::vector<double>& parameters) {
    sgd_.step(parameters, gradient_, 1 / mean_, progress_);
    space_.project(parameters);
  }
  void pay(std::size_t end, std::vector<double>& parameters) {
    for (std::size_t count = end - paid_; paid_ < end; count = std::min(count, end - paid_)) {
      for (;; ++result_.divided) {
        const double price = objective_.add_penalty(std::span(order_).subspan(paid_, count), parameters, gradient_);
        std::vector<double> after = parameters;
        step(after);
        const double change = change_between(parameters, after);
        if (change <= 0.02 || count == 1) {
          parameters = after;
          result_.loss += price;
          break;
        }
        count = static_cast<std::size_t>(std::max(1.0, static_cast<double>(count) * 0.02 / change));
      }
      paid_ += count;
      result_.most = std::max(result_.most, count);
      result_.least = std::min(result_.least, count);
      together_ = std::min(most_, 2 * count);
    }
    std::ranges::fill(changes_, 0.0);
  }
  double change_between(Row before, Row after) const {
    double change = 0;
    for (std::size_t g = 0; g < space_.group_count(); ++g) {
      const Row from = space_.metric(before, g);
      std::vector<double> difference(from.begin(), from.end());
      for (std::size_t j = 0; j < difference.size(); ++j) difference[j] -= space_.metric(after, g)[j];
      change = std::max(change, length(difference) / length(from));
    }
    return change;
  }

  const PrototypeObjective& objective_;
  const PrototypeSpace& space_;
  Sgd& sgd_;
  std::size_t most_;
  std::size_t together_;
  std::vector<double> changes_;
  std::vector<std::uint32_t> order_ = testing::all_of(objective_.sample_count());
  Gradient gradient_{objective_.layout()};
  double mean_ = 1;
  double progress_ = 0;
  std::size_t paid_ = 0;
  Paid result_;
};

struct Metric {
  Settings settings;
  Scope scope = Scope::shared;
  double rate = 0.001;
  std::size_t most = 1;   // samples that pay together
  std::vector<Label> labels{0, 0, 1, 1, 2};
};

// Of samples with and without weights.
class PayingTogether {
 public:
  PayingTogether(const Metric& metric, bool is_weighted)
      : metric_(metric),
        labels_(metric.labels),
        weights_(is_weighted ? 1499 : 0),
        space_(dissimilarities().make("matrix", metric.settings), 11, labels_, metric.scope),
        objective_(space_, rule_, {problem_.x.view(), problem_.y, {.weights = numbered_weights()}}) {}

  Paid pay(std::size_t most, std::vector<double>& parameters) const {
    Sgd sgd = falling_steps(metric_.rate);
    return StepsThatPay(objective_, space_, sgd, most).run(parameters);
  }
  TrainingState fit() const {
    Sgd sgd = falling_steps(metric_.rate);
    Serial serial;
    TrainingState state{.parameters = start()};
    protea::fit({objective_, sgd, {.epochs = 1, .presentation = Presentation::file}, serial}, state);
    return state;
  }
  // Each pays with its own step.
  double step_whole(std::vector<double>& parameters) const {
    Sgd sgd = falling_steps(metric_.rate);
    sgd.start(objective_.layout());
    const auto workspace = objective_.make_workspace();
    Gradient gradient(objective_.layout());
    double loss = 0;
    for (std::uint32_t i = 0; i < objective_.sample_count(); ++i) {
      const double progress = i / static_cast<double>(objective_.sample_count());
      loss += objective_.accumulate(std::span(&i, 1), parameters, progress, gradient, *workspace);
      sgd.step(parameters, gradient, 1, progress);
      space_.project(parameters);
    }
    return loss;
  }
  std::vector<double> start() const { return problem_.parameters(space_, *rule_, 3); }
  const PrototypeSpace& space() const { return space_; }

 private:
  Row numbered_weights() {
    for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = 0.5 + static_cast<double>(i % 7);
    return weights_;
  }

  Metric metric_;
  std::vector<Label> labels_;
  std::vector<double> weights_;
  RandomProblem problem_{1499, 11, labels_, 8};
  std::shared_ptr<const AnyRule> rule_ = rules().make("glvq", {});
  PrototypeSpace space_;
  PrototypeObjective objective_;
};

// A matrix of m rows pays for m/2 samples at once, several for as many times as many: 5 for a full one of 11 features, 16 for three.
TEST(Penalties, OfSamplesThatComeOneAtATimeArePaidTogether) {
  const std::vector<Metric> all{{{}, Scope::shared, 0.001, 5},
                                {{{"rank", "3"}}, Scope::shared, 0.001, 1},
                                {{{"rank", "1"}}, Scope::shared, 0.001, 1},
                                {{}, Scope::per_class, 0.001, 16},
                                {{{"rank", "4"}}, Scope::per_prototype, 0.001, 10}};
  for (Metric each : all) {
    each.settings.push_back({"log_det", "0.005"});
    for (const bool is_weighted : {false, true}) {
      const PayingTogether training(each, is_weighted);
      std::vector<double> expected = training.start();
      const Paid paid = training.pay(each.most, expected);
      EXPECT_EQ(paid.most, each.most);
      const TrainingState state = training.fit();
      EXPECT_LT(testing::relative_difference(state.parameters, expected), 1e-10) << each.most << ' ' << is_weighted;
      EXPECT_NEAR(state.cost, paid.loss, 1e-10 * std::abs(paid.loss)) << each.most << ' ' << is_weighted;
      // … which leads where it leads to pay for each, but for the order of small steps.
      std::vector<double> each_by_itself = training.start();
      training.pay(1, each_by_itself);
      EXPECT_LT(testing::relative_difference(state.parameters, each_by_itself), 0.01)
          << each.most << ' ' << is_weighted;
      EXPECT_GT(testing::relative_difference(each_by_itself, training.start()), 0.1);
    }
  }
}

TEST(Penalties, ThatAreStrongArePaidInSmallSteps) {
  for (const bool is_weighted : {false, true}) {
    const PayingTogether training({{{"log_det", "0.3"}}, Scope::per_class, 0.002, 16}, is_weighted);
    std::vector<double> expected = training.start();
    const Paid paid = training.pay(16, expected);
    EXPECT_GT(paid.divided, 10);
    EXPECT_EQ(paid.most, 16U);   // later, as rates fall
    EXPECT_EQ(paid.least, 1U);
    const TrainingState state = training.fit();
    EXPECT_LT(testing::relative_difference(state.parameters, expected), 1e-10);
    EXPECT_NEAR(state.cost, paid.loss, 1e-10 * std::abs(paid.loss));
  }
}

// What steps of samples take from a metric would be lost in a few more of them.
TEST(Penalties, ArePaidSoonerWhereSamplesChangeTheMetricMuch) {
  const std::vector<Label> many{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
  const PayingTogether training({{{"log_det", "0.005"}}, Scope::per_prototype, 0.1, 132, many}, false);
  std::vector<double> expected = training.start();
  const Paid paid = training.pay(132, expected);
  EXPECT_GT(paid.early, 0);
  EXPECT_EQ(paid.with_each, 0U);
  const TrainingState state = training.fit();
  EXPECT_LT(testing::relative_difference(state.parameters, expected), 1e-8);
  EXPECT_NEAR(state.cost, paid.loss, 1e-8 * std::abs(paid.loss));
}

// What comes behind a payment goes on in factors.
TEST(Penalties, LeaveTheGradientAsTheyFoundIt) {
  const RandomProblem problem(30, 11, {0, 1, 2}, 8);
  const std::shared_ptr<const AnyRule> rule = rules().make("glvq", {});
  const PrototypeSpace space(dissimilarities().make("matrix", {{"log_det", "0.01"}}), 11, {0, 1, 2}, Scope::shared);
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  std::vector<double> parameters = problem.parameters(space, *rule, 3);
  Serial serial;
  Accumulator accumulator(objective, serial);
  ManifoldSteps steps(objective);
  Sgd sgd = falling_steps(0.001);
  sgd.start(objective.layout());
  const Passage passage{sgd, steps, accumulator};
  const std::vector<std::uint32_t> order = testing::all_of(30);
  Payments payments(passage, order);
  accumulator.gradient().expect(GradientForm::factors);
  accumulator.look_ahead(order, parameters);
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(payments.are_due());
    EXPECT_TRUE(payments.owe(0));
  }
  const double each = space.add_penalty(parameters, 1, {});
  EXPECT_NEAR(payments.pay(0, parameters), 3 * each, 1e-12 * std::abs(each));
  EXPECT_EQ(accumulator.gradient().form(), GradientForm::factors);
  for (const double value : accumulator.gradient().values()) ASSERT_EQ(value, 0);
  EXPECT_EQ(payments.pay(0, parameters), 0);   // once
}

// … or in one: then each sample pays with its own step, from the first large one on, and directions stay that would be gone.
TEST(Penalties, ArePaidAtOnceFromTheFirstLargeStepOn) {
  const PayingTogether at_first({{{"log_det", "0.1"}}, Scope::shared, 20, 5}, false);
  std::vector<double> expected = at_first.start();
  const double loss = at_first.step_whole(expected);
  const TrainingState state = at_first.fit();
  EXPECT_EQ(state.parameters, expected);
  EXPECT_EQ(state.cost, loss);

  const PayingTogether later({{{"log_det", "0.005"}}, Scope::per_class, 0.15, 16}, false);
  expected = later.start();
  const Paid paid = later.pay(16, expected);
  EXPECT_GT(paid.with_each, 0U);
  EXPECT_LT(paid.with_each, 1499U);
  const TrainingState end = later.fit();
  EXPECT_LT(testing::relative_difference(end.parameters, expected), 1e-8);
  EXPECT_NEAR(end.cost, paid.loss, 1e-8 * std::abs(paid.loss));
}

// LVQ1 moves the winner alone: a metric far from all samples keeps its bits, the others do not.
TEST(StepsInFactors, ChangeOnlyMetricsThatASampleTouches) {
  const RandomProblem problem(50, 5, {0, 1, 1}, 4);
  const PrototypeSpace space(dissimilarities().make("matrix", {}), 5, {0, 1, 1}, Scope::per_prototype);
  const std::shared_ptr<const AnyRule> rule = rules().make("lvq1", {});
  std::vector<double> start = problem.parameters(space, *rule, 3);
  for (double& value : space.prototypes(MutableRow(start)).row(1)) value += 1e6;
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  Sgd sgd;
  Serial serial;
  TrainingState state{.parameters = start};
  fit({objective, sgd, {.epochs = 2}, serial}, state);
  const auto is_as_it_was = [&](std::size_t group) {
    return std::memcmp(space.metric(Row(state.parameters), group).data(), space.metric(Row(start), group).data(),
                       25 * sizeof(double)) == 0;
  };
  EXPECT_TRUE(is_as_it_was(1));
  EXPECT_FALSE(is_as_it_was(0));
  EXPECT_FALSE(is_as_it_was(2));
}

// Ω − rate·G by its definition, divided by its norm; the second step leaves a hundredth of Ω, where 1 − 2η⟨Ω, G⟩ + … has no digits.
TEST(StepsInFactors, KeepTheNormWhateverIsLeft) {
  for (const double rate : {0.1, 0.99, 3.0}) {
    std::vector<double> omega{0.6, 0, 0, 0.8};
    OuterProducts g{
        .count = 2, .left = {1, 0, 0, 1}, .right = {0.6, 0, 0, 0.8}, .along = 1, .squared_norm = 1};   // G = Ω
    if (rate == 3.0) {
      g.right[1] = 0.5;
      g.squared_norm = 1.25;
    }
    std::vector<double> expected(4);
    for (std::size_t r = 0; r < 2; ++r) {
      for (std::size_t j = 0; j < 2; ++j)
        expected[2 * r + j] = omega[2 * r + j] - rate * (g.left[r] * g.right[j] + g.left[2 + r] * g.right[2 + j]);
    }
    double norm = 0;
    for (const double value : expected) norm += value * value;
    for (double& value : expected) value /= std::sqrt(norm);
    const std::vector<double> before = omega;
    step_with_unit_norm(g, rate, omega);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(omega[i], expected[i], 1e-13) << rate;
    for (std::size_t r = 0; r < 2; ++r) {   // the change that is left behind
      for (std::size_t j = 0; j < 2; ++j) {
        const double change = g.left[r] * g.right[j] + g.left[2 + r] * g.right[2 + j];
        EXPECT_NEAR(g.scale * before[2 * r + j] + change, expected[2 * r + j], 1e-12) << rate;
      }
    }
  }
}

}   // namespace
}   // namespace protea
