// What every dissimilarity that sums over features promises for samples with missing values, and every rule for
// weights.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>

#include <support/case_name.hpp>
#include <support/change_values.hpp>
#include <support/random_problem.hpp>
#include <support/variants.hpp>

namespace protea {
namespace {

using testing::RandomProblem;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

struct MaskedCase {
  std::string dissimilarity;
  Settings settings;
  Scope scope;
};

void PrintTo(const MaskedCase& c, std::ostream* out) {
  *out << c.dissimilarity << " × " << choice_name(c.scope);
  for (const auto& [name, text] : c.settings) *out << " " << name << "=" << text;
}

std::vector<MaskedCase> masked_cases() {
  std::vector<MaskedCase> cases;
  for (const auto& entry : dissimilarities().entries()) {
    if (entry.make({})->traits().masking == Masking::none) continue;
    for (const Scope scope : {Scope::shared, Scope::per_class, Scope::per_prototype}) {
      cases.push_back({entry.name, {}, scope});
      for (const Settings& settings : testing::variants(entry)) {
        if (settings[0] == std::pair<std::string, std::string>("relevances", "true"))
          cases.push_back({entry.name, settings, scope});
      }
      if (testing::is_parametrised_divergence(entry.name))
        cases.push_back({entry.name, {{"learn", "true"}, {"relevances", "true"}}, scope});
    }
  }
  return cases;
}

class EveryDissimilarityThatSkips : public ::testing::TestWithParam<MaskedCase> {
 protected:
  EveryDissimilarityThatSkips() {
    problem_.x(0, 1) = missing;
    problem_.x(3, 0) = problem_.x(3, 4) = missing;
    problem_.x(7, 2) = problem_.x(7, 3) = problem_.x(7, 4) = problem_.x(7, 0) = missing;
  }

  PrototypeSpace space() const {
    return {dissimilarities().make(GetParam().dissimilarity, GetParam().settings), 5, problem_.prototype_labels,
            GetParam().scope};
  }

