// protea reproduce: published tables, measured again.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <protea/experiment/fisher_table.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "polynomials.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  std::string experiment;
  std::string data;
  bool is_quick = false;
  std::int64_t seed = 1;
};

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json table_json(const FisherTable& table, const Flags& flags) {
  Json cells = Json::array();
  for (const FisherCell& cell : table.cells) {
    cells.push_back({{"set", cell.set},           {"condition", cell.condition}, {"method", cell.method},
                     {"measured", cell.measured}, {"deviation", cell.deviation}, {"printed", cell.printed}});
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
    relevances.push_back({{"set", each.set}, {"method", each.method}, {"measured", each.measured}, {"printed", each.printed}});
  }
  return {{"experiment", flags.experiment},
          {"quick", flags.is_quick},
          {"seed", flags.seed},
          {"cells", cells},
          {"conditions", conditions},
          {"mean_absolute_deviation", number_or_null(table.mean_absolute_deviation())},
          {"relevances", relevances},
          {"share_of_first_two", {{"FC1GLVQ", table.share_of_first_two("FC1GLVQ")}, {"FC2GLVQ", table.share_of_first_two("FC2GLVQ")}}},
          {"notes", table.notes}};
}

void print_condition(const FisherTable& table, const FisherCondition& condition) {
  fmt::print("\n{} (here {} in {} trial{} of ten folds): measured/printed accuracy in %\n{:<11}", condition.name, condition.epochs,
             condition.trials, condition.trials == 1 ? "" : "s", "");
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

void print_table(const FisherTable& table, const Flags& flags) {
  fmt::print("{}{}, seed {}\n", flags.experiment, flags.is_quick ? ", quick: fewer trials and epochs than the paper" : "", flags.seed);
  for (const FisherCondition& condition : table.conditions) print_condition(table, condition);
  fmt::print("\nmean absolute deviation over Iris, Wine, WBC, Ionosphere, in points\n");
  for (const FisherCondition& condition : table.conditions) {
    fmt::print("  {:<27}{:.2f}\n", condition.name, table.mean_absolute_deviation(condition.name).value_or(0));
  }
  fmt::print("  {:<27}{:.2f}\n", "all", table.mean_absolute_deviation().value_or(0));
  fmt::print("\nshare of the relevance on the first two features of the simulated set\n");
  for (const char* const method : {"FC1GLVQ", "FC2GLVQ"}) fmt::print("  {:<27}{}\n", method, percent(table.share_of_first_two(method)));
  for (const std::string& note : table.notes) fmt::print("\n{}", note);
  fmt::print("\n");
}

void run(const Flags& flags) {
  const std::vector<std::string> known{"fisher-table-2", "fisher-table-3", "bias-variance"};
  if (std::find(known.begin(), known.end(), flags.experiment) == known.end()) {
    throw UsageError(unknown_name("experiment", flags.experiment, known));
  }
  if (flags.experiment == "bias-variance") return show_polynomials(flags.common, {static_cast<std::uint64_t>(flags.seed), flags.is_quick});
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  FisherTable table;
  {
    Progress progress("trials", !flags.common.quiet);
    const auto measure = flags.experiment == known[0] ? fisher_table_2 : fisher_table_3;
    table = measure({flags.data, static_cast<std::uint64_t>(flags.seed), flags.is_quick}, *runtime,
                    [&](std::size_t done, std::size_t all) { progress.show(done, all); });
  }
  if (flags.common.json) print_json(table_json(table, flags));
  else print_table(table, flags);
}

}  // namespace

void add_reproduce(CLI::App& app) {
  Command command = add_command(app, "reproduce", "Measure a published table again: fisher-table-2, fisher-table-3, bias-variance");
  auto flags = std::make_shared<Flags>();
  command.argument("EXPERIMENT", flags->experiment,
                   "fisher-table-2: LVQ with relevances, 8 methods; fisher-table-3: beside a support vector machine; "
                   "bias-variance: polynomials fitted to noisy values");
  command.toggle("--quick", flags->is_quick, "fewer trials and epochs: seconds instead of minutes");
  command.text("--data", flags->data, "a directory with the CSV files of data sets that are not built in");
  command.integer("--seed", flags->seed, "seed of everything random [1]", 0, 1'000'000'000'000);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
