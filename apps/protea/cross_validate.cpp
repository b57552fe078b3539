// protea cross-validate: how well a method does on data it has not seen.
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/train_model.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/runtime/serial.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  TrainingFlags training;
  std::int64_t folds = 10;
  std::int64_t repeats = 1;
};

Json summary_of(const std::vector<double>& folds) {
  const MeanAndDeviation summary = mean_and_deviation(folds);
  return {{"mean", summary.mean}, {"std", summary.deviation}, {"folds", folds}};
}

void run(const Flags& flags) {
  const Configuration configuration = flags.training.configuration();
  EncodedTable data = read_training_data(flags.training, configuration);
  if (data.dataset.y.empty()) throw UsageError("cross-validation needs a label column");
  if (configuration.missing == Missing::drop) data.dataset = without_missing(data.dataset);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const TrainAndPredict method = [&](const Dataset& training, const Dataset& test) {
    Serial serial;
    const Model model = train_model(configuration, training, data.encoding, serial).model;
    const Matrix x = prepare(model, test);
    return predict(model, x.view(), serial).labels;
  };
  const CrossValidationPlan plan{static_cast<std::size_t>(flags.folds), static_cast<std::size_t>(flags.repeats),
                                 static_cast<std::uint64_t>(configuration.plan.seed)};
  Progress progress("folds", !flags.common.quiet);
  const CrossValidation result =
      cross_validate(data.dataset, method, plan, *runtime, [&](std::size_t done, std::size_t all) { progress.show(done, all); });

  if (flags.common.json) {
    print_json({{"method", configuration.method},
                {"samples", data.dataset.size()},
                {"folds", flags.folds},
                {"repeats", flags.repeats},
                {"accuracy", summary_of(result.accuracy)},
                {"balanced_accuracy", summary_of(result.balanced_accuracy)},
                {"classes", data.dataset.class_names},
                {"confusion", to_json(result.confusion)}});
    return;
  }
  const MeanAndDeviation accuracy = mean_and_deviation(result.accuracy);
  const MeanAndDeviation balanced = mean_and_deviation(result.balanced_accuracy);
  fmt::print("{} on {}: {} folds, {} repeat{}\n", configuration.method, data.dataset.source, flags.folds, flags.repeats,
             flags.repeats == 1 ? "" : "s");
  fmt::print("accuracy           {} ± {}\n", percent(accuracy.mean), percent(accuracy.deviation));
  fmt::print("balanced accuracy  {} ± {}\n\n{}", percent(balanced.mean), percent(balanced.deviation),
             confusion_table(result.confusion, data.dataset.class_names));
}

}  // namespace

void add_cross_validate(CLI::App& app) {
  Command command = add_command(app, "cross-validate", "Estimate the accuracy of a method by stratified k-fold cross-validation");
  auto flags = std::make_shared<Flags>();
  add_training_flags(command, flags->training);
  command.integer("--folds", flags->folds, "parts the data are cut into [10]", 2, 1'000'000);
  command.integer("--repeats", flags->repeats, "repetitions with other folds [1]", 1, 100'000);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
