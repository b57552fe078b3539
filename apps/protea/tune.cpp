// protea tune: options chosen by cross-validation, and what the choice is worth on samples that had no part in it.
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/train_model.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/model/model_file.hpp>

#include "commands.hpp"
#include "selection.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  TrainingFlags training;
  LedgerFlags ledger;
  std::vector<std::string> grid;
  std::string measure = "accuracy";
  std::string output;
  std::string csv;
  std::int64_t random = 0;
  std::int64_t folds = 5;
  std::int64_t outer = 10;
};

TuningPlan plan_of(const Flags& flags, const Configuration& base) {
  TuningPlan plan;
  plan.grid.method = base.method;
  plan.grid.changes = flags.training.changes;
  for (const std::string& text : flags.grid) plan.grid.axes.push_back(parse_axis(text));
  plan.grid.random = static_cast<std::size_t>(flags.random);
  plan.grid.seed = static_cast<std::uint64_t>(base.plan.seed);
  plan.folds = static_cast<std::size_t>(flags.folds);
  plan.outer = static_cast<std::size_t>(flags.outer);
  plan.measure = parse_choice<Measure>("measure", flags.measure);
  return plan;
}

struct Estimates {
  MeanAndDeviation accuracy;
  MeanAndDeviation balanced_accuracy;
};

Estimates estimates_of(const Tuning& result) {
  std::vector<double> accuracy;
  std::vector<double> balanced;
  for (const OuterFold& fold : result.outer) {
    accuracy.push_back(fold.accuracy);
    balanced.push_back(fold.balanced_accuracy);
  }
  return {mean_and_deviation(accuracy), mean_and_deviation(balanced)};
}

std::vector<CsvRow> csv_rows(const Tuning& result, const TuningPlan& plan) {
  CsvRow head;
  for (const GridAxis& axis : plan.grid.axes) head.push_back(axis.key);
  head.insert(head.end(), {std::string(choice_name(plan.measure)), "deviation", "parameters", "chosen", "failure"});
  std::vector<CsvRow> rows{head};
  for (std::size_t c = 0; c < result.table.size(); ++c) {
    const CandidateScore& score = result.table[c];
    CsvRow row;
    for (const auto& [key, value] : score.settings) row.push_back(value);
    if (score.has_failed()) row.insert(row.end(), {"", "", ""});
    else row.insert(row.end(), {number_text(score.score), number_text(score.deviation), number_text(score.parameters)});
    row.insert(row.end(), {c == result.chosen ? "1" : "0", score.failure});
    rows.push_back(row);
  }
  return rows;
}

Json nested_json(const Tuning& result) {
  if (result.outer.empty()) return nullptr;
  const Estimates nested = estimates_of(result);
  Json folds = Json::array();
  for (const OuterFold& fold : result.outer) {
    folds.push_back({{"chosen", fold.chosen}, {"inner_score", fold.inner_score}, {"accuracy", fold.accuracy}});
  }
  return {{"accuracy", to_json(nested.accuracy)},
          {"balanced_accuracy", to_json(nested.balanced_accuracy)},
          {"folds", folds},
          {"confusion", to_json(result.confusion)}};
}

Json candidate_json(const CandidateScore& score) {
  Json json{{"settings", to_json(score.settings)}};
  if (score.has_failed()) {
    json["failure"] = score.failure;
    return json;
  }
  json["score"] = score.score;
  json["std"] = score.deviation;
  json["parameters"] = score.parameters;
  return json;
}

void print_as_json(const Tuning& result, const TuningPlan& plan, const Dataset& dataset, const std::string& model) {
  Json table = Json::array();
  for (const CandidateScore& score : result.table) table.push_back(candidate_json(score));
  const CandidateScore& chosen = result.table[result.chosen];
  print_json({{"method", plan.grid.method},
              {"samples", dataset.size()},
              {"measure", choice_name(plan.measure)},
              {"folds", plan.folds},
              {"outer", plan.outer},
              {"seed", plan.grid.seed},
              {"candidates", table},
              {"chosen", {{"index", result.chosen}, {"settings", to_json(chosen.settings)}, {"score", chosen.score}}},
              {"nested", nested_json(result)},
              {"classes", dataset.class_names},
              {"model", model.empty() ? Json(nullptr) : Json(model)}});
}

struct Shown {
  std::string table;
  std::string failures;
};

