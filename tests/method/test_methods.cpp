// Methods and models as the catalogue knows them: whatever kind they are, they train, keep, answer and say what
// they cannot.
#include <protea/catalogue/methods.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/data/read.hpp>
#include <protea/data/split.hpp>
#include <protea/model/abilities.hpp>
#include <protea/perceptron/svm_method.hpp>
#include <protea/runtime/serial.hpp>
#include <support/case_name.hpp>
#include <support/change_values.hpp>
#include <support/loaded.hpp>
#include <support/noise.hpp>

namespace protea {
namespace {

const EncodedTable& wine() {
  static const EncodedTable data = encode_training_table(read_table("wine"), "", Nominal::refuse);
  return data;
}

// Four points on a line, unlabelled.
EncodedTable unlabelled() {
  Matrix x(4, 1);
  const double values[] = {0, 1, 10, 13};
  std::copy(std::begin(values), std::end(values), x.values().begin());
  EncodedTable data;
  data.dataset.source = "line";
  data.dataset.x = std::move(x);
  data.dataset.feature_names = {"x"};
  data.encoding.columns = {{"x", {}}};
  return data;
}

std::unique_ptr<Model> trained(const std::string& name, const Settings& changes, const EncodedTable& data = wine()) {
  Serial serial;
  return make_method(name, changes)->train(data.dataset, data.encoding, {serial}).model;
}

Predictions answers(const Model& model, const Dataset& rows) {
  Serial serial;
  return model.predict(model.prepare(rows).view(), serial);
}

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class EveryMethod : public ::testing::TestWithParam<std::string> {
 protected:
  Settings quick() const { return find_method(GetParam()).preset ? Settings{{"epochs", "2"}} : Settings{}; }
  bool learns_numbers() const {
    const auto method = make_method(GetParam(), {});
    return method->takes(TargetKind::numbers) && !method->takes(TargetKind::labels);
  }
  // Wine with its classes, or with their numbers as targets; above and below the first row where a method wants two values.
  EncodedTable data() const {
    EncodedTable table = wine();
    if (GetParam() == "hopfield") {
      testing::change_values(table.dataset, [](Matrix& x) {
        for (std::size_t i = x.rows(); i-- > 0;)
          for (std::size_t j = 0; j < x.columns(); ++j) x(i, j) = x(i, j) > x(0, j) ? 1 : 0;
      });
    }
    if (!learns_numbers()) return table;
    table.dataset.numbers.assign(table.dataset.y.begin(), table.dataset.y.end());
    table.dataset.target_name = table.encoding.target_name = std::exchange(table.encoding.label_name, {});
    table.encoding.target_positions = {table.encoding.label_position};
    table.dataset.y.clear();
    table.dataset.class_names.clear();
    return table;
  }
};

TEST_P(EveryMethod, AnswersTheSameBitsAfterItsFileWasRead) {
  const auto model = trained(GetParam(), quick(), data());
  const auto again = decode_model(encode_model(*model), "m.protea", model_kinds());
  EXPECT_EQ(again->kind(), model->kind());
  EXPECT_EQ(encode_model(*again), encode_model(*model));
  EXPECT_EQ(again->parameter_count(), model->parameter_count());
  const Predictions before = answers(*model, data().dataset);
  const Predictions after = answers(*again, data().dataset);
  EXPECT_EQ(before.labels, after.labels);
  EXPECT_EQ(before.numbers, after.numbers);
  EXPECT_EQ(before.numbers.size(), learns_numbers() ? wine().dataset.size() : 0);
  EXPECT_TRUE(std::equal(before.scores.values().begin(), before.scores.values().end(), after.scores.values().begin()));
  const auto copy = model->clone();
  EXPECT_EQ(encode_model(*copy), encode_model(*model));
}

TEST_P(EveryMethod, SaysWhatItIsAndWhatItsModelShows) {
  const auto method = make_method(GetParam(), quick());
  EXPECT_EQ(method->name(), GetParam());
  EXPECT_EQ(testing::setting_of(*method, "method"), GetParam());
  if (!learns_numbers()) {
    EXPECT_TRUE(method->takes(TargetKind::labels));
    EXPECT_EQ(method->takes(TargetKind::numbers),
              method->takes(TargetKind::none));   // kept out of learning, or refused
  }
  const auto model = trained(GetParam(), quick(), data());
  EXPECT_EQ(model->record.method, GetParam());
  EXPECT_EQ(model->record.samples, wine().dataset.size());
  EXPECT_FALSE(model->showcase().composition.empty());
  EXPECT_NO_THROW(json_text(model->parts()));
  if (model->has_classes()) {
    EXPECT_NE(Value(model->parts()).find("classes"), nullptr);
  }
  EXPECT_EQ(model->has_classes(), !method->takes(TargetKind::none) && !learns_numbers());
  EXPECT_EQ(find_ability<Estimating>(*model) != nullptr, learns_numbers());
}

TEST_P(EveryMethod, NeedsLabelsOfTwoClassesOrNumbersOrNothing) {
  if (make_method(GetParam(), quick())->takes(TargetKind::none)) {
    EncodedTable bare = data();
    bare.dataset = without_targets(bare.dataset);
    EXPECT_FALSE(trained(GetParam(), quick(), bare)->has_classes());
    return;
  }
  if (learns_numbers()) {
    EncodedTable bare = data();
    bare.dataset.numbers.clear();
    EXPECT_EQ(refusal([&] { trained(GetParam(), quick(), bare); }),
              "wine: there is no column of numbers to learn from: name it with target");
    EXPECT_EQ(refusal([&] { trained(GetParam(), quick()); }),
              "wine: " + GetParam() + " learns numbers and not labels: name their column with target");
    return;
  }
  EncodedTable one = wine();
  std::fill(one.dataset.y.begin(), one.dataset.y.end(), 0);
  EXPECT_EQ(refusal([&] { trained(GetParam(), quick(), one); }),
            "wine: all samples are of one class, 'class_0': a classifier needs at least two");
  one.dataset.y.clear();
  one.dataset.class_names.clear();
  EXPECT_EQ(refusal([&] { trained(GetParam(), quick(), one); }), "wine: there is no label column to learn from");
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryMethod, ::testing::ValuesIn(method_names()),
                         [](const auto& each) { return testing::case_name(each.param); });

TEST(Targets, OfAKindThatAMethodDoesNotLearnFromAreRefused) {
  EncodedTable data = unlabelled();
  data.dataset.numbers = {1, 2, 3, 4};
  EXPECT_EQ(refusal([&] { trained("svm", {}, data); }),
            "line: svm learns classes and not numbers: name their column with label, or use method = ridge");
  EXPECT_EQ(refusal([&] { trained("gmlvq", {}, data); }),
            "line: gmlvq learns classes and not numbers: name their column with label, or use method = ridge");
}

// One prototype that minimizes Σ‖x − w‖² is the mean, (0 + 1 + 10 + 13)/4 = 6; two are the means of {0, 1}
// and {10, 13}.
TEST(Unlabelled, QuantizersTrainWithoutAnyClass) {
  const Settings plain{{"rule", "vq"}, {"scale", "none"}, {"init", "k-means"}};
  const auto one = trained("glvq", plain, unlabelled());
  const auto& mean = demand<PrototypeModel>(*one, "");
  EXPECT_FALSE(mean.has_classes());
  EXPECT_NEAR(mean.prototypes_in_original_units()(0, 0), 6, 1e-6);
  Settings two = plain;
  two.emplace_back("prototypes", "2");
  const auto pair = trained("glvq", two, unlabelled());
  Matrix w = demand<PrototypeModel>(*pair, "").prototypes_in_original_units();
  std::sort(w.values().begin(), w.values().end());
  EXPECT_NEAR(w(0, 0), 0.5, 1e-6);
  EXPECT_NEAR(w(1, 0), 11.5, 1e-6);
  const Predictions found = answers(*pair, unlabelled().dataset);
  EXPECT_TRUE(found.labels.empty());
  ASSERT_EQ(found.winners.size(), 4U);
  EXPECT_EQ(found.winners[0], found.winners[1]);
  EXPECT_EQ(found.winners[2], found.winners[3]);
  EXPECT_NE(found.winners[0], found.winners[2]);
  EXPECT_NEAR(found.distances[3], 2.25, 1e-5);
  EXPECT_EQ(encode_model(*decode_model(encode_model(*pair), "m", model_kinds())), encode_model(*pair));
}

TEST(Unlabelled, PrototypesStartFromAllSamples) {
  const Settings start{{"rule", "vq"}, {"scale", "none"}, {"init", "class-mean"}, {"epochs", "0"}};
  const auto model = trained("glvq", start, unlabelled());
  EXPECT_EQ(demand<PrototypeModel>(*model, "").prototypes_in_original_units()(0, 0), 6);
}

TEST(Unlabelled, AnswersOfManyRowsAreTheirNearestUnits) {
  EncodedTable data{testing::noise(700, 2, 3), testing::encoding_of(2)};   // more than one block of answers
  data.dataset.y.clear();
  data.dataset.class_names.clear();
  const auto model = trained("glvq", {{"rule", "vq"}, {"prototypes", "5"}, {"init", "k-means"}, {"epochs", "2"}}, data);
  const Predictions found = answers(*model, data.dataset);
  const Matrix d = demand<Measuring>(*model, "").distances(model->prepare(data.dataset).view());
  for (std::size_t i = 0; i < 700; ++i) {
    const Row row = d.row(i);
    EXPECT_EQ(found.winners[i], static_cast<std::size_t>(std::min_element(row.begin(), row.end()) - row.begin()));
    EXPECT_EQ(found.distances[i], *std::min_element(row.begin(), row.end()));
  }
}

TEST(Unlabelled, EveryStartAndSpaceGoesWithoutClasses) {
  for (const std::string start : {"class-mean", "k-means", "random-sample", "uniform", "even", "samples"}) {
    SCOPED_TRACE(start);
    EXPECT_NO_THROW(
        trained("glvq", {{"rule", "vq"}, {"init", start}, {"prototypes", "2"}, {"epochs", "2"}}, unlabelled()));
  }
  EXPECT_NO_THROW(trained("kernel-lvq1", {{"rule", "vq"}, {"prototypes", "2"}, {"epochs", "2"}}, unlabelled()));
  EXPECT_NO_THROW(
      trained("gmlvq", {{"rule", "vq"}, {"scope", "prototype"}, {"prototypes", "2"}, {"epochs", "2"}}, unlabelled()));
  for (const Settings& of_classes :
       {Settings{{"scope", "class"}}, Settings{{"presentation", "balanced"}, {"optimizer", "sgd"}},
        Settings{{"costs", "a>b=2"}}, Settings{{"decision", "k-nearest"}}, Settings{{"decision.reject", "margin"}},
        Settings{{"decision.positive", "a"}}}) {
    Settings settings{{"rule", "vq"}};
    settings.insert(settings.end(), of_classes.begin(), of_classes.end());
    EXPECT_NE(refusal([&] {
                trained("gmlvq", settings, unlabelled());
              }).find("speaks of classes, and the rule vq learns from none"),
              std::string::npos)
        << of_classes[0].first;
  }
  for (const std::string estimator : {"fisher-1", "fisher-2", "dslvq"}) {
    EXPECT_EQ(refusal([&] {
                trained("fc1-glvq", {{"rule", "vq"}, {"relevance", estimator}, {"prototypes", "2"}}, unlabelled());
              }),
              "line: there is no label column to learn from");
  }
  EXPECT_EQ(refusal([] {
              trained("glvq", {{"rule", "vq"}, {"prototypes", "9"}}, unlabelled());
            }),
            "there are 4 samples, fewer than the 9 prototypes asked for");
}

TEST(Unlabelled, DataOfOneClassAreNoErrorForAMethodThatNeedsNone) {
  EncodedTable data = unlabelled();
  data.dataset.y = {0, 0, 0, 0};
  data.dataset.class_names = {"all"};
  EXPECT_NO_THROW(trained("glvq", {{"rule", "vq"}}, data));
  EXPECT_THROW(trained("glvq", {}, data), DataError);
}

TEST(Unlabelled, RowsAreHeldOutAndMaskedAndStreamedAsOthersAre) {
  EncodedTable data = unlabelled();
  Serial serial;
  const Settings settings{
      {"rule", "vq"}, {"optimizer", "sgd"}, {"validation", "0.5"}, {"epochs", "3"}, {"missing", "mask"}};
  const auto method = make_method("glvq", settings);
  const Trained result = method->train(data.dataset, data.encoding, {serial});
  EXPECT_EQ(result.training_samples, 2U);
  const auto learner = make_method("glvq", {{"rule", "vq"}, {"optimizer", "sgd"}})->stream(*result.model);
  learner->learn(data.dataset, serial);
  EXPECT_EQ(learner->model().record.samples, 6U);
  EXPECT_EQ(refusal([&] {
              make_method("glvq", {{"rule", "vq"}, {"class_weights", "balanced"}})
                  ->train(data.dataset, data.encoding, {serial});
            }),
            "class_weights = balanced: there are no classes to weigh");
}

TEST(Svm, KeepsTheOptionsItIsGivenAndChoosesTheOthers) {
  const auto given = trained("svm", {{"svm.cost", "7"}, {"svm.gamma", "0.125"}});
  const auto& options = dynamic_cast<const SupportVectorModel&>(*given).options();
  EXPECT_EQ(options.cost, 7);
  EXPECT_EQ(options.gamma, 0.125);
  const auto half = trained("svm", {{"svm.gamma", "0.125"}});
  const auto& chosen = dynamic_cast<const SupportVectorModel&>(*half).options();
  EXPECT_EQ(chosen.gamma, 0.125);
  EXPECT_TRUE(chosen.cost == 1 || chosen.cost == 10 || chosen.cost == 100);
  EXPECT_EQ(refusal([] { make_method("svm", {{"svm.cost", "-1"}}); }), "svm.cost = -1: must be at least 0");
  EXPECT_EQ(
      refusal([] {
        make_method("svm", {{"prototypes", "2"}});
      }),
      "prototypes = 2: svm has no such setting: it has scale, missing, nominal, class_weights, seed, svm.cost, svm.gamma");
}

TEST(Svm, AnswersAsTheMachineItself) {
  const auto model = trained("svm", {{"svm.cost", "1"}, {"svm.gamma", "0.05"}});
  const Matrix x = model->prepare(wine().dataset);
  const auto machine = SupportVectorMachine::train(x.view(), wine().dataset.y, {1, 0.05});
  const Predictions found = answers(*model, wine().dataset);
  for (std::size_t i = 0; i < x.rows(); ++i) EXPECT_EQ(found.labels[i], machine.predict(x.row(i)));
}

TEST(Svm, ScalesAsItIsTold) {
  EncodedTable data = wine();
  testing::change_values(data.dataset, [](Matrix& x) {
    for (std::size_t i = 0; i < x.rows(); ++i) x(i, 0) *= 1e6;   // drowns all others unless it is scaled
  });
  const auto right = [&](const Settings& settings) {
    const auto model = trained("svm", settings, data);
    const std::vector<Label> labels = answers(*model, data.dataset).labels;
    std::size_t count = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) count += labels[i] == data.dataset.y[i] ? 1 : 0;
    return count;
  };
  EXPECT_GE(right({{"svm.cost", "1"}, {"svm.gamma", "0.05"}}), 170U);
  const auto plain = trained("svm", {{"svm.cost", "1"}, {"svm.gamma", "0.05"}, {"scale", "none"}}, data);
  EXPECT_TRUE(plain->preparation.shift.empty());
}

TEST(Svm, LearnsScalingFromTheRowsThatAreLeft) {
  EncodedTable data = wine();
  testing::change_values(data.dataset, [](Matrix& x) {
    x(0, 0) = std::numeric_limits<double>::quiet_NaN();
    x(0, 1) = 1e6;
  });
  std::vector<std::uint32_t> whole(wine().dataset.size() - 1);
  std::iota(whole.begin(), whole.end(), 1U);
  const Settings settings{{"svm.cost", "1"}, {"svm.gamma", "0.05"}, {"missing", "drop"}};
  const auto dropped = trained("svm", settings, data);
  const auto without = trained("svm", settings, {wine().dataset.subset(whole), wine().encoding});
  EXPECT_EQ(dropped->preparation.shift, without->preparation.shift);
  EXPECT_EQ(dropped->preparation.factor, without->preparation.factor);
  EXPECT_EQ(dropped->record.samples, whole.size());
}

// The choice by hand: right answers over three folds, each scaled by its own training rows; of equals the first.
SvmOptions options_by_hand(const Dataset& rows, std::uint64_t seed) {
  SvmOptions best;
  std::size_t most = 0;
  for (const double gamma : {0.25, 1.0, 4.0}) {
    for (const double cost : {1.0, 10.0, 100.0}) {
      const SvmOptions options{cost, gamma / static_cast<double>(rows.x.columns())};
      std::size_t right = 0;
      for (const Split& split : stratified_folds(rows, 3, Random(seed, Purpose::folds, 2))) {
        const Dataset training = rows.subset(split.training);
        const Dataset test = rows.subset(split.test);
        const Preparation preparation = learn_preparation(training, Missing::refuse, Scaling::z_score);
        const auto machine = SupportVectorMachine::train(preparation.apply(training).view(), training.y, options);
        const Matrix x = preparation.apply(test);
        for (std::size_t i = 0; i < test.size(); ++i) right += machine.predict(x.row(i)) == test.y[i] ? 1 : 0;
      }
      if (right <= most) continue;
      most = right;
      best = options;
    }
  }
  return best;
}

TEST(Svm, ChoosesItsOptionsOnFoldsThatNeverSeeTheirTestRows) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    EncodedTable data{testing::noise(45, 2, seed, 1), testing::encoding_of(2)};
    data.dataset.groups.clear();
    testing::change_values(data.dataset, [&](Matrix& x) {
      x(seed, 0) = 40;   // whoever sees it scales the others to almost nothing
      x(seed + 20, 1) = -30;
    });
    const auto model = trained("svm", {{"seed", std::to_string(seed)}}, data);
    const SvmOptions expected = options_by_hand(data.dataset, seed);
    EXPECT_EQ(dynamic_cast<const SupportVectorModel&>(*model).options().cost, expected.cost);
    EXPECT_EQ(dynamic_cast<const SupportVectorModel&>(*model).options().gamma, expected.gamma);
  }
}

