// protea cross-validate: how well a method does on data it has not seen.
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/methods.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "show_measures.hpp"
#include "split_flags.hpp"

namespace protea::app {
namespace {

struct CrossValidateFlags {
  CommonFlags common;
  TrainingFlags training;
  SplitFlags split;
  LedgerFlags ledger;
};

Json summary_of(const std::vector<double>& folds) {
  Json json = to_json(mean_and_deviation(folds));
  json["folds"] = folds;
  return json;
}

void run(const CrossValidateFlags& flags) {
  const std::string name = flags.training.method_name();
  const std::shared_ptr<const Method> method = flags.training.make();   // says what is wrong before anything is read
  demand_places(flags.ledger, {}, flags.training.data);
  const SplitPlan plan = flags.split.plan(flags.training.groups, method->seed());
  flags.split.warn_of_idle_flags(plan);
  const EncodedTable data = read_labelled_data(flags.training, *method);
  warn_of_rare_classes(data.dataset, plan);
  const Contender contender = contender_of(name, method, data.encoding);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  CrossValidation result{{}, {}, Confusion(0), {}, {}};
  {
    const SayWhenInterrupted saying(flags.ledger.last_words());
    Progress progress("folds", !flags.common.quiet);
    result = cross_validate(
        data.dataset, contender.run, plan, *runtime,
        [&](std::size_t done, std::size_t all) { progress.show(done, all); }, flags.ledger.complete(),
        contender.identity);
  }
  const Assessment assessment = assess(result.truth, result.predictions);
  const std::size_t positive = positive_class(method->positive_class(), data.dataset.class_names);
  if (flags.common.json) {
    Json json = {{"method", name}, {"samples", data.dataset.size()}};
    add_plan(json, plan, result.accuracy.size());
    json["accuracy"] = summary_of(result.accuracy);
    json["balanced_accuracy"] = balanced_json(result);
    json["accepted_accuracy"] = accepted_json(result.confusion);
    json["classes"] = data.dataset.class_names;
    json["confusion"] = to_json(result.confusion);
    add_measures(json, assessment, positive);
    print_json(json);
    return;
  }
  fmt::print("{} on {}: {}\n", name, data.dataset.source, plan_text(plan, result.accuracy.size()));
  fmt::print("accuracy           {}\n", with_deviation(result.accuracy));
  fmt::print("balanced accuracy  {}\n", balanced_text(result.balanced_accuracy, result.accuracy.size()));
  if (result.confusion.rejected() > 0) fmt::print("of the accepted    {}\n", accepted_text(result.confusion));
  fmt::print("{}\n{}\n{}", overall_lines(assessment, positive), class_table(assessment, data.dataset.class_names),
             confusion_table(result.confusion, data.dataset.class_names));
}

}   // namespace

void add_cross_validate(CLI::App& app) {
  Command command = add_command(app, "cross-validate", "Estimate the accuracy of a method by cross-validation");
  auto flags = std::make_shared<CrossValidateFlags>();
  add_training_flags(command, flags->training);
  add_fold_flags(command, flags->split, flags->training.groups);
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
