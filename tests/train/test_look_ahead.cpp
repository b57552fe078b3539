// Looking ahead saves distances; it must not change a bit.
#include <gtest/gtest.h>

#include <limits>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include <protea/optimize/sgd.hpp>
#include <protea/train/fit.hpp>
#include <protea/rule/winners.hpp>
#include <protea/train/look_ahead.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::RandomProblem;

struct Case {
  std::string rule;
  double scale;
  double offset;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.rule << " scale " << c.scale << " offset " << c.offset; }

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::string& name : rules().names()) {
    // Rules that read some distances alone, and move few prototypes at a time.
    if (rules().make(name, {})->traits().reads == Reads::all || rules().make(name, {})->lattice()) continue;
    for (const double scale : {1.0, 1e-30, 1e-100, 1e30}) cases.push_back({name, scale, 0});
    cases.push_back({name, 1, 1e6});
  }
  return cases;
}

class LookingAhead : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    for (double& value : problem_.x.values()) value = GetParam().scale * (value + GetParam().offset);
    rule_ = rules().make(GetParam().rule, {});
    space_ = PrototypeSpace(dissimilarities().make("squared-euclidean", {}), 61, problem_.prototype_labels,
                            Scope::shared, rule_->parameter_count(problem_.prototype_labels.size()));
    parameters_ = problem_.parameters(space_, *rule_, 3);
    for (std::size_t i = 0; i < space_.prototype_block().size; ++i)
      parameters_[i] = GetParam().scale * (parameters_[i] + GetParam().offset);
    stepper_.rate = rule_->traits().sets_own_rates ? 1 : 0.1;
    stepper_.schedule = Schedule::constant;
  }

  RandomProblem problem_{200, 61, {0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 8};
  std::shared_ptr<const AnyRule> rule_;
  PrototypeSpace space_;
  std::vector<double> parameters_;
  Sgd stepper_;
};

TEST_P(LookingAhead, TrainsToTheSameBitsAsComputingEveryDistance) {
  const PrototypeObjective objective(space_, rule_, problem_.x.view(), problem_.y);
  Serial serial;
  Plan plan;
  plan.epochs = 1;
  plan.presentation = Presentation::file;
  std::vector<double> plain = parameters_;
  Accumulator accumulator(objective, serial);
  stepper_.start(objective.layout());
  double loss = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    loss += accumulator.accumulate(std::span(&i, 1), plain, 0);
    stepper_.step(plain, accumulator.gradient(), 1, 0);
  }
  TrainingState ahead;
  ahead.parameters = parameters_;
  const auto largest = [](const std::vector<double>& values) {
    double result = 0;
    for (const double value : values) result = std::max(result, std::abs(value));
    return result;
  };
  const bool has_run_away = largest(plain) > 1e9 * (1 + largest(parameters_));
  if (!std::isfinite(loss) || has_run_away) {   // losses and steps that such distances make: fit() must say so
    EXPECT_THROW(fit({objective, stepper_, plan, serial}, ahead), NumericalError);
    return;
  }
  fit({objective, stepper_, plan, serial}, ahead);
  EXPECT_EQ(std::memcmp(ahead.parameters.data(), plain.data(), plain.size() * sizeof(double)), 0);
  EXPECT_EQ(ahead.cost, loss);
  if (GetParam().scale == 1) {
    EXPECT_NE(ahead.parameters, parameters_);
  }
}

TEST_P(LookingAhead, ComputesTheDistancesThatTheRuleReads) {
  LookAhead look;
  const std::vector<std::uint32_t> samples{7, 3, 150, 12};
  std::vector<double> parameters = parameters_;
  look.prepare(space_, problem_.x.view(), samples, parameters);
  std::size_t exact = 0;
  const Reads reads = rule_->traits().reads;
  for (const std::uint32_t i : samples) {
    ASSERT_TRUE(look.has(i));
    const Row x = problem_.x.row(i);
    look.find(space_, problem_.y[i], reads, parameters);
    look.measure(space_, x, parameters);
    const Row d = look.distances();
    std::vector<double> direct;
    for (std::size_t k = 0; k < d.size(); ++k) {
      direct.push_back(space_.distance(x, parameters, k));
      EXPECT_TRUE(d[k] == direct[k] || d[k] == infinity);
      exact += d[k] == direct[k] ? 1 : 0;
    }
    EXPECT_EQ(nearest(d), nearest(direct));
    if (reads == Reads::nearest_two) {
      EXPECT_EQ(nearest_two(d).second, nearest_two(direct).second);
    }
    if (reads == Reads::nearest_right_and_wrong) {
      EXPECT_EQ(nearest_pair(d, space_.labels(), problem_.y[i]).right,
                nearest_pair(direct, space_.labels(), problem_.y[i]).right);
      EXPECT_EQ(nearest_pair(d, space_.labels(), problem_.y[i]).wrong,
                nearest_pair(direct, space_.labels(), problem_.y[i]).wrong);
    }
    const std::size_t winner = nearest(d);   // moves onto the sample
    look.touch(winner);
    std::ranges::copy(x, space_.prototypes(MutableRow(parameters)).row(winner).begin());
  }
  EXPECT_GE(exact, samples.size());
  if (GetParam().scale == 1 && GetParam().offset == 0) {
    EXPECT_LT(exact, samples.size() * 6) << "lists so long save nothing";
  }
}

// The loss of many samples at once, for which the nearest of each may be searched for, is that of one after another.
TEST_P(LookingAhead, LosesAsMuchAsByComputingEveryDistance) {
  std::vector<double> weights(200);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 0.25 * static_cast<double>(i % 7);
  for (const Row own : {Row{}, Row(weights)}) {
    const PrototypeObjective objective(space_, rule_, {problem_.x.view(), problem_.y, {.weights = own}});
    const auto workspace = objective.make_workspace();
    for (const std::size_t first : {0, 64}) {   // a block
      double one_by_one = 0;
      for (std::uint32_t i = static_cast<std::uint32_t>(first); i < first + 64; ++i)
        one_by_one += objective.accumulate(std::span(&i, 1), parameters_, 0.5, value_only, *workspace);
      std::vector<std::uint32_t> samples(64);
      std::iota(samples.begin(), samples.end(), static_cast<std::uint32_t>(first));
      const double at_once = objective.accumulate(samples, parameters_, 0.5, value_only, *workspace);
      EXPECT_TRUE(at_once == one_by_one || (std::isnan(at_once) && std::isnan(one_by_one)))
          << at_once << " instead of " << one_by_one;
    }
  }
}

// A prototype that has run away is compared with by nobody but the direct formula.
TEST_P(LookingAhead, ListsEverybodyOnceAPrototypeIsNoNumber) {
  for (const double lost : {std::numeric_limits<double>::quiet_NaN(), infinity, 1e200}) {
    LookAhead look;
    const std::vector<std::uint32_t> samples{7, 3, 150, 12, 9, 1, 2, 4, 5};
    std::vector<double> parameters = parameters_;
    look.prepare(space_, problem_.x.view(), samples, parameters);
    look.find(space_, problem_.y[7], rule_->traits().reads, parameters);
    look.touch(3);
    parameters[3 * 61] = lost;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      look.find(space_, problem_.y[samples[i]], rule_->traits().reads, parameters);
      EXPECT_FALSE(look.rivals().empty());
    }
    EXPECT_EQ(look.rivals().size(), space_.prototype_count());
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, LookingAhead, ::testing::ValuesIn(all_cases()));

}   // namespace
}   // namespace protea