// Noise of which every row is there twice: who holds out one and trains on the other thinks that it can be learned.
TEST(Svm, HoldsOutGroupsWhole) {
  EncodedTable once{testing::noise(60, 2, 1, 1), testing::encoding_of(2)};
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < 60; ++i) rows.insert(rows.end(), {i, i});
  EncodedTable twice{once.dataset.subset(rows), once.encoding};
  twice.dataset.groups.clear();
  const Settings options{{"svm.cost", "100"}, {"svm.gamma", "100"}};
  const auto sharpness = [&] {
    return dynamic_cast<const SupportVectorModel&>(*trained("svm", options, twice)).sharpness();
  };
  const double alone = sharpness();
  for (std::uint32_t i = 0; i < 120; ++i) twice.dataset.groups.push_back(i / 2);
  EXPECT_LT(sharpness(), alone / 2);
}

TEST(Svm, SaysWhatItCannot) {
  EncodedTable weighed = wine();
  weighed.dataset.weights.assign(weighed.dataset.size(), 2.5);
  EXPECT_EQ(
      refusal([&] { trained("svm", {}, weighed); }),
      "svm can repeat a sample and not weigh it: weights of samples and classes must be whole numbers, 20 at most on average");
  EXPECT_EQ(refusal([] {
              trained("svm", {{"missing", "mask"}});
            }),
            "missing = mask: svm cannot skip missing values: use missing = mean or median");
  const auto model = trained("svm", {{"svm.cost", "1"}, {"svm.gamma", "0.05"}});
  Serial serial;
  const auto method = method_of(*model, {});
  EXPECT_EQ(refusal([&] { method->go_on(*model, wine().dataset, {serial}); }),
            "svm cannot go on from a model: train on all samples");
  EXPECT_EQ(refusal([&] { method->stream(*model); }), "svm needs all samples at once: it cannot learn from a stream");
  EXPECT_EQ(refusal([&] { demand<PrototypeModel>(*model, "margins"); }),
            "a model of svm has no prototypes, which margins need");
  EXPECT_EQ(refusal([&] { demand<Deciding>(*model, ""); }), "a model of svm has no decision to change");
  EXPECT_EQ(refusal([&] { demand<Measuring>(*model, "an embedding"); }),
            "a model of svm has no distances, which an embedding needs");
}

