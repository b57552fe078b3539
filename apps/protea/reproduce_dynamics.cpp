#include "json.hpp"
#include "reproduce_dynamics.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/experiment/dynamics_figures.hpp>
#include <protea/report/plot.hpp>

#include "measure.hpp"

namespace protea::app {
namespace {

void print_figure(const Figure& figure) {
  fmt::print("{}: {}\n\n", figure.name, figure.caption);
  const auto width = [&](std::size_t column) {
    return std::max<std::size_t>(figure.table_columns[column].size() + 2, 10);
  };
  for (std::size_t i = 0; i < figure.table_columns.size(); ++i) fmt::print("{:>{}}", figure.table_columns[i], width(i));
  fmt::print("\n");
  for (const auto& row : figure.table) {
    for (std::size_t i = 0; i < row.size(); ++i) fmt::print("{:>{}}", fmt::format("{:.4g}", row[i]), width(i));
    fmt::print("\n");
  }
  for (const FigurePanel& panel : figure.panels) {
    std::vector<PlotSeries> series;
    for (const FigureSeries& each : panel.series) series.push_back({each.name, each.x, each.y});
    fmt::print("{}", plot(series, panel.title, panel.x_label));
  }
  for (const std::string& note : in_flags(figure.notes)) fmt::print("\n{}", note);
  fmt::print("{}", figure.notes.empty() ? "" : "\n");
}

}   // namespace

std::string csv_text(const std::vector<std::string>& columns, const std::vector<std::vector<double>>& rows) {
  std::string text = join(columns, ",") + "\n";
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + number_text(row[i]);
    text += "\n";
  }
  return text;
}

void reproduce_dynamics(const FigureRequest& request) {
  const Figure figure = measure({request.common, "runs", request.csv}, [&](Runtime& runtime, const Report& report) {
    FigureOptions options{.seed = static_cast<std::uint64_t>(request.seed), .progress = report};
    if (request.is_quick) options.runs = 10;
    return dynamics_figure(request.name, options, runtime);
  });
  if (!request.csv.empty()) write_file_atomically(request.csv, csv_text(figure.columns, figure.rows));
  if (figure.training_share && !request.common.quiet) {
    warn(fmt::format("{} of the time of the simulation went into the training step", percent(*figure.training_share)));
  }
  if (!request.common.json) return print_figure(figure);
  Json rows = Json::array();
  for (const auto& row : figure.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i) object[figure.columns[i]] = row[i];
    rows.push_back(object);
  }
  Json json = {{"experiment", figure.name},
               {"caption", figure.caption},
               {"seed", request.seed},
               {"rows", rows},
               {"notes", in_flags(figure.notes)}};
  print_json(json);
}

}   // namespace protea::app
