// protea tune: options chosen by cross-validation, and what the choice is worth on samples that had no part in it.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/curated.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/model/model_file.hpp>
#include <protea/report/tuning_page.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "page_files.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "show_tuning.hpp"
#include "split_flags.hpp"

namespace protea::app {
namespace {

struct TuneFlags {
  CommonFlags common;
  TrainingFlags training;
  LedgerFlags ledger;
  SplitFlags split;
  std::vector<std::string> grid;
  std::string measure;   // not given: accuracy, of numbers rmse
  std::string output;
  std::string csv;
  std::int64_t random = 0;
  std::int64_t outer = -1;   // not given: 10 for a table, else 5
  std::string budget;
  PageFlags page;
};

// "60s", "5min" or a number of trainings, into the plan.
void set_budget(TuningPlan& plan, const std::string& text) {
  if (text.empty()) return;
  constexpr std::pair<std::string_view, double> units[] = {{"min", 60}, {"s", 1}, {"h", 3600}};
  for (const auto& [unit, seconds] : units) {
    if (!text.ends_with(unit)) continue;
    plan.seconds = seconds * parse_limited("budget", text.substr(0, text.size() - unit.size()), {.above = 0});
    return;
  }
  const auto trainings = parse_integer(text);
  if (!trainings || *trainings < 1)
    throw UsageError(fmt::format("budget = {}: expected a time (60s, 5min, 1h) or a number of trainings", text));
  plan.trainings = static_cast<std::size_t>(*trainings);
}

std::vector<std::string> methods_of(const TuneFlags& flags) {
  const std::vector<std::string_view> names = list_items(flags.training.method);
  if (names.empty() && !flags.grid.empty()) return {std::string(default_method)};
  return {names.begin(), names.end()};
}

// The whole grid of one method is a table of its own; of all else the best is shown.
bool is_table(const TuneFlags& flags) {
  return !flags.grid.empty() && methods_of(flags).size() == 1 && flags.budget.empty();
}

std::vector<Candidate> candidates_of(const TuneFlags& flags) {
  const Settings& changes = flags.training.changes;
  if (flags.grid.empty()) {
    if (!flags.training.target_column.empty() && flags.training.method.empty())
      throw UsageError("no list of methods is kept for numbers: give --method ridge and a --grid");
    if (flags.random > 0) throw UsageError("--random draws points of a grid: give --grid, or a --budget instead");
    return curated_candidates(methods_of(flags), changes);
  }
  std::vector<GridAxis> axes;
  for (const std::string& text : flags.grid) axes.push_back(parse_axis(text));
  std::vector<Candidate> result;
  for (const std::string& name : methods_of(flags)) {
    const auto points = candidates({name, changes, axes, static_cast<std::size_t>(flags.random), seed_of(changes)});
    result.insert(result.end(), points.begin(), points.end());
  }
  return result;
}

TuningPlan plan_of(const TuneFlags& flags) {
  TuningPlan plan{.candidates = candidates_of(flags), .halves = flags.grid.empty()};
  plan.split = flags.split.plan(flags.training.reading.groups, seed_of(flags.training.changes), plan.folds);
  plan.folds = plan.split.folds;
  plan.outer = flags.outer >= 0 ? static_cast<std::size_t>(flags.outer) : is_table(flags) ? 10 : 5;
  const auto fitting =
      std::ranges::find_if(plan.candidates, [](const Candidate& each) { return each.method != nullptr; });
  const bool has_numbers = fitting != plan.candidates.end() && learns_numbers(*fitting->method);
  if (!flags.measure.empty()) plan.measure = parse_choice<Measure>("measure", flags.measure);
  else if (has_numbers) plan.measure = Measure::rmse;
  set_budget(plan, flags.budget);
  return plan;
}

void run(const TuneFlags& flags) {
  if (flags.output == "-") throw UsageError("the model cannot go to standard output, where the table is: use -o FILE");
  demand_places(flags.ledger, {flags.output, flags.csv, flags.page.page}, flags.training.data);
  demand_page_place(flags.page, {});
  const TuningPlan plan = plan_of(flags);   // says what is wrong before anything is read
  flags.split.warn_of_idle_flags(plan.split);
  if (flags.outer > 0 && !has_folds(plan.split.kind)) {
    warn(fmt::format("--outer counts no folds: --split {} cuts the outer parts as well", choice_name(plan.split.kind)));
  }
  const auto fitting =
      std::ranges::find_if(plan.candidates, [](const Candidate& each) { return each.method != nullptr; });
  const EncodedTable data = read_labelled_data(flags.training, *fitting->method);
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
  const ShownTuning shown{plan, result, data.dataset, flags.output};
  write_csv(flags.csv, is_table(flags) ? grid_rows(shown) : search_rows(shown));
  if (!flags.output.empty())
    save_model(*plan.candidates[result.chosen()].method->train(data.dataset, data.encoding, {*runtime}).model,
               flags.output);
  if (flags.page.are_given()) write_page(tuning_page(plan, result, data.dataset), flags.page);
  if (flags.common.json) return print_json(is_table(flags) ? grid_json(shown) : search_json(shown));
  if (is_table(flags)) print_grid(shown);
  else print_search(shown);
  if (!flags.output.empty()) fmt::print("saved to {}\n", flags.output);
  say_where(flags.page);
}

}   // namespace

void add_tune(CLI::App& app) {
  Command command = add_command(app, "tune", "Choose options by cross-validation, with an honest figure by nesting");
  auto flags = std::make_shared<TuneFlags>();
  add_training_flags(command, flags->training, "grid");
  command.texts(
      "--grid", flags->grid,
      "an option and the values to try, prototypes=1,2,3; give it once per option [a curated list of methods and options]");
  command.integer("--random", flags->random, "try so many points of the grid, drawn by the seed; 0: all [0]", 0,
                  100'000);
  command.integer("--folds", flags->split.folds, "parts for each choice [5]", 2, 1'000'000);
  command.integer("--outer", flags->outer, "parts for the honest figure; 0: none [5; a whole grid of one method: 10]",
                  0, 1'000'000);
  command.text("--budget", flags->budget, "a time (60s, 5min) or a number of trainings at most [no limit]");
  command.text("--measure", flags->measure,
               fmt::format("what is to be best ({}) [accuracy; of numbers rmse]", join(choice_names<Measure>(), ", ")));
  command.text("-o,--output", flags->output, "train the chosen configuration on all rows and save the model here");
  command.text("--csv", flags->csv, "write the table of all candidates here");
  add_split_flags(command, flags->split, flags->training.reading.groups);
  add_page_flags(command, flags->page);
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  flags->training.reading.threads = &flags->common.threads;
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