TEST(Svm, FilesThatDoNotFitTogetherAreRefused) {
  const auto model = trained("svm", {{"svm.cost", "1"}, {"svm.gamma", "0.05"}});
  const TensorFile whole = decode_tensors(encode_model(*model), "m");
  const auto refused = [&](const std::function<void(TensorFile&)>& change) {
    TensorFile file = whole;
    change(file);
    const std::string bytes = encode_tensors(file);
    EXPECT_THROW(decode_model(bytes, "m", model_kinds()), DataError);
  };
  const auto tensor = [](TensorFile& file, std::string_view name) -> Tensor& {
    return *std::find_if(file.tensors.begin(), file.tensors.end(),
                         [&](const Tensor& each) { return each.name == name; });
  };
  refused([&](TensorFile& file) { std::get<std::vector<std::int32_t>>(tensor(file, "svm.labels").values)[0] = 9; });
  refused([&](TensorFile& file) { std::get<std::vector<std::int32_t>>(tensor(file, "svm.labels").values)[0] = 1; });
  refused([&](TensorFile& file) { std::get<std::vector<std::int32_t>>(tensor(file, "svm.counts").values)[0] = -1; });
  refused([&](TensorFile& file) { std::get<std::vector<std::int32_t>>(tensor(file, "svm.counts").values)[0] += 1; });
  refused([&](TensorFile& file) {
    std::erase_if(file.tensors, [](const Tensor& each) { return each.name == "svm.thresholds"; });
  });
  refused([&](TensorFile& file) {
    const std::size_t at = file.metadata[0].second.find("\"kind\":\"svm\"");
    ASSERT_NE(at, std::string::npos);
    file.metadata[0].second.replace(at, 12, "\"kind\":\"abc\"");
  });
}

