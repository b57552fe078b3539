#include <protea/catalogue/named_method.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/catalogue/train_model.hpp>
#include <protea/catalogue/training_parts.hpp>
#include <protea/data/split.hpp>
#include <protea/perceptron/libsvm.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

struct Scaled {
  Matrix training;
  std::vector<Label> training_y;
  Matrix test;
  std::vector<Label> test_y;
};

Scaled scale(const Dataset& training, const Dataset& test, Missing missing) {
  const Preparation preparation = learn_preparation(training, missing, Scaling::z_score);
  return {preparation.apply(training), training.y, preparation.apply(test), test.y};
}

SvmOptions options_of(double cost, double gamma_times_n, std::size_t n) { return {cost, gamma_times_n / static_cast<double>(n)}; }

Predictions answers_of(const Scaled& data, const SvmOptions& options, std::size_t classes) {
  const auto machine = SupportVectorMachine::train(data.training.view(), data.training_y, options);
  Predictions answers{{}, Matrix(data.test.rows(), classes)};
  for (std::size_t i = 0; i < data.test.rows(); ++i) {
    answers.labels.push_back(machine.predict(data.test.row(i)));
    machine.scores(data.test.row(i), answers.scores.row(i));
  }
  return answers;
}

std::size_t right_answers(const Scaled& data, const SvmOptions& options) {
  const auto machine = SupportVectorMachine::train(data.training.view(), data.training_y, options);
  std::size_t right = 0;
  for (std::size_t i = 0; i < data.test.rows(); ++i) right += machine.predict(data.test.row(i)) == data.test_y[i] ? 1 : 0;
  return right;
}

SvmOptions chosen_options(const Dataset& training, Missing missing, std::uint64_t seed) {
  const std::size_t n = training.x.columns();
  const std::size_t folds = std::min<std::size_t>(3, training.size());
  if (folds < 2) return options_of(1, 1, n);
  std::vector<Scaled> parts;
  for (const Split& split : stratified_folds(training.y, training.class_names, folds, Random(seed, Purpose::folds, 2))) {
    parts.push_back(scale(training.subset(split.training), training.subset(split.test), missing));
  }
  SvmOptions best = options_of(1, 1, n);
  std::size_t most = 0;
  for (const double gamma : {0.25, 1.0, 4.0}) {
    for (const double cost : {1.0, 10.0, 100.0}) {
      const SvmOptions options = options_of(cost, gamma, n);
      std::size_t right = 0;
      for (const Scaled& part : parts) right += right_answers(part, options);
      if (right > most) {
        most = right;
        best = options;
      }
    }
  }
  return best;
}

Contender machine(const Settings& common) {
  // Only what concerns the data matters to it; a preset serves to read that.
  for (const auto& [key, value] : common) {
    const bool is_of_data = key == "missing" || key == "nominal" || key == "scale" || key == "seed";
    if (!is_of_data) throw UsageError(fmt::format("{} = {}: svm chooses its options itself", key, value));
  }
  const Configuration configuration = configure("glvq", common);
  const Missing missing = configuration.missing;
  if (missing == Missing::mask) throw UsageError("missing = mask: svm cannot skip missing values: use --missing mean or median");
  const auto seed = static_cast<std::uint64_t>(configuration.plan.seed);
  return {"svm",
          [missing, seed](const Dataset& training, const Dataset& test) { return tuned_machine_answers(training, test, missing, seed); },
          fmt::format("svm;{};{}", choice_name(missing), seed)};
}

}  // namespace

Predictions tuned_machine_answers(const Dataset& training, const Dataset& test, Missing missing, std::uint64_t seed) {
  demand_two_classes(training);
  return answers_of(scale(training, test, missing), chosen_options(training, missing, seed), training.class_names.size());
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) names.push_back(preset.name);
  names.push_back("svm");
  return names;
}

Contender make_method(const std::string& text, const Settings& common, const Encoding& encoding) {
  const std::vector<std::string_view> parts = split(text, ':');
  const std::string name(trim(parts.front()));
  Settings changes = common;
  for (std::size_t p = 1; p < parts.size(); ++p) {
    const std::size_t equals = parts[p].find('=');
    if (equals == std::string_view::npos) {
      throw UsageError(fmt::format("'{}': options of a method are written as in gmlvq:prototypes=2:rule.steepness=5", text));
    }
    changes.emplace_back(trim(parts[p].substr(0, equals)), trim(parts[p].substr(equals + 1)));
  }
  if (name == "svm") {
    if (parts.size() > 1) throw UsageError(fmt::format("'{}': svm chooses its options itself", text));
    return machine(common);
  }
  const std::vector<std::string> known = method_names();
  if (std::find(known.begin(), known.end(), name) == known.end()) throw UsageError(unknown_name("method", name, known));
  const Configuration configuration = configure(name, changes);
  std::string identity;
  for (const auto& [key, value] : describe(configuration)) identity += fmt::format("{}={};", key, value);
  return {text,
          [configuration, encoding](const Dataset& training, const Dataset& test) {
            Serial serial;
            const Model model = train_model(configuration, training, encoding, serial).model;
            return predict(model, prepare(model, test).view(), serial);
          },
          identity};
}

}  // namespace protea
