// A figure of the dynamics paper: a table, the curves drawn with characters, and all their numbers.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <protea/experiment/dynamics_figures.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/plot.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json figure_json(const DynamicsFigure& figure, std::uint64_t seed) {
  Json rows = Json::array();
  for (const auto& row : figure.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i) object[figure.columns[i]] = row[i];
    rows.push_back(object);
  }
  return {{"experiment", figure.name},
          {"caption", figure.caption},
          {"seed", seed},
          {"rows", rows},
          {"notes", figure.notes}};
}

std::string figure_text(const DynamicsFigure& figure) {
  std::string text = fmt::format("{}: {}\n\n", figure.name, figure.caption);
  const auto out = std::back_inserter(text);
  const auto width = [&](std::size_t column) {
    return std::max<std::size_t>(figure.table_columns[column].size() + 2, 10);
  };
  for (std::size_t i = 0; i < figure.table_columns.size(); ++i)
    fmt::format_to(out, "{:>{}}", figure.table_columns[i], width(i));
  text += "\n";
  for (const auto& row : figure.table) {
    for (std::size_t i = 0; i < row.size(); ++i) fmt::format_to(out, "{:>{}}", fmt::format("{:.4g}", row[i]), width(i));
    text += "\n";
  }
  for (const FigurePanel& panel : figure.panels) {
    std::vector<PlotSeries> series;
    for (const FigureSeries& each : panel.series) series.push_back({each.name, each.x, each.y});
    text += plot(series, panel.title, panel.x_label);
  }
  for (const std::string& note : figure.notes) text += "\n" + note;
  return text + (figure.notes.empty() ? "" : "\n");
}

}   // namespace

Reproduction reproduce_dynamics_figure(const ReproductionRequest& request, Runtime& runtime,
                                       const ReproductionProgress& progress) {
  FigureOptions options{.seed = request.seed, .progress = progress};
  if (request.is_quick) options.runs = 10;
  const DynamicsFigure figure = dynamics_figure(request.name, options, runtime);
  Reproduction result{figure_json(figure, request.seed), figure_text(figure), csv_text(figure.columns, figure.rows)};
  if (figure.training_share)
    result.remarks.push_back(
        fmt::format("{} of the time of the simulation went into the training step", percent(*figure.training_share)));
  return result;
}

}   // namespace protea