  RandomProblem problem_ = RandomProblem(12, 5, {0, 0, 1, 2, 2}, 7)
                               .inside(dissimilarities().make(GetParam().dissimilarity, GetParam().settings)->domain());
  const std::shared_ptr<const AnyRule> rule_ = rules().make("glvq", {});
};

TEST_P(EveryDissimilarityThatSkips, HasTheGradientThatFiniteDifferencesGive) {
  const PrototypeSpace space = this->space();
  const PrototypeObjective objective(space, rule_, problem_.x.view(), problem_.y);
  const std::vector<double> p = problem_.parameters(space, *rule_, 3);
  const auto samples = testing::all_of(12);
  const auto workspace = objective.make_workspace();
  Gradient gradient(space.layout());
  EXPECT_TRUE(std::isfinite(objective.accumulate(samples, p, 0.5, gradient, *workspace)));
  std::vector<double> expected = testing::finite_differences(p, [&](Row q) {
    Gradient scrap(space.layout());
    return objective.accumulate(samples, q, 0.5, scrap, *workspace);
  });
  if (space.dissimilarity().is_fixed())
    std::fill(expected.begin() + 25, expected.end(), 0.0);   // behind 5 prototypes of 5 features
  EXPECT_LE(testing::relative_difference(gradient.values(), expected), 1e-6);
}

TEST_P(EveryDissimilarityThatSkips, GivesACompleteSampleItsPlainDistance) {
  const PrototypeSpace space = this->space();
  const std::vector<double> p = problem_.parameters(space, *rule_, 3);
  PrototypeSpace::Scratches scratches;
  std::vector<double> d(5);
  space.observed_distances(problem_.x.row(1), p, d, scratches);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(d[k], space.distance(problem_.x.row(1), p, k), 1e-13 * (1 + d[k]));
}

TEST_P(EveryDissimilarityThatSkips, GivesABlockWhatItGivesEachSample) {
  const PrototypeSpace space = this->space();
  const std::vector<double> p = problem_.parameters(space, *rule_, 3);
  Random random(11, Purpose::generator);
  for (std::size_t i = 0; i < 12; ++i) {   // some rows of one pattern, some with most of their values missing
    for (std::size_t j = 0; j < 5; ++j)
      if (i % 3 == 1 ? j == 2 : j != i % 5 && random.uniform() < 0.4) problem_.x(i, j) = missing;
  }
  PrototypeSpace::Scratches scratches;
  Matrix d(12, 5);
  space.observed_distances(std::as_const(problem_.x).view(), p, d.view(), scratches);
  std::vector<Pull> pulls;
  for (std::uint32_t i = 0; i < 12; ++i) {
    for (std::uint32_t k = 0; k < 5; ++k) {
      if ((i + k) % 3 != 0) pulls.push_back({i, k, random.uniform(-1, 1)});
    }
  }
  Gradient found(space.layout());
  space.add_observed_gradients(std::as_const(problem_.x).view(), p, pulls, found.values(), scratches);
  PrototypeSpace::Scratches others;
  Gradient expected(space.layout());
  for (std::uint32_t i = 0; i < 12; ++i) {
    std::vector<double> own(5);
    space.observed_distances(problem_.x.row(i), p, own, others);
    const double largest = *std::max_element(own.begin(), own.end());
    for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(d(i, k), own[k], 1e-12 * largest) << i << ", " << k;
    std::vector<Pull> one;
    for (const Pull& pull : pulls) {
      if (pull.sample == i) one.push_back(pull);
    }
    space.add_observed_gradients(problem_.x.row(i), p, one, expected.values(), others);
  }
  EXPECT_LE(testing::relative_difference(found.values(), expected.values()), 1e-12);
}

TEST_P(EveryDissimilarityThatSkips, NeverLooksAtWhatIsMissing) {
  const PrototypeSpace space = this->space();
  std::vector<double> p = problem_.parameters(space, *rule_, 3);
  PrototypeSpace::Scratches scratches;
  std::vector<double> before(5);
  std::vector<double> after(5);
  space.observed_distances(problem_.x.row(0), p, before, scratches);
  for (std::size_t k = 0; k < 5; ++k) p[k * 5 + 1] += 17;
  space.observed_distances(problem_.x.row(0), p, after, scratches);
  EXPECT_EQ(before, after);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryDissimilarityThatSkips, ::testing::ValuesIn(masked_cases()));

TEST(Masking, RescalesToTheNumberOfFeatures) {
  // (1 − 3)² + (2 − 2)² over two of four features: 4·4/2 = 8; its root 2√2; the city block 2·4/2 = 4.
  const std::vector<double> x{1, missing, 2, missing};
  const std::vector<double> w{3, 100, 2, -100};
  const auto distance = [&](const std::string& name, const Settings& settings) {
    const PrototypeSpace space(dissimilarities().make(name, settings), 4, {0}, Scope::shared);
    PrototypeSpace::Scratches scratches;
    std::vector<double> d(1);
    space.observed_distances(x, w, d, scratches);
    return d[0];
  };
  EXPECT_DOUBLE_EQ(distance("squared-euclidean", {}), 8);
  EXPECT_DOUBLE_EQ(distance("euclidean", {}), std::sqrt(8));
  EXPECT_DOUBLE_EQ(distance("minkowski", {{"p", "1"}}), 4);
}

class EveryPresetThatSkips : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> presets_that_skip() {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) {
    const Configuration configuration = configure(preset.name, {});
    const bool sums = dissimilarities().make(preset.dissimilarity, {})->traits().masking != Masking::none;
    if (sums && configuration.space == Space::features && !configuration.relevance && !preset.embeds)
      names.push_back(preset.name);
  }
  return names;
}

TEST_P(EveryPresetThatSkips, ChangesNoBitWhereNothingIsMissing) {
  const EncodedTable data = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  const auto parameters = [&](const std::string& way) {
    const Configuration configuration = configure(GetParam(), {{"epochs", "4"}, {"missing", way}});
    return train_model(configuration, data.dataset, data.encoding, serial).model.parameters;
  };
  EXPECT_EQ(parameters("mask"), parameters("refuse"));
}

TEST_P(EveryPresetThatSkips, LearnsFromSamplesWithGapsForAnyNumberOfThreads) {
  EncodedTable data = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Random random(5, Purpose::generator);
  testing::change_values(data.dataset, [&](Matrix& x) {
    for (double& value : x.values()) value = random.uniform() < 0.1 ? missing : value;
  });
  const Configuration configuration = configure(GetParam(), {{"epochs", "20"}, {"missing", "mask"}});
  Serial serial;
  const PrototypeModel model = train_model(configuration, data.dataset, data.encoding, serial).model;
  const auto threads = make_runtime(3);
  EXPECT_EQ(train_model(configuration, data.dataset, data.encoding, *threads).model.parameters, model.parameters);
  const Matrix x = prepare(model, data.dataset);
  const Predictions found = predict(model, x.view(), serial);
  if (!model.has_classes()) {   // units stand for the data: nearer than the mean of all does
    double sum = 0;
    for (const double distance : found.distances) sum += distance;
    EXPECT_LT(sum / static_cast<double>(found.distances.size()), 0.8 * 13);   // thirteen features of variance 1
    return;
  }
  double right = 0;
  for (std::size_t i = 0; i < found.labels.size(); ++i) right += found.labels[i] == data.dataset.y[i] ? 1 : 0;
  // The largest class has 40 %. Where rows are scaled to sum 1, every share depends on what is missing from the row.
  EXPECT_GT(right / static_cast<double>(found.labels.size()), configuration.scaling == Scaling::unit_sum ? 0.65 : 0.8);
  for (const double score : found.scores.values()) EXPECT_TRUE(std::isfinite(score));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryPresetThatSkips, ::testing::ValuesIn(presets_that_skip()),
                         [](const auto& each) { return testing::case_name(each.param); });

struct RuleCase {
  std::string name;
  Settings settings;
};
void PrintTo(const RuleCase& c, std::ostream* out) { *out << c.name; }

std::vector<RuleCase> rule_cases() {
  std::vector<RuleCase> cases;
  for (const auto& entry : rules().entries()) {
    cases.push_back({entry.name, {}});
    for (const OptionDescription& option : entry.options) {
      if (option.kind == "truth") cases.push_back({entry.name, {{option.name, "true"}}});   // learned parameters
    }
  }
  return cases;
}

class EveryRule : public ::testing::TestWithParam<RuleCase> {};

TEST_P(EveryRule, TakesWeightTwoAsTheSampleTwice) {
  RandomProblem problem(70, 5, {0, 0, 1, 2, 2}, 7);
  const auto rule = rules().make(GetParam().name, GetParam().settings);
  const PrototypeSpace space(dissimilarities().make("matrix", {}), 5, problem.prototype_labels, Scope::shared,
                             rule->parameter_count(5), testing::label_vectors_for(*rule, 3));
  const Matrix memberships = testing::random_memberships(70, 3, 5);
  std::vector<double> weights(70, 1.0);
  weights[3] = weights[64] = 2;
  std::vector<std::uint32_t> twice = testing::all_of(70);
  twice.insert(twice.end(), {3, 64});
  TrainingRows rows{.x = problem.x.view(), .y = problem.y, .memberships = memberships.view()};
  const PrototypeObjective plain(space, rule, rows);
  rows.importance.weights = weights;
  const PrototypeObjective weighted(space, rule, rows);
  const std::vector<double> p = problem.parameters(space, *rule, 3);
  Gradient found(space.layout());
  Gradient expected(space.layout());
  const double loss = weighted.accumulate(testing::all_of(70), p, 0.5, found, *weighted.make_workspace());
  EXPECT_NEAR(loss, plain.accumulate(twice, p, 0.5, expected, *plain.make_workspace()), 1e-12 * std::abs(loss));
  EXPECT_DOUBLE_EQ(weighted.total_weight(), 72);
  // Rates that a rule sets by counting do not know of weights.
  const std::size_t size = rule->traits().sets_own_rates ? space.rule_block().first : found.values().size();
  EXPECT_LE(testing::relative_difference(std::as_const(found).values().first(size),
                                         std::as_const(expected).values().first(size)),
            1e-12);
}

TEST_P(EveryRule, MultipliesTheLossByTheCostOfTheNearestWrongClass) {
  RandomProblem problem(12, 5, {0, 0, 1, 2, 2}, 7);
  const auto rule = rules().make(GetParam().name, GetParam().settings);
  if (rule->traits().learns_label_vectors) return;   // whose units belong to no class
  const PrototypeSpace space(dissimilarities().make("matrix", {}), 5, problem.prototype_labels, Scope::shared,
                             rule->parameter_count(5));
  const std::vector<double> p = problem.parameters(space, *rule, 3);
  Matrix costs(3, 3);
  for (std::size_t i = 0; i < 9; ++i) costs.values()[i] = 1 + static_cast<double>(i);
  const PrototypeObjective priced(space, rule, TrainingRows{problem.x.view(), problem.y, {{}, costs.view()}});
  const PrototypeObjective plain(space, rule, problem.x.view(), problem.y);
  for (std::uint32_t i = 0; i < 12; ++i) {
    std::size_t wrong = 0;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 5; ++k) {
      const double d = space.distance(problem.x.row(i), p, k);
      if (space.labels()[k] == problem.y[i] || d >= nearest) continue;
      nearest = d;
      wrong = static_cast<std::size_t>(space.labels()[k]);
    }
    Gradient found(space.layout());
    Gradient expected(space.layout());
    const std::vector<std::uint32_t> one{i};
    const double factor = costs(static_cast<std::size_t>(problem.y[i]), wrong);
    const double loss = priced.accumulate(one, p, 0.5, found, *priced.make_workspace());
    EXPECT_NEAR(loss, factor * plain.accumulate(one, p, 0.5, expected, *plain.make_workspace()),
                1e-12 * (1 + std::abs(loss)));
    for (std::size_t j = 0; j < 25; ++j) {
      EXPECT_NEAR(found.values()[j], factor * expected.values()[j], 1e-12 * (1 + std::abs(found.values()[j])));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryRule, ::testing::ValuesIn(rule_cases()));

TEST(Weights, MakeABatchDescentTheSameAsRepeatedRows) {
  const RandomProblem problem(90, 5, {0, 0, 1, 2, 2}, 7);
  const std::vector<std::uint32_t> repeated{3, 64, 64};
  Matrix x(93, 5);
  std::vector<Label> y = problem.y;
  std::vector<double> weights(90, 1.0);
  std::copy(problem.x.values().begin(), problem.x.values().end(), x.values().begin());
  for (std::size_t i = 0; i < 3; ++i) {
    std::copy_n(problem.x.row(repeated[i]).begin(), 5, x.row(90 + i).begin());
    y.push_back(problem.y[repeated[i]]);
    weights[repeated[i]] += 1;
  }
  const auto rule = rules().make("glvq", {});
  const PrototypeSpace space(dissimilarities().make("matrix", {}), 5, problem.prototype_labels, Scope::shared);
  Serial serial;
  for (const std::string optimizer : {"sgd", "momentum", "adam", "waypoint", "l-bfgs"}) {
    const auto trained = [&](const TrainingRows& rows) {
      const PrototypeObjective objective(space, rule, rows);
      const auto stepper = optimizers().make(optimizer, {});
      TrainingState state;
      state.parameters = problem.parameters(space, *rule, 3);
      Plan plan;
      plan.epochs = 5;
      plan.batch = 0;
      fit({objective, *stepper, plan, serial}, state);
      return state.parameters;
    };
    const std::vector<double> found = trained({problem.x.view(), problem.y, {weights}});
    EXPECT_LE(testing::relative_difference(found, trained({std::as_const(x).view(), y})), 1e-9) << optimizer;
    EXPECT_GT(testing::relative_difference(found, trained({problem.x.view(), problem.y})), 1e-6) << optimizer;
  }
}

}   // namespace
}   // namespace protea
