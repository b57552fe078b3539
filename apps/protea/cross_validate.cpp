// protea cross-validate: how well a method does on data it has not seen.
#include <algorithm>
#include <map>
#include <cstdio>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/report/validation_page.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "page_files.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "show_measures.hpp"
#include "show_numbers.hpp"
#include "split_flags.hpp"

namespace protea::app {
namespace {

struct CrossValidateFlags {
  CommonFlags common;
  TrainingFlags training;
  SplitFlags split;
  LedgerFlags ledger;
  std::string predictions;
  PageFlags page;
};

Json summary_of(const std::vector<double>& folds) {
  Json json = to_json(mean_and_deviation(folds));
  json["folds"] = folds;
  return json;
}

// Tested samples as the file has them, repeat by repeat.
std::vector<std::size_t> order_of_file(const CrossValidation& result) {
  std::vector<std::size_t> order(result.tested.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto place = [](const TestedSample& tested) { return std::pair(tested.repeat, tested.row); };
    return place(result.tested[a]) < place(result.tested[b]);
  });
  return order;
}

// The answer for every tested row, by the model that had not seen it.
std::vector<CsvRow> answer_rows(const CrossValidation& result, const Dataset& dataset) {
  const std::vector<std::string>& class_names = dataset.class_names;
  std::map<std::uint32_t, std::string> ids;   // by row of the data, of which some may have been dropped
  for (std::size_t i = 0; i < dataset.ids.size(); ++i) ids[dataset.row_number(i)] = dataset.ids[i];
  const auto name = [&](Label label) {
    return label == no_label ? std::string("rejected") : class_names[static_cast<std::size_t>(label)];
  };
  const Matrix& scores = result.predictions.scores;
  std::vector<CsvRow> rows{{"row", "repeat", "fold", "class", "predicted"}};
  if (!ids.empty()) rows.front().insert(rows.front().begin(), dataset.id_name);
  for (std::size_t c = 0; c < scores.columns(); ++c) rows.front().push_back("score " + class_names[c]);
  for (const std::size_t i : order_of_file(result)) {
    const TestedSample& tested = result.tested[i];
    CsvRow row{fmt::format("{}", tested.row + 1), fmt::format("{}", tested.repeat + 1),
               fmt::format("{}", tested.test_part + 1), name(result.truth[i]), name(result.predictions.labels[i])};
    if (!ids.empty()) row.insert(row.begin(), ids[tested.row]);
    for (std::size_t c = 0; c < scores.columns(); ++c) row.push_back(number_text(scores(i, c)));
    rows.push_back(std::move(row));
  }
  return rows;
}

// The same for numbers.
std::vector<CsvRow> number_rows(const CrossValidation& result, const Dataset& dataset) {
  std::map<std::uint32_t, std::string> ids;
  for (std::size_t i = 0; i < dataset.ids.size(); ++i) ids[dataset.row_number(i)] = dataset.ids[i];
  std::vector<CsvRow> rows{{"row", "repeat", "fold", dataset.target_name, "predicted"}};
  if (!ids.empty()) rows.front().insert(rows.front().begin(), dataset.id_name);
  for (const std::size_t i : order_of_file(result)) {
    const TestedSample& tested = result.tested[i];
    CsvRow row{fmt::format("{}", tested.row + 1), fmt::format("{}", tested.repeat + 1),
               fmt::format("{}", tested.test_part + 1), number_text(result.true_numbers[i]),
               number_text(result.predictions.numbers[i])};
    if (!ids.empty()) row.insert(row.begin(), ids[tested.row]);
    rows.push_back(std::move(row));
  }
  return rows;
}

void report_numbers(const CrossValidateFlags& flags, const CrossValidation& result, const Dataset& dataset,
                    const SplitPlan& plan) {
  const std::string name = flags.training.method_name();
  write_csv(flags.predictions, number_rows(result, dataset));
  if (flags.common.json) {
    Json json{{"method", name}, {"samples", dataset.size()}, {"target", dataset.target_name}};
    add_plan(json, plan, result.parts());
    add_number_parts(json, result);
    return print_json(json);
  }
  fmt::print("{} on {}: {}, target '{}', {}\n{}", name, dataset.source, counted(dataset.size(), "sample"),
             dataset.target_name, plan_text(plan, result.parts()), number_table(result));
  say_where(flags.page);
}

void run(const CrossValidateFlags& flags) {
  const std::string name = flags.training.method_name();
  const std::shared_ptr<const Method> method = flags.training.make();   // says what is wrong before anything is read
  demand_places(flags.ledger, {flags.predictions, flags.page.page}, flags.training.data);
  demand_page_place(flags.page, {});
  const SplitPlan plan = flags.split.plan(flags.training.reading.groups, method->seed());
  flags.split.warn_of_idle_flags(plan);
  const EncodedTable data = read_labelled_data(flags.training, *method);
  warn_of_rare_classes(data.dataset, plan);
  const Contender contender = contender_of(name, method, data.encoding);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  CrossValidation result{.confusion = Confusion(0)};
  {
    const SayWhenInterrupted saying(flags.ledger.last_words());
    Progress progress("folds", !flags.common.quiet);
    result = cross_validate(
        data.dataset, contender.run, plan, *runtime,
        [&](std::size_t done, std::size_t all) { progress.show(done, all); }, flags.ledger.complete(),
        contender.identity);
  }
  if (flags.page.are_given())
    write_page(validation_page(result, data.dataset, {.method = name, .plan = plan_text(plan, result.parts())}),
               flags.page);
  if (!result.number_parts.empty()) return report_numbers(flags, result, data.dataset, plan);
  write_csv(flags.predictions, answer_rows(result, data.dataset));
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
  fmt::print("{} on {}: {}, {}\n", name, data.dataset.source, counted(data.dataset.size(), "sample"),
             plan_text(plan, result.accuracy.size()));
  fmt::print("accuracy           {}\n", with_deviation(result.accuracy));
  fmt::print("balanced accuracy  {}\n", balanced_text(result.balanced_accuracy, result.accuracy.size()));
  if (result.confusion.rejected() > 0) fmt::print("of the accepted    {}\n", accepted_text(result.confusion));
  fmt::print("{}\n{}\n{}", overall_lines(assessment, positive), class_table(assessment, data.dataset.class_names),
             confusion_table(result.confusion, data.dataset.class_names));
  say_where(flags.page);
}

}   // namespace

void add_cross_validate(CLI::App& app) {
  Command command =
      add_command(app, "cross-validate", "Estimate the accuracy of a method, or its error, by cross-validation");
  auto flags = std::make_shared<CrossValidateFlags>();
  add_training_flags(command, flags->training);
  add_fold_flags(command, flags->split, flags->training.reading.groups);
  command.text("--predictions", flags->predictions,
               "write the answer for every row here, by the model that had not seen it, as CSV");
  add_page_flags(command, flags->page);
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  flags->training.reading.threads = &flags->common.threads;
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
