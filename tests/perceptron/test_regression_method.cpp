// Regression as a method of the catalogue: units, files, threads, missing values.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <protea/catalogue/methods.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/facade/fitted.hpp>
#include <protea/model/abilities.hpp>
#include <protea/perceptron/regression_method.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

namespace protea {
namespace {

// Petal width from the three other measures of iris.
const EncodedTable& petals() {
  static const EncodedTable data = [] {
    Table table = read_table("iris");
    table.set_role(4, Role::ignored);
    return encode_training_table(std::move(table), TargetChoice{.target_column = "4"}, Nominal::refuse);
  }();
  return data;
}

std::unique_ptr<Model> trained(const std::string& name, const Settings& changes, const EncodedTable& data = petals()) {
  Serial serial;
  return make_method(name, changes)->train(data.dataset, data.encoding, {serial}).model;
}

std::vector<double> answers(const Model& model, const Dataset& rows = petals().dataset) {
  Serial serial;
  return model.predict(model.prepare(rows).view(), serial).numbers;
}

const RegressionModel& regression(const Model& model) { return dynamic_cast<const RegressionModel&>(model); }

EncodedTable line(const std::vector<double>& x, const std::vector<double>& y) {
  EncodedTable data;
  Matrix values(x.size(), 1);
  std::ranges::copy(x, values.values().begin());
  data.dataset.source = "line";
  data.dataset.x = std::move(values);
  data.dataset.feature_names = {"x"};
  data.dataset.numbers = y;
  data.dataset.target_name = "y";
  data.encoding.columns = {{"x", {}}};
  data.encoding.target_name = "y";
  data.encoding.target_positions = {1};
  return data;
}

TEST(RegressionMethod, AnswersTheSameWhateverTheScaling) {
  const std::vector<double> plain = answers(*trained("regression", {{"scale", "none"}}));
  for (const std::string scaling : {"z-score", "min-max"}) {
    const auto model = trained("regression", {{"scale", scaling}});
    const std::vector<double> scaled = answers(*model);
    for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_NEAR(scaled[i], plain[i], 1e-12);
    const std::vector<double> weights = regression(*model).shown_weights();
    const double intercept = regression(*model).shown_intercept();
    for (std::size_t i = 0; i < plain.size(); i += 7) {   // shown in the units of the data
      double sum = intercept;
      for (std::size_t j = 0; j < 3; ++j) sum += weights[j] * petals().dataset.x(i, j);
      ASSERT_NEAR(sum, plain[i], 1e-12);
    }
  }
}

// Leave-one-out of the harness and of the closed form, which know nothing of one another: scaling is none, so that nothing else is learned.
TEST(RegressionMethod, LeavesOneOutAsCrossValidationDoes) {
  for (const std::string name : {"regression", "ridge"}) {
    Settings settings{{"scale", "none"}};
    if (name == "ridge") settings.emplace_back("ridge.strength", "3");
    const auto method = make_method(name, settings);
    Serial serial;
    const CrossValidation result = cross_validate(petals().dataset, contender_of(name, method, petals().encoding).run,
                                                  {.kind = SplitKind::leave_one_out}, serial);
    const auto model = trained(name, settings);
    EXPECT_NEAR(result.of_numbers().rmse, std::sqrt(*regression(*model).fit().left_out_error), 1e-12);
    EXPECT_EQ(result.number_parts.size(), 150U);
  }
}

// y = 2 − 3x + x².
TEST(RegressionMethod, FindsAParabolaAmongPowers) {
  const EncodedTable data = line({-1, 0, 1, 2, 5}, {6, 2, 0, 0, 12});
  const auto model = trained("regression", {{"regression.degree", "2"}, {"scale", "none"}}, data);
  EXPECT_NEAR(regression(*model).fit().weights[0], -3, 1e-12);
  EXPECT_NEAR(regression(*model).fit().weights[1], 1, 1e-12);
  EXPECT_NEAR(regression(*model).fit().intercept(), 2, 1e-12);
  EXPECT_EQ(regression(*model).term_names(), (std::vector<std::string>{"x", "x²"}));
  EXPECT_FALSE(regression(*model).has_original_units());
}

// Errata N26: the degree P − 1 passes through all points already.
TEST(RegressionMethod, InterpolatesWithOneDegreeLessThanThereArePoints) {
  const EncodedTable data = line({0, 1, 2, 3, 4}, {3, -1, 4, 1, -5});
  const auto error = [&](const std::string& degree) {
    return regression(*trained("regression", {{"regression.degree", degree}}, data)).training_deviation();
  };
  EXPECT_LT(error("4"), 1e-10);
  EXPECT_GT(error("3"), 0.1);
}

TEST(RegressionMethod, HasNoR2ForAConstantTarget) {
  const auto model = trained("ridge", {}, line({1, 2, 3, 4}, {0.1, 0.1, 0.1, 0.1}));
  EXPECT_FALSE(regression(*model).training_r2());
  for (const double answer : answers(*model, line({7, 8}, {0, 0}).dataset)) EXPECT_EQ(answer, 0.1);
}

// σ and τ are told such that γ = σ²/τ² (errata N29).
TEST(RegressionMethod, TellsTheWidthsOfNoiseAndPrior) {
  const auto model = trained("ridge", {{"ridge.strength", "5"}});
  const double sigma = *regression(*model).noise_deviation();
  const double tau = *regression(*model).prior_width();
  EXPECT_NEAR(sigma * sigma / (tau * tau), 5, 1e-12);
  EXPECT_FALSE(regression(*trained("regression", {})).prior_width());
}

TEST(RegressionMethod, FillsMissingValuesByTheirMean) {
  // With 3 in the place of the gap, the mean of 1, 2, 4, 5.
  const EncodedTable gap = line({1, 2, std::nan(""), 4, 5}, {1, 2, 4, 3, 6});
  const EncodedTable filled = line({1, 2, 3, 4, 5}, {1, 2, 4, 3, 6});
  const auto one = trained("regression", {{"missing", "mean"}}, gap);
  const auto other = trained("regression", {}, filled);
  EXPECT_NEAR(regression(*one).shown_weights()[0], regression(*other).shown_weights()[0], 1e-13);
  EXPECT_NEAR(regression(*one).shown_weights()[0], 1.1, 1e-13);   // Σ(x − 3)(y − 3.2)/10
  EXPECT_THROW(trained("regression", {{"missing", "mask"}}, gap), UsageError);
  EXPECT_THROW(trained("regression", {}, gap), DataError);
}

TEST(RegressionMethod, GivesTheSameBytesForAnyNumberOfThreads) {
  const auto method = make_method("ridge", {{"ridge.degree", "3"}, {"ridge.interactions", "true"}});
  Serial serial;
  const auto model = method->train(petals().dataset, petals().encoding, {serial}).model;
  const Matrix x = model->prepare(petals().dataset);
  for (const std::size_t count : {2U, 3U, 5U}) {
    Threads threads(count);
    const auto other = method->train(petals().dataset, petals().encoding, {threads}).model;
    EXPECT_EQ(encode_model(*other), encode_model(*model));
    EXPECT_EQ(other->predict(x.view(), threads).numbers, model->predict(x.view(), serial).numbers);
  }
}

TEST(RegressionMethod, AnswersTheSameAfterAFile) {
  for (const std::string degree : {"1", "2"}) {
    const auto model = trained("ridge", {{"ridge.degree", degree}});
    const auto again = decode_model(encode_model(*model), "m.protea", model_kinds());
    EXPECT_EQ(answers(*again), answers(*model));
    EXPECT_EQ(encode_model(*again), encode_model(*model));
    const Matrix x = model->prepare(petals().dataset);
    EXPECT_EQ(demand<Estimating>(*again, "").standard_errors(x.view()),
              demand<Estimating>(*model, "").standard_errors(x.view()));
    EXPECT_EQ(json_text(Value(again->parts())), json_text(Value(model->parts())));
  }
}

// In units whose squares overflow: y = x/1e200.
TEST(RegressionMethod, TakesFeaturesOfAnyUnit) {
  const auto model = trained("regression", {{"scale", "none"}}, line({1e200, 2e200, 4e200}, {1, 2, 4}));
  EXPECT_NEAR(answers(*model, line({3e200}, {0}).dataset)[0], 3, 1e-12);
  EXPECT_NEAR(regression(*model).standardized_weights()[0], 1, 1e-12);
  EXPECT_NO_THROW(encode_model(*model));
}

TEST(RegressionMethod, RefusesFilesThatDoNotFitTogether) {
  const auto model = trained("ridge", {{"ridge.strength", "2"}});
  const TensorFile whole = decode_tensors(encode_model(*model), "m");
  const auto refused = [&](const std::function<void(TensorFile&)>& change) {
    TensorFile file = whole;
    change(file);
    EXPECT_THROW(decode_model(encode_tensors(file), "m", model_kinds()), DataError);
  };
  const auto described = [&](const std::string& from, const std::string& to) {
    refused([&](TensorFile& file) {
      bool is_there = false;
      for (auto& [name, text] : file.metadata) {
        const std::size_t at = text.find(from);
        if (at == std::string::npos) continue;
        text.replace(at, from.size(), to);
        is_there = true;
      }
      EXPECT_TRUE(is_there) << from;
    });
  };
  const auto tensor = [](TensorFile& file, std::string_view name) -> Tensor& {
    return *std::ranges::find_if(file.tensors, [&](const Tensor& each) { return each.name == name; });
  };
  refused([&](TensorFile& file) { std::get<std::vector<double>>(tensor(file, "regression.stiffness").values)[0] = 0; });
  refused(
      [&](TensorFile& file) { std::get<std::vector<double>>(tensor(file, "regression.deviations").values)[0] = -1; });
  refused([&](TensorFile& file) { tensor(file, "regression.weights").name = "regression.others"; });
  refused([&](TensorFile& file) {
    Tensor& weights = tensor(file, "regression.weights");
    std::get<std::vector<double>>(weights.values).push_back(1);
    weights.shape = {4};
  });
  described("\"degree\":1", "\"degree\":0");
  described("\"degree\":1", "\"degree\":2");
  described("\"rank\":3", "\"rank\":4");
  described("\"strength\":2", "\"strength\":-2");
  described("\"has_directions\":true", "\"has_directions\":7");
}

TEST(RegressionMethod, SaysWhyThereAreNoStandardErrors) {
  const auto few = trained("regression", {}, line({1, 2}, {1, 2}));
  EXPECT_THROW(regression(*few).standard_errors(Matrix(1, 1).view()), UsageError);
  EXPECT_NO_THROW(regression(*trained("ridge", {{"ridge.strength", "1"}}, line({1, 2}, {1, 2})))
                      .standard_errors(Matrix(1, 1).view()));
}

// About two of three targets lie within one standard error of a prediction that has not seen them: 68.3 % of a normal distribution.
TEST(RegressionMethod, IsAsFarOffAsItsStandardErrorsSay) {
  Random random(3, Purpose::generator);
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 4030; ++i) {
    x.push_back(random.normal());
    y.push_back(2 * x.back() + 0.5 * random.normal());
  }
  std::size_t within = 0;
  for (std::size_t first = 0; first + 26 <= x.size(); first += 26) {   // 25 to learn from, one to tell
    const auto cut = [&](std::vector<double>& from, std::size_t count, std::size_t at) {
      return std::vector<double>(from.begin() + static_cast<std::ptrdiff_t>(at),
                                 from.begin() + static_cast<std::ptrdiff_t>(at + count));
    };
    const auto model = trained("regression", {}, line(cut(x, 25, first), cut(y, 25, first)));
    const EncodedTable next = line(cut(x, 1, first + 25), cut(y, 1, first + 25));
    const double error = regression(*model).standard_errors(model->prepare(next.dataset).view())[0];
    within += std::abs(answers(*model, next.dataset)[0] - next.dataset.numbers[0]) < error ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(within) / 155, 0.683, 3 * std::sqrt(0.683 * 0.317 / 155));
}

TEST(RegressionMethod, RefusesTargetsOfTheOtherSortWithTheRemedy) {
  const auto message = [](const std::string& method, const EncodedTable& data) {
    try {
      trained(method, {}, data);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const EncodedTable classes = encode_training_table(read_table("iris"), "", Nominal::refuse);
  EXPECT_EQ(message("ridge", classes), "iris: ridge learns numbers and not labels: name their column with target");
  EXPECT_EQ(message("gmlvq", petals()),
            "iris: gmlvq learns classes and not numbers: name their column with label, or use method = ridge");
}

TEST(RegressionMethod, IsThereForArrays) {
  const std::vector<double> x{1, 2, 3, 4};
  const Fitted fitted =
      fit(*make_method("regression", {}), ArrayView::row_major(x.data(), 4, 1), std::vector<double>{3, 5, 7, 9});
  const std::vector<double> further{10};
  EXPECT_NEAR(fitted.numbers(ArrayView::row_major(further.data(), 1, 1))[0], 21, 1e-12);
  EXPECT_THROW(fitted.predict(ArrayView::row_major(further.data(), 1, 1)), UsageError);
}

// The slope of a line has the standard error σ/√Σ(x − x̄)², here √(1.35/5) (see
// LinearRegression.HasTheStandardErrorOfTheTextbook), in the units of the data whatever they are scaled to.
TEST(RegressionMethod, TellsStandardErrorsOfWeightsInTheUnitsOfTheData) {
  const EncodedTable data = line({1, 2, 3, 4}, {1, 3, 2, 5});
  for (const std::string scaling : {"none", "z-score", "min-max"}) {
    const auto model = trained("regression", {{"scale", scaling}}, data);
    EXPECT_NEAR(regression(*model).weight_errors()->at(0), std::sqrt(1.35 / 5), 1e-12) << scaling;
  }
}

}   // namespace
}   // namespace protea
