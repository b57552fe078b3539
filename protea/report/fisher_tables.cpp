// The tables of the Fisher paper, every number beside the printed one.
#include <algorithm>
#include <cctype>
#include <cmath>
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

const char* const ridge_2012 = "Ridge, Leonardis and Skočaj (2012)";

// A word for a file: letters, digits, hyphens.
std::string word_of(const std::string& name) {
  std::string word;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!word.empty() && word.back() != '-') word += '-';
  }
  return word;
}

// Cells in the order of the table, place by place, a series for each block of them, and all printed numbers around.
class CellPlot {
 public:
  CellPlot(std::vector<std::string> names, double least)
      : plot_{{.kind = AxisKind::names, .names = std::move(names)}, {.label = "accuracy in %", .low = least}},
        printed_{.name = "printed", .mark = Mark::points, .is_dashed = true} {}
  void begin_block(const std::string& name) { plot_.series.push_back({.name = name, .mark = Mark::points}); }
  void add(const FisherCell& cell) {
    Series& block = plot_.series.back();
    const auto place = static_cast<double>(printed_.x.size());
    block.x.push_back(place);
    block.y.push_back(cell.measured);
    block.low.push_back(cell.measured - cell.deviation);
    block.high.push_back(cell.measured + cell.deviation);
    printed_.x.push_back(place);
    printed_.y.push_back(cell.printed);
  }
  Plot finished() && {
    plot_.series.insert(plot_.series.begin(), std::move(printed_));   // under what is measured
    return std::move(plot_);
  }

 private:
  Plot plot_;
  Series printed_;
};

std::vector<std::string> fisher_sets_of(const FisherTable& table) {
  std::vector<std::string> sets;
  for (const FisherCell& cell : table.cells) {
    if (std::ranges::find(sets, cell.set) == sets.end()) sets.push_back(cell.set);
  }
  return sets;
}

const FisherCell& fisher_cell(const FisherTable& table, const std::string& set, const FisherCondition& condition,
                              FisherMethod method) {
  return *std::ranges::find_if(table.cells, [&](const FisherCell& cell) {
    return cell.set == set && cell.condition == condition.name && cell.method == fisher_method_name(method);
  });
}

// Where an axis of accuracies begins that holds these cells with their error bars.
double least_accuracy(const std::vector<FisherCell>& cells, const std::string& set) {
  double least = 100;
  for (const FisherCell& cell : cells) {
    if (set.empty() || cell.set == set) least = std::min({least, cell.measured - cell.deviation, cell.printed});
  }
  return 10 * std::floor(std::max(0.0, least - 1) / 10);
}

// Of table 2: the methods under one condition after the other.
Figure set_figure(const FisherTable& table, const std::string& set, const std::string& name) {
  std::vector<std::string> methods;
  for (std::size_t c = 0; c < table.conditions.size(); ++c) {
    for (const FisherMethod method : table.methods) methods.emplace_back(fisher_method_name(method));
  }
  CellPlot plot(std::move(methods), least_accuracy(table.cells, set));
  for (const FisherCondition& condition : table.conditions) {
    const std::size_t comma = condition.name.find(", ");   // series alike up to a comma would share a colour
    plot.begin_block(fmt::format("{} ({})", condition.name.substr(0, comma), condition.name.substr(comma + 2)));
    for (const FisherMethod method : table.methods) plot.add(fisher_cell(table, set, condition, method));
  }
  return {name + "-" + word_of(set),
          set,
          fmt::format("Accuracy on {} of eight methods under four conditions, one block beside the other: measured "
                      "with the standard deviation over folds, and the printed numbers as open diamonds. A point "
                      "within its diamond is reproduced. After table 2 of {}.",
                      set, ridge_2012),
          std::move(plot).finished(),
          std::nullopt,
          FigureSize::wide};
}