TEST(ModelFiles, OfEarlierVersionsStillOpenAndAnswerAsTheyDid) {
  // tests/golden: models and what `protea predict --scores` printed for them, written by version 0.1.0 before other
  // kinds of models existed.
  for (const auto& [name, set] :
       {std::pair{"gmlvq", "iris"}, std::pair{"estimator", "iris"}, std::pair{"combinations", "iris"},
        std::pair{"reject", "iris"}, std::pair{"gamma", "tecator"}}) {
    SCOPED_TRACE(name);
    const std::string folder = std::string(PROTEA_SOURCE_DIR) + "/tests/golden/";
    const PrototypeModel model = testing::loaded(folder + name + ".protea");
    const Dataset rows = encode(read_table(set), model.encoding, {.wants_labels = false});
    const Predictions found = answers(model, rows);
    const Table expected = read_table(folder + name + ".csv");
    ASSERT_EQ(found.labels.size(), expected.columns[0].words.size());
    for (std::size_t i = 0; i < found.labels.size(); ++i) {
      EXPECT_EQ(expected.columns[0].words[i], found.labels[i] == no_label
                                                  ? "rejected"
                                                  : model.class_names[static_cast<std::size_t>(found.labels[i])]);
      for (std::size_t c = 0; c < model.class_names.size(); ++c)
        EXPECT_NEAR(expected.columns[c + 1].numbers[i], found.scores(i, c),
                    1e-11);   // exponentials of another rounding
    }
    EXPECT_EQ(encode_model(model), read_file(folder + name + ".protea")) << "and is written as it was";
  }
}

TEST(Tuning, ChoosesAmongOptionsOfAnyMethod) {
  TuningPlan plan;
  // The second remembers the training samples and nothing else.
  plan.candidates = candidates({.method = "svm", .changes = {}, .axes = {parse_axis("svm.gamma=0.05,1000")}});
  plan.folds = 3;
  plan.outer = 0;
  Serial serial;
  const Tuning tuning = tune(plan, wine(), serial);
  EXPECT_EQ(tuning.chosen(), 0U);
  EXPECT_GT(tuning.table[0].score, tuning.table[1].score + 0.2);
}

}   // namespace
}   // namespace protea