Shown show_table(const Tuning& result, const TuningPlan& plan) {
  CsvRow head;
  for (const GridAxis& axis : plan.grid.axes) head.push_back(axis.key);
  head.insert(head.end(), {std::string(choice_name(plan.measure)), "deviation", "parameters", ""});
  std::vector<CsvRow> rows{head};
  Shown shown;
  for (std::size_t c = 0; c < result.table.size(); ++c) {
    const CandidateScore& score = result.table[c];
    CsvRow row;
    for (const auto& [key, value] : score.settings) row.push_back(value);
    if (score.has_failed()) {
      row.push_back("failed");
      shown.failures += fmt::format("failed: {}: {}\n", settings_text(score.settings), score.failure);
    } else {
      row.insert(row.end(), {percent(score.score), percent(score.deviation), fmt::format("{:.0f}", score.parameters),
                             c == result.chosen ? "chosen" : ""});
    }
    rows.push_back(row);
  }
  shown.table = text_table(rows);
  return shown;
}

void print_as_text(const Tuning& result, const TuningPlan& plan, const std::string& source) {
  const Shown shown = show_table(result, plan);
  const CandidateScore& chosen = result.table[result.chosen];
  fmt::print("{} on {}: {} candidates, {} folds\n{}{}\nchosen: {}\n", plan.grid.method, source, result.table.size(), plan.folds, shown.table,
             shown.failures, settings_text(chosen.settings));
  if (result.outer.empty()) {
    fmt::print("{} {} is optimistic, since this candidate was chosen for it; --outer 10 gives an honest figure\n", choice_name(plan.measure),
               percent(chosen.score));
    return;
  }
  const Estimates nested = estimates_of(result);
  fmt::print("to expect, by nested cross-validation with {} outer folds\n", result.outer.size());
  fmt::print("accuracy           {} ± {}\n", percent(nested.accuracy.mean), percent(nested.accuracy.deviation));
  fmt::print("balanced accuracy  {} ± {}\n", percent(nested.balanced_accuracy.mean), percent(nested.balanced_accuracy.deviation));
}

void run(const Flags& flags) {
  const Configuration base = flags.training.configuration();
  const TuningPlan plan = plan_of(flags, base);
  candidates(plan.grid);   // says what is wrong with the grid before anything is read
  if (flags.output == "-") throw UsageError("the model cannot go to standard output, where the table is: use -o FILE");
  demand_places(flags.ledger, {flags.output, flags.csv}, flags.training.data);
  const EncodedTable data = read_labelled_data(flags.training, base);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  Tuning result;
  {
    Progress progress("trainings", !flags.common.quiet);
    result = tune(plan, data, *runtime, flags.ledger.complete(), [&](std::size_t done, std::size_t all) { progress.show(done, all); });
  }
  write_csv(flags.csv, csv_rows(result, plan));
  if (!flags.output.empty()) {
    Settings changes = plan.grid.changes;
    const Settings& chosen = result.table[result.chosen].settings;
    changes.insert(changes.end(), chosen.begin(), chosen.end());
    save_model(train_model(configure(plan.grid.method, changes), data.dataset, data.encoding, *runtime).model, flags.output);
  }
  if (flags.common.json) return print_as_json(result, plan, data.dataset, flags.output);
  print_as_text(result, plan, data.dataset.source);
  if (!flags.output.empty()) fmt::print("saved to {}\n", flags.output);
}

}  // namespace

void add_tune(CLI::App& app) {
  Command command = add_command(app, "tune", "Choose options by cross-validation, with an honest figure by nesting");
  auto flags = std::make_shared<Flags>();
  add_training_flags(command, flags->training);
  command.texts("--grid", flags->grid, "an option and the values to try, prototypes=1,2,3; give it once per option");
  command.integer("--random", flags->random, "try so many points of the grid, drawn by the seed; 0: all [0]", 0, 100'000);
  command.integer("--folds", flags->folds, "parts for each choice [5]", 2, 1'000'000);
  command.integer("--outer", flags->outer, "parts for the honest figure; 0: none [10]", 0, 1'000'000);
  command.text("--measure", flags->measure, fmt::format("what is maximized ({}) [accuracy]", join(choice_names<Measure>(), ", ")));
  command.text("-o,--output", flags->output, "train the chosen configuration on all rows and save the model here");
  command.text("--csv", flags->csv, "write the table of all candidates here");
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
