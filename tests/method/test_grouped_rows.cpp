// Methods of the linear world that sum over groups of rows: the same bytes wherever the groups are, and what all rows at once lead to.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/linear_algebra.hpp>
#include <protea/method/asked_rows.hpp>
#include <protea/method/groups_elsewhere.hpp>
#include <protea/model/model_file.hpp>
#include <protea/perceptron/linear_model.hpp>
#include <protea/perceptron/regression_method.hpp>
#include <protea/perceptron/unit_trainer.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

#include "clouds.hpp"

namespace protea {
namespace {

using namespace clouds;

Dataset with_numbers(Dataset rows) {
  Random random(11, Purpose::generator);
  rows.numbers.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double y = 3 + random.normal();
    for (std::size_t j = 0; j < rows.x.columns(); ++j)
      if (!std::isnan(rows.x(i, j))) y += rows.x(i, j) / static_cast<double>(j + 1);
    rows.numbers[i] = y;
  }
  rows.y.clear();
  rows.class_names.clear();
  rows.target_name = "y";
  return rows;
}

Dataset with_columns(const Dataset& rows, std::size_t more,
                     const std::function<double(std::size_t, std::size_t)>& value) {
  Dataset result = rows;
  const std::size_t n = rows.x.columns();
  Matrix x(rows.size(), n + more);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < n; ++j) x(i, j) = rows.x(i, j);
    for (std::size_t j = 0; j < more; ++j) x(i, n + j) = value(i, j);
  }
  result.x = SampleRows(std::move(x));
  for (std::size_t j = 0; j < more; ++j) result.feature_names.push_back("more" + std::to_string(j + 1));
  return result;
}

std::unique_ptr<Model> trained(const std::string& method, const Settings& settings, const Dataset& rows,
                               Runtime& runtime) {
  return make_method(method, settings)->train(rows, encoding_of(rows), TrainingContext{runtime}).model;
}
std::unique_ptr<Model> trained(const std::string& method, const Settings& settings, const Dataset& rows) {
  Serial serial;
  return trained(method, settings, rows, serial);
}

Trained trained_elsewhere(const std::string& method, const Settings& settings, const Dataset& rows, Workforce& groups) {
  Serial serial;
  return make_method(method, settings)
      ->train_elsewhere({groups, rows.subset({}), !rows.weights.empty()}, encoding_of(rows), TrainingContext{serial});
}

void expect_equal_bytes(const std::string& method, const Settings& settings, const Dataset& rows) {
  SCOPED_TRACE(method);
  Groups groups(rows);
  Serial serial;
  const Trained here = make_method(method, settings)->train(rows, encoding_of(rows), TrainingContext{serial});
  const Trained there = trained_elsewhere(method, settings, rows, groups);
  EXPECT_EQ(encode_model(*here.model), encode_model(*there.model));
  EXPECT_EQ(here.training_samples, there.training_samples);
  EXPECT_EQ(here.outcome.epochs, there.outcome.epochs);
  EXPECT_EQ(here.outcome.cost, there.outcome.cost);
  EXPECT_EQ(here.outcome.converged, there.outcome.converged);
}

TEST(GroupedRows, LeadToTheSameBytesInRegression) {
  for (const bool has_weights : {false, true}) {
    const Dataset rows = with_numbers(cloud({.has_weights = has_weights}));
    expect_equal_bytes("ridge", {}, rows);
    expect_equal_bytes("ridge", {{"ridge.strength", "3"}, {"ridge.intercept", "false"}}, rows);
    expect_equal_bytes("regression", {{"scale", "none"}}, rows);
    expect_equal_bytes("regression", {{"regression.degree", "2"}, {"regression.interactions", "true"}}, rows);
  }
  expect_equal_bytes("ridge", {{"missing", "mean"}, {"scale", "min-max"}}, with_numbers(cloud({.has_gaps = true})));
}

