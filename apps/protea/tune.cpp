// protea tune: options chosen by cross-validation, and what the choice is worth on samples that had no part in it.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/model/model_file.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "search.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "split_flags.hpp"

namespace protea::app {
namespace {

struct TuneFlags {
  CommonFlags common;
  TrainingFlags training;
  LedgerFlags ledger;
  SplitFlags split;
  std::vector<std::string> grid;
  std::string measure = "accuracy";
  std::string output;
  std::string csv;
  std::int64_t random = 0;
  std::int64_t outer = -1;   // not given: 10 with a grid, 5 without
  std::string budget;
};

std::vector<std::string> methods_of(const TuneFlags& flags) {
  const std::vector<std::string_view> names = list_items(flags.training.method);
  return {names.begin(), names.end()};
}

// A grid of one method for one of the plain measures is a table of its own; all else is searched for.
bool is_search(const TuneFlags& flags) {
  const Aim aim = parse_choice<Aim>("measure", flags.measure);
  const bool is_plain = aim == Aim::accuracy || aim == Aim::balanced_accuracy;
  return flags.grid.empty() || !is_plain || methods_of(flags).size() > 1 || !flags.budget.empty();
}

SearchTask search_task(const TuneFlags& flags) {
  SearchTask task{{}, flags.training, flags.common, flags.ledger, flags.output, flags.csv};
  SearchPlan& plan = task.plan;
  plan.methods = methods_of(flags);
  if (plan.methods.empty() && !flags.grid.empty()) plan.methods.emplace_back(default_method);
  plan.changes = flags.training.changes;
  for (const std::string& text : flags.grid) plan.axes.push_back(parse_axis(text));
  plan.split = flags.split.plan(flags.training.reading.groups, seed_of(plan.changes), plan.folds);
  plan.folds = plan.split.folds;
  if (flags.outer >= 0) plan.outer = static_cast<std::size_t>(flags.outer);
  plan.aim = parse_choice<Aim>("measure", flags.measure);
  set_budget(plan, flags.budget);
  return task;
}

TuningPlan plan_of(const TuneFlags& flags) {
  TuningPlan plan;
  plan.grid.method = flags.training.method_name();
  plan.grid.changes = flags.training.changes;
  for (const std::string& text : flags.grid) plan.grid.axes.push_back(parse_axis(text));
  plan.grid.random = static_cast<std::size_t>(flags.random);
  plan.grid.seed = seed_of(flags.training.changes);
  plan.split = flags.split.plan(flags.training.reading.groups, plan.grid.seed, plan.folds);
  plan.folds = plan.split.folds;
  plan.outer = flags.outer < 0 ? 10 : static_cast<std::size_t>(flags.outer);
  plan.measure = parse_choice<Measure>("measure", flags.measure);
  return plan;
}

std::vector<double> accuracies(const Tuning& result) {
  std::vector<double> values;
  for (const OuterFold& fold : result.outer) values.push_back(fold.accuracy);
  return values;
}

// Does any candidate reject samples? Only then coverage is of interest.
bool has_rejections(const Tuning& result) {
  return std::any_of(result.table.begin(), result.table.end(),
                     [](const CandidateScore& score) { return score.coverage < 1; });
}

std::vector<CsvRow> csv_rows(const Tuning& result, const TuningPlan& plan) {
  CsvRow head;
  for (const GridAxis& axis : plan.grid.axes) head.push_back(axis.key);
  head.insert(head.end(),
              {std::string(choice_name(plan.measure)), "deviation", "parameters", "coverage", "chosen", "failure"});
  std::vector<CsvRow> rows{head};
  for (std::size_t c = 0; c < result.table.size(); ++c) {
    const CandidateScore& score = result.table[c];
    CsvRow row;
    for (const auto& [key, value] : score.settings) row.push_back(value);
    if (score.has_failed()) row.insert(row.end(), {"", "", "", ""});
    else
      row.insert(row.end(), {number_text(score.score), number_text(score.deviation), number_text(score.parameters),
                             number_text(score.coverage)});
    row.insert(row.end(), {c == result.chosen ? "1" : "0", in_flags(score.failure)});
    rows.push_back(row);
  }
  return rows;
}

Json nested_json(const Tuning& result) {
  if (result.outer.empty()) return nullptr;
  Json folds = Json::array();
  for (const OuterFold& fold : result.outer) {
    folds.push_back({{"chosen", fold.chosen}, {"inner_score", fold.inner_score}, {"accuracy", fold.accuracy}});
  }
  return {{"accuracy", to_json(mean_and_deviation(accuracies(result)))},
          {"balanced_accuracy", balanced_json(result.balanced_accuracy, result.outer.size())},
          {"coverage", result.confusion.coverage()},
          {"accepted_accuracy", accepted_json(result.confusion)},
          {"folds", folds},
          {"confusion", to_json(result.confusion)}};
}

Json candidate_json(const CandidateScore& score) {
  Json json{{"settings", to_json(score.settings)}};
  if (score.has_failed()) {
    json["failure"] = in_flags(score.failure);
    return json;
  }
  json["score"] = score.score;
  json["std"] = score.deviation;
  json["parameters"] = score.parameters;
  json["coverage"] = score.coverage;
  return json;
}

void print_as_json(const Tuning& result, const TuningPlan& plan, const Dataset& dataset, const std::string& model) {
  Json table = Json::array();
  for (const CandidateScore& score : result.table) table.push_back(candidate_json(score));
  const CandidateScore& chosen = result.table[result.chosen];
  Json json{{"method", plan.grid.method}, {"samples", dataset.size()}, {"measure", choice_name(plan.measure)}};
  add_plan(json, plan.split, make_test_parts(dataset, plan.split).size());
  json["outer"] = plan.outer;
  json["seed"] = plan.grid.seed;
  json["candidates"] = table;
  json["chosen"] = {{"index", result.chosen}, {"settings", to_json(chosen.settings)}, {"score", chosen.score}};
  json["nested"] = nested_json(result);
  json["classes"] = dataset.class_names;
  json["model"] = model.empty() ? Json(nullptr) : Json(model);
  print_json(json);
}

struct Shown {
  std::string table;
  std::string failures;
};

Shown show_table(const Tuning& result, const TuningPlan& plan) {
  CsvRow head;
  for (const GridAxis& axis : plan.grid.axes) head.push_back(axis.key);
  const bool has_coverage = has_rejections(result);
  head.insert(head.end(), {std::string(choice_name(plan.measure)), "deviation", "parameters"});
  if (has_coverage) head.push_back("coverage");
  head.push_back("");
  std::vector<CsvRow> rows{head};
  Shown shown;
  for (std::size_t c = 0; c < result.table.size(); ++c) {
    const CandidateScore& score = result.table[c];
    CsvRow row;
    for (const auto& [key, value] : score.settings) row.push_back(value);
    if (score.has_failed()) {
      row.push_back("failed");
      shown.failures += fmt::format("failed: {}: {}\n", settings_text(score.settings), in_flags(score.failure));
    } else {
      row.insert(row.end(), {percent(score.score), percent(score.deviation), fmt::format("{:.0f}", score.parameters)});
      if (has_coverage) row.push_back(percent(score.coverage));
      row.push_back(c == result.chosen ? "chosen" : "");
    }
    rows.push_back(row);
  }
  shown.table = text_table(rows);
  return shown;
}

void print_as_text(const Tuning& result, const TuningPlan& plan, const Dataset& dataset) {
  const Shown shown = show_table(result, plan);
  const CandidateScore& chosen = result.table[result.chosen];
  const std::string kind =
      plan.split.kind == SplitKind::stratified ? "" : fmt::format(", {}", choice_name(plan.split.kind));
  const std::string folds = has_folds(plan.split.kind) ? fmt::format(", {} folds", plan.folds) : "";
  fmt::print("{} on {}: {} samples, {} candidates{}{}\n{}{}\nchosen: {}\n", plan.grid.method, dataset.source,
             dataset.size(), result.table.size(), folds, kind, shown.table, shown.failures,
             settings_text(chosen.settings));
  if (result.outer.empty()) {
    fmt::print("{} {} is optimistic, since this candidate was chosen for it; --outer 10 gives an honest figure\n",
               choice_name(plan.measure), percent(chosen.score));
    return;
  }
  fmt::print("to expect, by nested cross-validation with {} outer {}\n", result.outer.size(),
             has_folds(plan.split.kind) ? "folds" : "splits");
  fmt::print("accuracy           {}\n", with_deviation(accuracies(result)));
  fmt::print("balanced accuracy  {}\n", balanced_text(result.balanced_accuracy, result.outer.size()));
  if (result.confusion.rejected() == 0) return;
  fmt::print("coverage           {}\nof the accepted    {}\n", percent(result.confusion.coverage()),
             accepted_text(result.confusion));
}

void run(const TuneFlags& flags) {
  if (flags.output == "-") throw UsageError("the model cannot go to standard output, where the table is: use -o FILE");
  demand_places(flags.ledger, {flags.output, flags.csv}, flags.training.data);
  if (is_search(flags)) {
    if (flags.random > 0)
      throw UsageError(
          "--random draws points of a grid of one method, for accuracy: give --grid, or a --budget instead");
    return run_search(search_task(flags));
  }
  const TuningPlan plan = plan_of(flags);
  const std::shared_ptr<const Method> base =
      first_method(plan.grid);   // says what is wrong with the grid before anything is read
  flags.split.warn_of_idle_flags(plan.split);
  if (flags.outer > 0 && !has_folds(plan.split.kind)) {
    warn(fmt::format("--outer counts no folds: --split {} cuts the outer parts as well", choice_name(plan.split.kind)));
  }
  const EncodedTable data = read_labelled_data(flags.training, *base);
  SplitPlan most = plan.split;
  most.folds = std::max(plan.folds, plan.outer);
  warn_of_rare_classes(data.dataset, most);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  Tuning result;
  {
    const SayWhenInterrupted saying(flags.ledger.last_words());
    Progress progress("trainings", !flags.common.quiet);
    result = tune(plan, data, *runtime, flags.ledger.complete(),
                  [&](std::size_t done, std::size_t all) { progress.show(done, all); });
  }
  write_csv(flags.csv, csv_rows(result, plan));
  if (!flags.output.empty()) {
    Settings changes = plan.grid.changes;
    const Settings& chosen = result.table[result.chosen].settings;
    changes.insert(changes.end(), chosen.begin(), chosen.end());
    save_model(*make_method(plan.grid.method, changes)->train(data.dataset, data.encoding, {*runtime}).model,
               flags.output);
  }
  if (flags.common.json) return print_as_json(result, plan, data.dataset, flags.output);
  print_as_text(result, plan, data.dataset);
  if (!flags.output.empty()) fmt::print("saved to {}\n", flags.output);
}

}   // namespace

void add_tune(CLI::App& app) {
  Command command = add_command(app, "tune", "Choose options by cross-validation, with an honest figure by nesting");
  auto flags = std::make_shared<TuneFlags>();
  add_training_flags(command, flags->training);
  command.texts(
      "--grid", flags->grid,
      "an option and the values to try, prototypes=1,2,3; give it once per option [a curated list of methods and options]");
  command.integer("--random", flags->random, "try so many points of the grid, drawn by the seed; 0: all [0]", 0,
                  100'000);
  command.integer("--folds", flags->split.folds, "parts for each choice [5]", 2, 1'000'000);
  command.integer("--outer", flags->outer, "parts for the honest figure; 0: none [10, without a grid 5]", 0, 1'000'000);
  command.text("--budget", flags->budget,
               "how long to look: a time (60s, 5min) or a number of trainings [the whole list]");
  command.text("--measure", flags->measure,
               fmt::format("what is to be best ({}) [accuracy]", join(choice_names<Aim>(), ", ")));
  command.text("-o,--output", flags->output, "train the chosen configuration on all rows and save the model here");
  command.text("--csv", flags->csv, "write the table of all candidates here");
  add_split_flags(command, flags->split, flags->training.reading.groups);
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