// Of table 3: the sets, one method beside the other.
Figure methods_figure(const FisherTable& table, const std::string& name) {
  const std::vector<std::string> sets = fisher_sets_of(table);
  std::vector<std::string> places;
  for (std::size_t m = 0; m < table.methods.size(); ++m) places.insert(places.end(), sets.begin(), sets.end());
  CellPlot plot(std::move(places), least_accuracy(table.cells, ""));
  for (const FisherMethod method : table.methods) {
    plot.begin_block(std::string(fisher_method_name(method)));
    for (const std::string& set : sets) plot.add(fisher_cell(table, set, table.conditions.front(), method));
  }
  return {
      name,
      "Beside a support vector machine",
      fmt::format("Accuracy of two methods that estimate relevances and of a support vector machine: measured with "
                  "the standard deviation over folds, and the printed numbers as open diamonds. After table 3 of {}.",
                  ridge_2012),
      std::move(plot).finished(),
      std::nullopt,
      FigureSize::wide};
}

Figure difference_figure(const FisherTable& table, const FisherCondition& condition, const std::string& name) {
  MatrixPlot plot{.rows = fisher_sets_of(table), .scale = ColourScale::diverging, .shows_values = true};
  for (const FisherMethod method : table.methods) plot.columns.emplace_back(fisher_method_name(method));
  plot.values = Matrix(plot.rows.size(), plot.columns.size());
  for (std::size_t i = 0; i < plot.rows.size(); ++i) {
    for (std::size_t j = 0; j < plot.columns.size(); ++j) {
      const FisherCell& cell = fisher_cell(table, plot.rows[i], condition, table.methods[j]);
      plot.values(i, j) = std::round(10 * (cell.measured - cell.printed)) / 10 + 0.0;   // no −0
    }
  }
  return {fmt::format("{}-difference-{}", name, word_of(condition.name)),
          fmt::format("Measured − printed: {}", condition.name),
          "Percent points by which the measured accuracy is above the printed one. Pale cells are reproduced; blue "
          "ones are better here, orange ones worse.",
          std::move(plot)};
}

Figure relevances_figure(const FisherRelevances& relevances, const std::string& name) {
  Plot plot{{.label = "feature", .kind = AxisKind::names}, {.label = "mean relevance", .low = 0}};
  Series measured{.name = "measured", .mark = Mark::bars};
  Series printed{.name = "printed", .mark = Mark::points, .is_dashed = true};
  for (std::size_t j = 0; j < relevances.measured.size(); ++j) {
    plot.x.names.push_back(fmt::format("{}", j + 1));
    for (Series* const series : {&measured, &printed}) series->x.push_back(static_cast<double>(j));
    measured.y.push_back(relevances.measured[j]);
    printed.y.push_back(relevances.printed[j]);
  }
  plot.series = {std::move(measured), std::move(printed)};
  return {fmt::format("{}-relevances-{}-{}", name, word_of(relevances.set), word_of(relevances.method)),
          fmt::format("Relevances of {}, {}", relevances.set, relevances.method),
          fmt::format("The weight of each feature after the long training from cluster means, in the mean over "
                      "folds: bars are measured, open diamonds printed. After section 4.1 of {}.",
                      ridge_2012),
          std::move(plot)};
}

std::vector<Figure> fisher_figures(const FisherTable& table, const std::string& name) {
  std::vector<Figure> figures;
  if (table.conditions.size() == 1) figures.push_back(methods_figure(table, name));
  else
    for (const std::string& set : fisher_sets_of(table)) figures.push_back(set_figure(table, set, name));
  for (const FisherCondition& condition : table.conditions)
    figures.push_back(difference_figure(table, condition, name));
  for (const FisherRelevances& relevances : table.relevances) {
    if (!relevances.printed.empty()) figures.push_back(relevances_figure(relevances, name));
  }
  return figures;
}

std::string fisher_lead(const FisherTable& table) {
  return fmt::format(
      "{} accuracies beside the printed ones: over {} they deviate by {:.2f} percent points in the mean.",
      table.cells.size(), sets_compared(table), table.mean_absolute_deviation().value_or(0));
}

}   // namespace

Reproduction reproduce_fisher_table(const ReproductionRequest& request, Runtime& runtime,
                                    const ReproductionProgress& progress) {
  const FisherOptions options{request.data, request.seed, request.is_quick,
                              parse_choice<GlvqSlope>("glvq-slope", request.slope)};
  const auto measure_table = request.name == "fisher-table-2" ? fisher_table_2 : fisher_table_3;
  const FisherTable table = measure_table(options, runtime, progress);
  return {fisher_json(table, request), fisher_text(table, request),         fisher_csv(table),
          fisher_lead(table),          fisher_figures(table, request.name), table.notes};
}

}   // namespace protea