TEST(GroupedRows, LeadToTheSameBytesWithBatchPerceptrons) {
  for (const bool has_weights : {false, true}) {
    const Dataset rows = cloud({.has_weights = has_weights});
    expect_equal_bytes("adaline", {}, rows);
    expect_equal_bytes("adaline", {{"adaline.classes", "one-vs-rest"}, {"class_weights", "balanced"}}, rows);
    expect_equal_bytes("adaline", {{"adaline.threshold", "false"}, {"adaline.epochs", "7"}, {"scale", "none"}}, rows);
    expect_equal_bytes("cost-perceptron", {{"cost-perceptron.epochs", "30"}}, rows);
    expect_equal_bytes("cost-perceptron",
                       {{"cost-perceptron.power", "1"}, {"cost-perceptron.epochs", "60"}, {"class_weights", "a=3"}},
                       rows);
  }
}

// Fewer rows than a group has: the group trains them by itself.
TEST(GroupedRows, OfOneGroupAreTrainedWhereTheyAre) {
  const Dataset rows = cloud({.rows = 400, .has_weights = true});
  expect_equal_bytes("ridge", {}, with_numbers(rows));
  expect_equal_bytes("regression", {{"regression.degree", "3"}}, with_numbers(rows));
  expect_equal_bytes("adaline", {{"class_weights", "balanced"}}, rows);
  expect_equal_bytes("cost-perceptron", {}, rows);
}

// A group knows all that a method can tell; of one row more it is sums.
TEST(GroupedRows, AreSummedFromTwoGroupsOn) {
  for (const std::size_t more : {0, 1}) {
    const Dataset rows = cloud({.rows = group_rows + more, .features = 3});
    const auto model = trained("adaline", {}, rows);
    const MachineRecord& record = dynamic_cast<const LinearModel&>(*model).records().front();
    EXPECT_EQ(record.strengths.size(), more == 0 ? group_rows : 0);
    expect_equal_bytes("adaline", {}, rows);
  }
}

TEST(GroupedRows, LeadToTheSameBytesForAnyNumberOfThreads) {
  Threads three(3);
  const Dataset rows = cloud();
  EXPECT_EQ(encode_model(*trained("ridge", {}, with_numbers(rows))),
            encode_model(*trained("ridge", {}, with_numbers(rows), three)));
  EXPECT_EQ(encode_model(*trained("cost-perceptron", {{"cost-perceptron.epochs", "9"}}, rows)),
            encode_model(*trained("cost-perceptron", {{"cost-perceptron.epochs", "9"}}, rows, three)));
}

// The fit of all rows at once, by their singular value decomposition.
LinearFit at_once(const Dataset& rows, const LinearFitOptions& options) {
  return fit_linear(rows.x.to_matrix().view(), rows.numbers, rows.weights, options);
}

void expect_same_fit(const LinearFit& found, const LinearFit& wanted, double tolerance) {
  ASSERT_EQ(found.weights.size(), wanted.weights.size());
  EXPECT_EQ(found.rank, wanted.rank);
  const double size = length_of(wanted.weights);
  for (std::size_t j = 0; j < wanted.weights.size(); ++j) {
    EXPECT_NEAR(found.weights[j], wanted.weights[j], tolerance * size) << j;
    EXPECT_NEAR(found.means[j], wanted.means[j], 1e-12 * std::max(1.0, std::abs(wanted.means[j]))) << j;
  }
  const auto near = [&](double a, double b, const char* what) {
    EXPECT_NEAR(a, b, std::max(tolerance, 1e-12) * std::abs(b)) << what;
  };
  near(found.level, wanted.level, "level");
  near(found.total_weight, wanted.total_weight, "total weight");
  near(found.parameters, wanted.parameters, "parameters");
  near(found.squared_error, wanted.squared_error, "squared error");
  ASSERT_EQ(found.left_out_error.has_value(), wanted.left_out_error.has_value());
  if (wanted.left_out_error) near(*found.left_out_error, *wanted.left_out_error, "left out");
  ASSERT_EQ(found.noise.has_value(), wanted.noise.has_value());
  if (wanted.noise) near(*found.noise, *wanted.noise, "noise");
  const std::vector<double> spread = found.spread_of_weights();
  const std::vector<double> wanted_spread = wanted.spread_of_weights();
  for (std::size_t j = 0; j < spread.size(); ++j)
    EXPECT_NEAR(spread[j], wanted_spread[j], 1e-6 * wanted_spread[j]) << j;
}

