// protea cross-validate: how well a method does on data it has not seen.
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/train_model.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/runtime/serial.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"
#include "show_measures.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  TrainingFlags training;
  std::int64_t folds = 10;
  std::int64_t repeats = 1;
  std::string split;
  std::int64_t p = 2;
  std::int64_t draws = 100;
  std::string share = "0.2";

  SplitPlan plan(std::int64_t seed) const {
    SplitPlan result{.folds = static_cast<std::size_t>(folds), .repeats = static_cast<std::size_t>(repeats),
                     .seed = static_cast<std::uint64_t>(seed), .p = static_cast<std::size_t>(p),
                     .draws = static_cast<std::size_t>(draws), .share = parse_limited("share", share, {.above = 0, .below = 1})};
    if (!training.groups.empty()) result.kind = SplitKind::grouped;
    if (!split.empty()) result.kind = parse_choice<SplitKind>("split", split);
    if (!training.groups.empty() && result.kind != SplitKind::grouped) {
      throw UsageError(fmt::format("--groups keeps groups together, which --split {} does not: leave one of them out", split));
    }
    return result;
  }
};

// "10 folds, 5 repeats", "150 splits by leave-one-out"
std::string plan_text(const Flags& flags, const SplitPlan& plan, std::size_t splits) {
  const std::string repeats = fmt::format("{} repeat{}", flags.repeats, flags.repeats == 1 ? "" : "s");
  if (plan.kind == SplitKind::stratified) return fmt::format("{} folds, {}", flags.folds, repeats);
  if (plan.kind == SplitKind::folds || plan.kind == SplitKind::grouped) {
    return fmt::format("{} {} folds, {}", flags.folds, plan.kind == SplitKind::grouped ? "grouped" : "plain", repeats);
  }
  return fmt::format("{} splits by {}", splits, choice_name(plan.kind));
}

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
  const TrainAndScore method = [&](const Dataset& training, const Dataset& test) {
    Serial serial;
    const Model model = train_model(configuration, training, data.encoding, serial).model;
    const Matrix x = prepare(model, test);
    return predict(model, x.view(), serial);
  };
  const SplitPlan plan = flags.plan(configuration.plan.seed);
  Progress progress("folds", !flags.common.quiet);
  const CrossValidation result =
      cross_validate(data.dataset, method, plan, *runtime, [&](std::size_t done, std::size_t all) { progress.show(done, all); });

  const Assessment assessment = assess(result.truth, result.predictions);
  const std::size_t positive = positive_class(configuration.decision, data.dataset.class_names);
  if (flags.common.json) {
    Json json = {{"method", configuration.method},
                 {"samples", data.dataset.size()},
                 {"split", choice_name(plan.kind)},
                 {"splits", result.accuracy.size()},
                 {"folds", flags.folds},
                 {"repeats", flags.repeats},
                 {"accuracy", summary_of(result.accuracy)},
                 {"balanced_accuracy", summary_of(result.balanced_accuracy)},
                 {"classes", data.dataset.class_names},
                 {"confusion", to_json(result.confusion)}};
    add_measures(json, assessment, positive);
    print_json(json);
    return;
  }
  const MeanAndDeviation accuracy = mean_and_deviation(result.accuracy);
  const MeanAndDeviation balanced = mean_and_deviation(result.balanced_accuracy);
  fmt::print("{} on {}: {}\n", configuration.method, data.dataset.source, plan_text(flags, plan, result.accuracy.size()));
  fmt::print("accuracy           {} ± {}\n", percent(accuracy.mean), percent(accuracy.deviation));
  fmt::print("balanced accuracy  {} ± {}\n{}\n{}\n{}", percent(balanced.mean), percent(balanced.deviation),
             overall_lines(assessment, positive), class_table(assessment, data.dataset.class_names),
             confusion_table(result.confusion, data.dataset.class_names));
}

}  // namespace

void add_cross_validate(CLI::App& app) {
  Command command = add_command(app, "cross-validate", "Estimate the accuracy of a method by cross-validation");
  auto flags = std::make_shared<Flags>();
  add_training_flags(command, flags->training);
  command.text("--groups", flags->training.groups, "the column of groups that must not be torn apart, by name or position from 1");
  command.text("--split", flags->split, fmt::format("how the data are cut: {} [stratified]", join(choice_names<SplitKind>(), ", ")));
  command.integer("--p", flags->p, "leave-p-out: samples in a test part [2]", 1, 1'000'000);
  command.integer("--draws", flags->draws, "monte-carlo: test parts [100]", 1, 1'000'000);
  command.text("--share", flags->share, "monte-carlo: share of each class in a test part [0.2]");
  command.integer("--folds", flags->folds, "parts the data are cut into [10]", 2, 1'000'000);
  command.integer("--repeats", flags->repeats, "repetitions with other folds [1]", 1, 100'000);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
