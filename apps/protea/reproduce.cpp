// protea reproduce: published tables and figures, measured again.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/file.hpp>
#include <protea/experiment/dynamics_figures.hpp>
#include <protea/experiment/fisher_table.hpp>
#include <protea/experiment/margin_hinge.hpp>

#include "commands.hpp"
#include "json.hpp"
#include "measure.hpp"
#include "polynomials.hpp"
#include "reproduce_dynamics.hpp"
#include "reproduce_maps.hpp"
#include "reproduce_regression.hpp"

namespace protea::app {
namespace {

struct ReproduceFlags {
  CommonFlags common;
  std::string experiment;
  std::string data;
  std::string csv;
  bool is_quick = false;
  bool lists = false;
  std::int64_t seed = 1;
  std::int64_t samples = 0;
  std::string slope = "growing";
};

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json table_json(const FisherTable& table, const ReproduceFlags& flags) {
  Json cells = Json::array();
  for (const FisherCell& cell : table.cells) {
    cells.push_back({{"set", cell.set},
                     {"condition", cell.condition},
                     {"method", cell.method},
                     {"measured", cell.measured},
                     {"deviation", cell.deviation},
                     {"printed", cell.printed},
                     {"stopped_folds", cell.stopped_folds}});
  }
  Json conditions = Json::array();
  for (const FisherCondition& condition : table.conditions) {
    conditions.push_back({{"name", condition.name},
                          {"epochs", condition.epochs},
                          {"trials", condition.trials},
                          {"mean_absolute_deviation", number_or_null(table.mean_absolute_deviation(condition.name))}});
  }
  Json relevances = Json::array();
  for (const FisherRelevances& each : table.relevances) {
    relevances.push_back(
        {{"set", each.set}, {"method", each.method}, {"measured", each.measured}, {"printed", each.printed}});
  }
  return {{"experiment", flags.experiment},
          {"quick", flags.is_quick},
          {"seed", flags.seed},
          {"cells", cells},
          {"conditions", conditions},
          {"mean_absolute_deviation", number_or_null(table.mean_absolute_deviation())},
          {"relevances", relevances},
          {"share_of_first_two",
           {{"FC1GLVQ", table.share_of_first_two("FC1GLVQ")}, {"FC2GLVQ", table.share_of_first_two("FC2GLVQ")}}},
          {"notes", in_flags(table.notes)}};
}

std::string sets_compared(const FisherTable& table) {
  std::vector<std::string> names;
  for (const char* const name : {"Iris", "Wine", "WBC", "Ionosphere"}) {
    const auto is_of_set = [&](const FisherCell& cell) { return cell.set == name; };
    if (std::any_of(table.cells.begin(), table.cells.end(), is_of_set)) names.emplace_back(name);
  }
  return join(names, ", ");
}

void print_condition(const FisherTable& table, const FisherCondition& condition) {
  fmt::print("\n{} (here {} in {} of ten folds): measured/printed accuracy in %\n{:<11}", condition.name,
             condition.epochs, counted(condition.trials, "trial"), "");
  for (const FisherMethod method : table.methods) fmt::print("{:>11}", fisher_method_name(method));
  std::string set;
  for (const FisherCell& cell : table.cells) {
    if (cell.condition != condition.name) continue;
    if (cell.set != set) fmt::print("\n{:<11}", cell.set);
    set = cell.set;
    fmt::print("{:>11}", fmt::format("{:.1f}/{:.0f}", cell.measured, cell.printed));
  }
  fmt::print("\n");
}

void print_table(const FisherTable& table, const ReproduceFlags& flags) {
  fmt::print("{}{}, seed {}\n", flags.experiment,
             flags.is_quick ? ", quick: fewer trials and epochs than the paper" : "", flags.seed);
  for (const FisherCondition& condition : table.conditions) print_condition(table, condition);
  fmt::print("\nmean absolute deviation over {}, in points\n", sets_compared(table));
  for (const FisherCondition& condition : table.conditions) {
    fmt::print("  {:<27}{:.2f}\n", condition.name, table.mean_absolute_deviation(condition.name).value_or(0));
  }
  fmt::print("  {:<27}{:.2f}\n", "all", table.mean_absolute_deviation().value_or(0));
  fmt::print("\nshare of the relevance on the first two features of the simulated set\n");
  for (const char* const method : {"FC1GLVQ", "FC2GLVQ"})
    fmt::print("  {:<27}{}\n", method, percent(table.share_of_first_two(method)));
  for (const std::string& note : in_flags(table.notes)) fmt::print("\n{}", note);
  fmt::print("\n");
}

std::string hinge_csv(const HingeRun& result) {
  std::vector<std::vector<double>> rows;
  for (std::size_t e = 0; e < result.loss.size(); ++e)
    rows.push_back({static_cast<double>(e), result.loss[e], result.errors[e]});
  return csv_text({"passes", "loss", "errors"}, rows);
}

void run_margin_hinge(const ReproduceFlags& flags) {
  const HingeRun result = measure({flags.common, "passes", flags.csv}, [&](Runtime& runtime, const Report&) {
    return margin_hinge({.seed = static_cast<std::uint64_t>(flags.seed), .epochs = flags.is_quick ? 5UL : 20UL},
                        runtime);
  });
  if (!flags.csv.empty()) write_file_atomically(flags.csv, hinge_csv(result));
  if (flags.common.json) {
    print_json(
        {{"experiment", flags.experiment}, {"seed", flags.seed}, {"loss", result.loss}, {"errors", result.errors}});
    return;
  }
  fmt::print(
      "margin-hinge: OLVQ1, three classes, 1000 samples, 10 prototypes each, seed {}\n\n  passes  hinge loss   errors\n",
      flags.seed);
  for (std::size_t e = 0; e < result.loss.size(); ++e) {
    fmt::print("  {:>6}  {:>10.2f}  {:>7}\n", e, result.loss[e], percent(result.errors[e]));
  }
}

std::string cells_csv(const FisherTable& table) {
  std::string text = "set,condition,method,measured,deviation,printed,stopped_folds\n";
  for (const FisherCell& cell : table.cells) {
    text += fmt::format("{},{},{},{},{},{},{}\n", cell.set, quoted_cell(cell.condition), cell.method, cell.measured,
                        cell.deviation, cell.printed, cell.stopped_folds);
  }
  return text;
}

constexpr const char* hinge = "margin-hinge";
constexpr const char* polynomials = "bias-variance";
constexpr const char* chain = "divergence-som";
constexpr const char* starts = "notes-vq";
constexpr const char* teacher = "notes-regression";
const std::vector<std::string> tables{"fisher-table-2", "fisher-table-3"};

std::vector<std::string> experiments() {
  std::vector<std::string> names = tables;
  names.emplace_back(hinge);
  names.emplace_back(polynomials);
  names.emplace_back(chain);
  names.emplace_back(starts);
  names.emplace_back(teacher);
  for (const std::string& figure : dynamics_figures()) names.push_back(figure);
  return names;
}

void run_table(const ReproduceFlags& flags) {
  const auto fisher_table = flags.experiment == tables[0] ? fisher_table_2 : fisher_table_3;
  const FisherTable table = measure({flags.common, "trials", flags.csv}, [&](Runtime& runtime, const Report& report) {
    return fisher_table({flags.data, static_cast<std::uint64_t>(flags.seed), flags.is_quick,
                         parse_choice<GlvqSlope>("glvq-slope", flags.slope)},
                        runtime, report);
  });
  if (!flags.csv.empty()) write_file_atomically(flags.csv, cells_csv(table));
  if (flags.common.json) print_json(table_json(table, flags));
  else print_table(table, flags);
}

void run(const ReproduceFlags& flags) {
  const std::vector<std::string> known = experiments();
  if (flags.lists) {
    for (const std::string& name : known) fmt::print("{}\n", name);
    return;
  }
  if (flags.experiment.empty()) throw UsageError(fmt::format("EXPERIMENT is missing: known are {}", join(known, ", ")));
  if (std::find(known.begin(), known.end(), flags.experiment) == known.end()) {
    throw UsageError(unknown_name("experiment", flags.experiment, known));
  }
  if (std::find(tables.begin(), tables.end(), flags.experiment) != tables.end()) return run_table(flags);
  if (flags.samples > 0 && flags.experiment != chain)
    throw UsageError(fmt::format("--samples belongs to {}: leave it out", chain));
  if (!flags.data.empty())
    throw UsageError(fmt::format("--data belongs to the tables, and {} has no data: leave it out", flags.experiment));
  if (flags.experiment == polynomials)
    return show_polynomials(flags.common, {static_cast<std::uint64_t>(flags.seed), flags.is_quick, flags.csv});
  if (flags.experiment == hinge) return run_margin_hinge(flags);
  const FigureRequest request{flags.experiment, flags.csv, flags.seed, flags.is_quick, flags.common};
  if (flags.experiment == chain) return reproduce_divergence_som(request, flags.samples);
  if (flags.experiment == starts) return reproduce_bad_starts(request);
  if (flags.experiment == teacher) return reproduce_regression(request);
  reproduce_dynamics(request);
}

}   // namespace

void add_reproduce(CLI::App& app) {
  Command command = add_command(
      app, "reproduce", fmt::format("Measure a published table or figure again: {}", join(experiments(), ", ")));
  auto flags = std::make_shared<ReproduceFlags>();
  command.optional_argument(
      "EXPERIMENT", flags->experiment,
      "fisher-table-2: LVQ with relevances, 8 methods; fisher-table-3: beside a support vector machine; margin-hinge: OLVQ1 "
      "lowers the hinge loss; bias-variance: polynomials fitted to noisy values; divergence-som: a chain with α, β, γ and η divergences; "
      "notes-vq: vector quantization from bad starts; notes-regression: linear regression below, at and above P = N; dynamics-fig-1: the clusters; dynamics-fig-2: overlaps, theory and simulation; "
      "dynamics-fig-3-left: learning curves; dynamics-fig-3-right: where they end");
  command.text("--csv", flags->csv, "a file to write the numbers to");
  command.toggle("--quick", flags->is_quick, "fewer trials, epochs and runs: seconds instead of minutes");
  command.toggle("--list", flags->lists, "print the names of all experiments, one to a line, and do no more");
  command.text(
      "--data", flags->data,
      "tables: a directory whose iris.csv, wine.csv, wdbc.csv, ionosphere.csv, soybean_small.csv, as far as they are there, take the "
      "place of the built-in sets; label last");
  command.text(
      "--glvq-slope", flags->slope,
      "slope of the column GLVQ: growing with the step, as in the table, which freezes it, or constant (growing, constant) [growing]");
  command.integer("--samples", flags->samples, "divergence-som: samples that are learned [10000000]", 1000,
                  100'000'000);
  command.integer("--seed", flags->seed, "seed of everything random [1]", 0, 1'000'000'000'000);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