const LinearFit& fit_of(const Model& model) { return dynamic_cast<const RegressionModel&>(model).fit(); }

TEST(GroupedRegression, IsTheFitOfAllRowsAtOnce) {
  for (const int weights : {0, 1, 2}) {   // none, any, counts
    Dataset rows = with_numbers(cloud({.rows = 40'000, .features = 6, .has_weights = weights == 1}));
    for (std::size_t i = 0; weights == 2 && i < rows.size(); ++i)
      rows.weights.push_back(static_cast<double>(1 + i % 3));
    for (const bool intercept : {true, false}) {
      SCOPED_TRACE(weights * 2 + (intercept ? 1 : 0));
      const std::string has = intercept ? "true" : "false";
      expect_same_fit(fit_of(*trained("regression", {{"scale", "none"}, {"regression.intercept", has}}, rows)),
                      at_once(rows, {.intercept = intercept}), 1e-11);
      expect_same_fit(
          fit_of(*trained("ridge", {{"scale", "none"}, {"ridge.intercept", has}, {"ridge.strength", "20000"}}, rows)),
          at_once(rows, {.intercept = intercept, .strength = 20000}), 1e-11);
    }
  }
}

TEST(GroupedRegression, ChoosesThePriceOfAllRowsAtOnce) {
  Dataset rows = with_numbers(cloud({.rows = 33'000, .features = 3}));
  Random random(3, Purpose::generator);
  for (double& y : rows.numbers) y = 400 * random.normal();   // next to nothing to be learned
  const LinearFit found = fit_of(*trained("ridge", {{"scale", "none"}}, rows));
  const LinearFit wanted = at_once(rows, {.chooses_strength = true});
  EXPECT_NEAR(std::log(found.strength), std::log(wanted.strength), 1e-3);
  EXPECT_NEAR(*found.left_out_error, *wanted.left_out_error, 1e-10 * *wanted.left_out_error);
}

// Columns that are nearly one: sums of products alone would not tell them apart below 1e-8.
TEST(GroupedRegression, TellsColumnsApartThatAreNearlyOne) {
  Random random(5, Purpose::generator);
  std::vector<double> noise(40'000);
  for (double& each : noise) each = random.normal();
  const Dataset first = cloud({.rows = noise.size(), .features = 3});
  for (const double small : {1e-6, 1e-9}) {
    Dataset rows = with_columns(first, 1, [&](std::size_t i, std::size_t) { return first.x(i, 0) + small * noise[i]; });
    rows = with_numbers(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) rows.numbers[i] += noise[i];   // 1/small of the difference
    const LinearFit found = fit_of(*trained("regression", {{"scale", "none"}}, rows));
    const LinearFit wanted = at_once(rows, {});
    EXPECT_EQ(found.rank, 4U) << small;
    EXPECT_NEAR(found.weights[3], wanted.weights[3], 1e-5 * std::abs(wanted.weights[3])) << small;
    EXPECT_NEAR(found.squared_error, wanted.squared_error, 1e-6 * wanted.squared_error) << small;
  }
}

// Twins share their weight, constants have none, whatever rounding makes of their mean; units differ.
TEST(GroupedRegression, LeavesOpenWhatTheRowsLeaveOpen) {
  const Dataset first = cloud({.rows = 40'000, .features = 3});
  const Dataset rows = with_numbers(with_columns(first, 3, [&](std::size_t i, std::size_t j) {
    return j == 0 ? first.x(i, 0) : j == 1 ? 0.1 : 1e7 * first.x(i, 2) * first.x(i, 1);
  }));
  const auto model = trained("regression", {{"scale", "none"}}, rows);
  const LinearFit& found = fit_of(*model);
  const LinearFit wanted = at_once(rows, {});
  EXPECT_EQ(found.rank, 4U);
  EXPECT_EQ(wanted.rank, 4U);
  EXPECT_NEAR(found.weights[0], found.weights[3], 1e-10);
  EXPECT_EQ(found.weights[4], 0);
  EXPECT_EQ(found.means[4], 0.1);
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(found.weights[j], wanted.weights[j], 1e-8) << j;
  EXPECT_EQ(dynamic_cast<const RegressionModel&>(*model).standardized_weights()[4], 0);
}

TEST(GroupedRegression, OfAConstantTargetHasNoR2) {
  Dataset rows = with_numbers(cloud({.rows = 40'000}));
  std::ranges::fill(rows.numbers, 0.3);
  const auto model = trained("ridge", {}, rows);
  EXPECT_FALSE(dynamic_cast<const RegressionModel&>(*model).training_r2().has_value());
  EXPECT_EQ(fit_of(*model).level, 0.3);
  expect_equal_bytes("ridge", {}, rows);
}

TEST(GroupedRegression, KnowsTheDeviationsOfInputsAndTarget) {
  const Dataset rows = with_numbers(cloud({.rows = 40'000, .features = 2}));
  // From the definition.
  const auto deviation = [&](auto value) {
    long double mean = 0;
    long double squares = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) mean += value(i) / static_cast<long double>(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) squares += (value(i) - mean) * (value(i) - mean);
    return static_cast<double>(std::sqrt(squares / static_cast<long double>(rows.size())));
  };
  const double target = deviation([&](std::size_t i) { return rows.numbers[i]; });
  for (const char* const intercept : {"true", "false"}) {
    const auto model = trained("regression", {{"scale", "none"}, {"regression.intercept", intercept}}, rows);
    const std::vector<double> standardized = dynamic_cast<const RegressionModel&>(*model).standardized_weights();
    for (std::size_t j = 0; j < 2; ++j)
      EXPECT_NEAR(standardized[j],
                  fit_of(*model).weights[j] * deviation([&](std::size_t i) { return rows.x(i, j); }) / target, 1e-12);
  }
}

TEST(GroupedRegression, RefusesNumbersOfWhichItCannotTakeSquares) {
  Dataset rows = with_numbers(cloud({.rows = 40'000}));
  const Dataset as_they_are = rows;
  rows.numbers[39'999] = 1e200;
  EXPECT_THROW(trained("regression", {}, rows), NumericalError);
  Groups groups(rows);
  EXPECT_THROW(trained_elsewhere("regression", {}, rows, groups), NumericalError);
  rows = with_numbers(cloud({.rows = 100}));   // where the rows are, that is
  rows.numbers[99] = 1e200;
  Groups one(rows);
  EXPECT_THROW(trained_elsewhere("regression", {}, rows, one), NumericalError);
  rows = as_they_are;
  Matrix x = rows.x.to_matrix();
  for (std::size_t i = 0; i < x.rows(); ++i) x(i, 1) *= 1e-170;
  rows.x = SampleRows(x);
  EXPECT_THROW(trained("regression", {{"scale", "none"}}, rows), NumericalError);
  for (std::size_t i = 0; i < x.rows(); ++i) x(i, 1) = 1e-170;   // is constant, which is no question of size
  rows.x = SampleRows(x);
  EXPECT_EQ(fit_of(*trained("regression", {{"scale", "none"}}, rows)).weights[1], 0);
}

// A unit of two classes, or of one and all others, trained on all examples at once.
struct TwoSides {
  Matrix inputs;
  Dichotomy dichotomy;

  TwoSides(const Dataset& rows, Label positive, Label negative) {
    std::vector<std::uint32_t> own;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows.y[i] != positive && negative != no_label && rows.y[i] != negative) continue;
      own.push_back(static_cast<std::uint32_t>(i));
      dichotomy.outputs.push_back(rows.y[i] == positive ? 1 : -1);
      if (!rows.weights.empty()) dichotomy.weights.push_back(rows.weights[i]);
    }
    inputs = with_clamped_input(rows.subset(own).x.to_matrix().view());
    dichotomy.inputs = inputs.view();
  }
};

void expect_same_unit(const LinearModel& model, std::size_t machine, const TrainedUnit& unit, double tolerance) {
  const std::size_t n = unit.weights.size() - 1;
  const double size = length_of(unit.weights);
  for (std::size_t j = 0; j < n; ++j)
    EXPECT_NEAR(model.units().weights(machine, j), unit.weights[j], tolerance * size) << machine << " " << j;
  EXPECT_NEAR(model.units().thresholds[machine], -unit.weights[n], tolerance * size) << machine;
  EXPECT_NEAR(*model.records()[machine].kappa, unit.kappa, 1e-6 * std::abs(unit.kappa));
  EXPECT_EQ(model.records()[machine].epochs, unit.epochs);
  EXPECT_EQ(model.records()[machine].updates, unit.updates);
  EXPECT_EQ(model.records()[machine].converged, unit.converged);
}

TEST(GroupedMachines, AreThoseOfAllExamplesAtOnce) {
  const Dataset rows = cloud({.rows = 40'000, .has_weights = true});
  const auto adaline = trained("adaline", {{"scale", "none"}}, rows);
  const auto cost = trained("cost-perceptron", {{"scale", "none"}, {"cost-perceptron.epochs", "25"}}, rows);
  const std::vector<std::pair<Label, Label>> pairs{{1, 0}, {2, 0}, {2, 1}};
  for (std::size_t m = 0; m < pairs.size(); ++m) {
    const TwoSides sides(rows, pairs[m].first, pairs[m].second);
    expect_same_unit(dynamic_cast<const LinearModel&>(*adaline), m, train_unit(Adaline{}, sides.dichotomy, 1), 1e-9);
    expect_same_unit(dynamic_cast<const LinearModel&>(*cost), m,
                     train_unit(CostDescent{.epochs = 25}, sides.dichotomy, 1), 1e-9);
  }
}

TEST(GroupedMachines, OfOneAgainstTheRestAreThoseOfAllExamplesAtOnce) {
  const Dataset rows = cloud({.rows = 40'000, .has_weights = true});
  const auto adaline = trained("adaline", {{"scale", "none"}, {"adaline.classes", "one-vs-rest"}}, rows);
  const auto cost = trained("cost-perceptron",
                            {{"scale", "none"},
                             {"cost-perceptron.classes", "one-vs-rest"},
                             {"cost-perceptron.power", "3"},
                             {"cost-perceptron.margin", "2.5"},
                             {"cost-perceptron.epochs", "25"}},
                            rows);
  for (std::size_t m = 0; m < 3; ++m) {
    const TwoSides sides(rows, static_cast<Label>(m), no_label);
    expect_same_unit(dynamic_cast<const LinearModel&>(*adaline), m, train_unit(Adaline{}, sides.dichotomy, 1), 1e-9);
    expect_same_unit(dynamic_cast<const LinearModel&>(*cost), m,
                     train_unit(CostDescent{.power = 3, .margin = 2.5, .epochs = 25}, sides.dichotomy, 1), 1e-9);
  }
}

// A class that has a name and no row.
TEST(GroupedMachines, TellClassesApartThatHaveRows) {
  const Dataset rows = cloud();
  Dataset more = rows;
  more.class_names = {"a", "nobody", "b", "c"};
  for (Label& y : more.y) y += y > 0 ? 1 : 0;
  for (const char* const method : {"adaline", "cost-perceptron"}) {
    const Settings settings{{method + std::string(".epochs"), "9"}};
    const auto model = trained(method, settings, more);
    const auto& machines = dynamic_cast<const LinearModel&>(*model);
    EXPECT_EQ(machines.sides(), (std::vector<Sides>{{2, 0}, {3, 0}, {3, 2}})) << method;
    const auto without = trained(method, settings, rows);
    const auto& others = dynamic_cast<const LinearModel&>(*without);
    EXPECT_TRUE(std::ranges::equal(machines.units().weights.values(), others.units().weights.values())) << method;
    expect_equal_bytes(method, settings, more);
  }
}

// Two classes that a plane parts: known by the unit itself.
TEST(GroupedMachines, KnowThatTheyPartTheExamples) {
  Dataset rows = cloud({.rows = 40'000, .features = 3});
  rows.class_names = {"left", "right"};
  Matrix x = rows.x.to_matrix();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows.y[i] = static_cast<Label>(i % 2);
    x(i, 2) = (rows.y[i] == 1 ? 5.0 : -5.0) + 0.1 * x(i, 0);
  }
  rows.x = SampleRows(x);
  for (const char* const method : {"adaline", "cost-perceptron"}) {
    const auto model = trained(method, {}, rows);
    const MachineRecord& record = dynamic_cast<const LinearModel&>(*model).records().front();
    EXPECT_EQ(record.separable, true) << method;
    EXPECT_GT(*record.kappa, 0) << method;
    EXPECT_TRUE(record.strengths.empty()) << method;
    expect_equal_bytes(method, {}, rows);
  }
  rows.y[39'998] = 1;
  const auto model = trained("adaline", {}, rows);
  EXPECT_FALSE(dynamic_cast<const LinearModel&>(*model).records().front().separable.has_value());
  EXPECT_LT(*dynamic_cast<const LinearModel&>(*model).records().front().kappa, 0);
}

double sharpness_of(const std::string& method, const Dataset& rows) {
  return dynamic_cast<const LinearModel&>(*trained(method, {}, rows)).sharpness();
}

// Whether it is learned on all rows or, of many, on some of all groups: a sharpness is one number.
TEST(GroupedMachines, AreAsSureAsThoseOfFewerRows) {
  Dataset rows = cloud();
  rows.y = std::vector<Label>(rows.y.rbegin(), rows.y.rend());   // no row stands where it stands in the small set
  Matrix x = rows.x.to_matrix();
  std::reverse(x.values().begin(), x.values().end());
  rows.x = SampleRows(x);
  std::vector<std::uint32_t> first(20'000);
  std::iota(first.begin(), first.end(), 0U);
  for (const char* const method : {"adaline", "cost-perceptron"}) {
    const double of_all = sharpness_of(method, rows);
    EXPECT_NEAR(of_all, sharpness_of(method, rows.subset(first)), 0.05 * of_all) << method;
    EXPECT_GT(std::abs(of_all - 1), 0.05) << method;
  }
}

// … also where rows that are easily told count most.
TEST(GroupedMachines, AreAsSureAsTheirRowsWeigh) {
  Dataset rows = cloud({.rows = 40'000});
  std::vector<std::uint32_t> last(20'000);
  std::iota(last.begin(), last.end(), 20'000U);
  const double even = sharpness_of("adaline", rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto x = [&](std::size_t j) { return rows.x(i, j); };
    const std::size_t largest = x(0) > x(1) ? (x(0) > x(2) ? 0 : 2) : (x(1) > x(2) ? 1 : 2);
    rows.weights.push_back(largest == static_cast<std::size_t>(rows.y[i]) ? 1 : 0.05);
  }
  const double weighed = sharpness_of("adaline", rows);
  EXPECT_NEAR(weighed, sharpness_of("adaline", rows.subset(last)), 0.05 * weighed);
  EXPECT_GT(weighed, 1.5 * even);
}

std::string refusal(const std::string& method, const Settings& settings, const Dataset& rows) {
  Groups groups(rows);
  try {
    trained_elsewhere(method, settings, rows, groups);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(GroupedRows, SayWhatCannotBeLearnedFromThem) {
  const Dataset rows = cloud({.rows = 60});
  EXPECT_EQ(refusal("svm", {}, rows), "svm learns from all rows at once, and these rows are in several processes");
  EXPECT_EQ(refusal("adaline", {{"adaline.form", "sequential"}}, rows),
            "adaline.form = sequential presents one example after the other, and these rows are in several processes");
  EXPECT_EQ(
      refusal("ridge", {{"missing", "median"}}, with_numbers(rows)),
      "missing = median sorts the values of a feature: use missing = mean, and these rows are in several processes");
  EXPECT_EQ(refusal("ridge", {{"missing", "drop"}}, with_numbers(cloud({.rows = 60, .has_gaps = true}))),
            "rows with missing values are to be left out before they are put into groups");
  EXPECT_EQ(refusal("ridge", {{"class_weights", "balanced"}}, with_numbers(rows)),
            "class_weights = balanced: there are no classes to weigh");
  Dataset one = rows;
  one.y.assign(one.size(), 1);
  EXPECT_EQ(refusal("adaline", {}, one), "cloud: all samples are of one class, 'b': a classifier needs at least two");
  Dataset gap = cloud({.rows = group_rows + 10});
  Matrix x = gap.x.to_matrix();
  x(group_rows + 3, 1) = std::nan("");
  gap.x = SampleRows(x);
  const std::string wanted = "cloud row 32772, column 2: the value of 'x2' is missing";
  EXPECT_EQ(refusal("adaline", {}, gap).substr(0, wanted.size()), wanted);
  Groups groups(gap);
  EXPECT_THROW(trained_elsewhere("adaline", {}, gap, groups), DataError);
}

// Those of other processes, as they are brought to whoever looks at some.
TEST(GroupedRows, ShowEachRowBesideItsTargetAndItsWeight) {
  const ClassWeights class_weights{.by_class = {{"b", 3}}};
  const Dataset classes = cloud({.has_weights = true});
  for (const Dataset& rows : {classes, with_numbers(classes)}) {
    const bool has_classes = !rows.y.empty();
    const auto method = make_method(has_classes ? "adaline" : "ridge", {});
    const ClassWeights own = has_classes ? class_weights : ClassWeights{};
    Groups groups(rows);
    GroupsElsewhere elsewhere(*method, {.scaling = Scaling::none}, own, {groups, rows.subset({}), true});
    const Matrix x = rows.x.to_matrix();
    std::size_t seen = 0;
    elsewhere.look_at_each(1009, [&](const RowsOfGroup& some) {
      seen += some.x.rows;
      for (std::size_t k = 0; k < some.x.rows; ++k) {
        const std::size_t i = 1009 * k;
        EXPECT_TRUE(std::ranges::equal(some.x.row(k), x.row(i))) << i;
        EXPECT_EQ(has_classes ? some.y[k] : some.numbers[k], has_classes ? rows.y[i] : rows.numbers[i]);
        EXPECT_EQ(some.weights[k], rows.weights[i] * (has_classes && rows.y[i] == 1 ? 3 : 1));
      }
    });
    EXPECT_EQ(seen, (rows.size() + 1008) / 1009);
  }
}

TEST(GroupedRows, SendSumsAndFewRows) {
  const Dataset rows = with_numbers(cloud());
  Groups groups(rows);
  trained_elsewhere("ridge", {}, rows, groups);
  EXPECT_LT(groups.most_bytes, 400 * sizeof(double));
}

}   // namespace
}   // namespace protea
