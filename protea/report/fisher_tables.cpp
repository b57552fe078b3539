// The tables of the Fisher paper, every number beside the printed one.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/experiment/fisher_table.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json cells_json(const FisherTable& table) {
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
  return cells;
}

Json conditions_json(const FisherTable& table) {
  Json conditions = Json::array();
  for (const FisherCondition& condition : table.conditions) {
    conditions.push_back({{"name", condition.name},
                          {"epochs", condition.epochs},
                          {"trials", condition.trials},
                          {"mean_absolute_deviation", number_or_null(table.mean_absolute_deviation(condition.name))}});
  }
  return conditions;
}

Json fisher_json(const FisherTable& table, const ReproductionRequest& request) {
  Json relevances = Json::array();
  for (const FisherRelevances& each : table.relevances) {
    relevances.push_back(
        {{"set", each.set}, {"method", each.method}, {"measured", each.measured}, {"printed", each.printed}});
  }
  return {{"experiment", request.name},
          {"quick", request.is_quick},
          {"seed", request.seed},
          {"cells", cells_json(table)},
          {"conditions", conditions_json(table)},
          {"mean_absolute_deviation", number_or_null(table.mean_absolute_deviation())},
          {"relevances", relevances},
          {"share_of_first_two",
           {{"FC1GLVQ", table.share_of_first_two("FC1GLVQ")}, {"FC2GLVQ", table.share_of_first_two("FC2GLVQ")}}},
          {"notes", table.notes}};
}

std::string sets_compared(const FisherTable& table) {
  std::vector<std::string> names;
  for (const char* const name : {"Iris", "Wine", "WBC", "Ionosphere"}) {
    const auto is_of_set = [&](const FisherCell& cell) { return cell.set == name; };
    if (std::any_of(table.cells.begin(), table.cells.end(), is_of_set)) names.emplace_back(name);
  }
  return join(names, ", ");
}

std::string condition_text(const FisherTable& table, const FisherCondition& condition) {
  std::string text = fmt::format("\n{} (here {} in {} of ten folds): measured/printed accuracy in %\n{:<11}",
                                 condition.name, condition.epochs, counted(condition.trials, "trial"), "");
  const auto out = std::back_inserter(text);
  for (const FisherMethod method : table.methods) fmt::format_to(out, "{:>11}", fisher_method_name(method));
  std::string set;
  for (const FisherCell& cell : table.cells) {
    if (cell.condition != condition.name) continue;
    if (cell.set != set) fmt::format_to(out, "\n{:<11}", cell.set);
    set = cell.set;
    fmt::format_to(out, "{:>11}", fmt::format("{:.1f}/{:.0f}", cell.measured, cell.printed));
  }
  return text + "\n";
}

std::string fisher_text(const FisherTable& table, const ReproductionRequest& request) {
  std::string text =
      fmt::format("{}{}, seed {}\n", request.name,
                  request.is_quick ? ", quick: fewer trials and epochs than the paper" : "", request.seed);
  const auto out = std::back_inserter(text);
  for (const FisherCondition& condition : table.conditions) text += condition_text(table, condition);
  fmt::format_to(out, "\nmean absolute deviation over {}, in points\n", sets_compared(table));
  for (const FisherCondition& condition : table.conditions) {
    fmt::format_to(out, "  {:<27}{:.2f}\n", condition.name, table.mean_absolute_deviation(condition.name).value_or(0));
  }
  fmt::format_to(out, "  {:<27}{:.2f}\n", "all", table.mean_absolute_deviation().value_or(0));
  fmt::format_to(out, "\nshare of the relevance on the first two features of the simulated set\n");
  for (const char* const method : {"FC1GLVQ", "FC2GLVQ"})
    fmt::format_to(out, "  {:<27}{}\n", method, percent(table.share_of_first_two(method)));
  for (const std::string& note : table.notes) text += "\n" + note;
  return text + "\n";
}

std::string fisher_csv(const FisherTable& table) {
  std::string text = "set,condition,method,measured,deviation,printed,stopped_folds\n";
  for (const FisherCell& cell : table.cells) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{}\n", cell.set, quoted_cell(cell.condition),
                   cell.method, cell.measured, cell.deviation, cell.printed, cell.stopped_folds);
  }
  return text;
}

}   // namespace

Reproduction reproduce_fisher_table(const ReproductionRequest& request, Runtime& runtime,
                                    const ReproductionProgress& progress) {
  const FisherOptions options{request.data, request.seed, request.is_quick,
                              parse_choice<GlvqSlope>("glvq-slope", request.slope)};
  const auto measure_table = request.name == "fisher-table-2" ? fisher_table_2 : fisher_table_3;
  const FisherTable table = measure_table(options, runtime, progress);
  return {fisher_json(table, request), fisher_text(table, request), fisher_csv(table)};
}

}   // namespace protea
