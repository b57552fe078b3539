// The figures of the dynamics paper: a table, curves and points, and all their numbers.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/experiment/dynamics_figures.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/figure_text.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json dynamics_figure_json(const DynamicsFigure& figure, std::uint64_t seed) {
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

std::vector<double> column_of(const DynamicsFigure& figure, std::string_view name) {
  const auto found = std::ranges::find(figure.columns, name) - figure.columns.begin();
  std::vector<double> values;
  for (const auto& row : figure.rows) values.push_back(row[static_cast<std::size_t>(found)]);
  return values;
}

// One of the two planes: columns x and y of the samples, and of the centres.
Figure plane_figure(const DynamicsFigure& figure, std::size_t x, std::size_t y) {
  const auto axis = [&](std::size_t column) {
    return Axis{.label = figure.columns[column].substr(0, 1) + (figure.columns[column][1] == '+' ? "₊" : "₋")};
  };
  Plot plot{axis(x), axis(y)};
  for (const bool are_centres : {false, true}) {
    for (const double label : {1.0, -1.0}) {
      const std::string name = label > 0 ? "cluster +" : "cluster −";
      Series series{.name = are_centres ? name + ", centre" : name,
                    .mark = are_centres ? Mark::star : Mark::points,
                    .of_class = label > 0 ? 0 : 1};
      for (const auto& row : are_centres ? figure.centres : figure.rows) {
        if (row[0] != label) continue;
        series.x.push_back(row[x]);
        series.y.push_back(row[y]);
      }
      plot.series.push_back(std::move(series));
    }
  }
  const bool is_random = figure.columns[x] == "h+";
  return {is_random ? "dynamics-fig-1-random" : "dynamics-fig-1-centres",
          is_random ? "The clusters on a random plane" : "The clusters on the plane of their centres",
          is_random ? "The same samples of both clusters, projected on two orthogonal directions at random: one cloud "
                      "lies on the other, and nothing says that there are two. Stars are the centres. After figure 1, "
                      "left, of Biehl, Ghosh and Hammer (2006)."
                    : "Projections on B₊ and B₋, the directions of the centres: here the clusters part, though they "
                      "overlap. What must be learned are these two of 200 directions. After figure 1, right, of Biehl, "
                      "Ghosh and Hammer (2006).",
          std::move(plot)};
}

// Theory of the overlaps whose names begin so, and the simulation at every fifth α.
Figure overlap_figure(const DynamicsFigure& figure, char which) {
  Plot plot{{.label = "α, samples for each dimension", .low = 0}, {.label = std::string(1, which)}};
  const std::vector<double> alphas = column_of(figure, "alpha");
  for (const std::string& name : figure.columns) {
    if (name[0] != which || name.find('_') != std::string::npos) continue;
    const std::vector<double> mean = column_of(figure, name + "_mean");
    const std::vector<double> error = column_of(figure, name + "_se");
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> deviations;
    for (std::size_t i = 4; i < alphas.size(); i += 5) {
      x.push_back(alphas[i]);
      y.push_back(mean[i]);
      deviations.push_back(error[i]);
    }
    plot.series.push_back({.name = name, .x = alphas, .y = column_of(figure, name)});
    plot.series.push_back(measured_points(name + ", simulation", x, y, deviations));
  }
  const bool is_r = which == 'R';
  return {is_r ? "dynamics-fig-2-r" : "dynamics-fig-2-q",
          is_r ? "Overlaps with the centres" : "Overlaps of the prototypes",
          is_r ? "How far each prototype of LVQ1 points to each centre: lines are the theory of infinite dimensions, "
                 "points a simulation in 200 with standard errors. The prototype of the frequent class finds its "
                 "centre first and is carried beyond it before the other has found its own. After figure 2, left, of "
                 "Biehl, Ghosh and Hammer (2006)."
               : "Squared lengths and the product of the prototypes of LVQ1: lines are the theory, points a "
                 "simulation. Both lengths grow beyond those of the centres: prototypes are pushed apart. After figure "
                 "2, right, of Biehl, Ghosh and Hammer (2006).",
          std::move(plot)};
}

Figure error_figure(const DynamicsFigure& figure) {
  const bool is_left = figure.name == "dynamics-fig-3-left";
  Plot plot{{.label = is_left ? "α, samples for each dimension" : "p₊, share of the first cluster", .low = 0},
            {.label = "generalization error", .low = 0}};
  if (!is_left) plot.x.high = 1;
  for (std::size_t j = 1; j < figure.columns.size(); ++j) {
    const std::string& name = figure.columns[j];
    plot.series.push_back({.name = name == "trivial" ? "min(p₊, p₋), by the priors alone" : name,
                           .x = column_of(figure, figure.columns[0]),
                           .y = column_of(figure, name),
                           .is_dashed = name == "trivial"});
  }
  if (is_left)
    return {figure.name, "Learning curves",
            "The generalization error of three rules while they learn, by the theory of infinite dimensions. Those "
            "that know labels fall at once, and rise again before they settle; vq long stays where it began, for "
            "its prototypes must part first. After figure 3, left, of Biehl, Ghosh and Hammer (2006).",
            std::move(plot)};
  return {figure.name, "Where learning ends",
          "Generalization errors after endless learning at vanishing rate, over the prior of the first cluster. "
          "LVQ1 stays close to the best that a plane can do; LVQ+ does not depend on the prior, and vq is worst "
          "where clusters are unequal. Above the dashed line it is better to look at priors alone. After figure 3, "
          "right, of Biehl, Ghosh and Hammer (2006).",
          std::move(plot)};
}

std::vector<Figure> figures_of(const DynamicsFigure& figure) {
  if (figure.name == "dynamics-fig-1") return {plane_figure(figure, 1, 2), plane_figure(figure, 3, 4)};
  if (figure.name == "dynamics-fig-2") return {overlap_figure(figure, 'R'), overlap_figure(figure, 'Q')};
  return {error_figure(figure)};
}

std::string dynamics_text(const DynamicsFigure& figure, const std::vector<Figure>& pictures) {
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
  for (const Figure& each : pictures) text += "\n" + figure_text(each);
  for (const std::string& note : figure.notes) text += "\n" + note;
  return text + (figure.notes.empty() ? "" : "\n");
}

// What came out, of the last row or of the unequal clusters.
std::string dynamics_lead(const DynamicsFigure& figure) {
  if (figure.name == "dynamics-fig-1")
    return "The centres of two clusters in 200 dimensions are seen on one plane, and on nearly no other.";
  if (figure.name == "dynamics-fig-2")
    return fmt::format("LVQ1 in 200 dimensions follows the differential equations of infinitely many: {}.",
                       figure.notes.front());
  const bool is_left = figure.name == "dynamics-fig-3-left";
  const auto row = is_left ? figure.rows.end() - 1
                           : std::ranges::find_if(figure.rows, [](const auto& each) { return each[0] > 0.79; });
  std::vector<std::string> errors;
  for (std::size_t j = 1; j < figure.columns.size(); ++j)
    errors.push_back(fmt::format("{} {:.4f}", figure.columns[j], (*row)[j]));
  return fmt::format("Generalization errors {}: {}.",
                     is_left ? fmt::format("after α = {}", number_text((*row)[0]))
                             : fmt::format("that remain for p₊ = {}", number_text((*row)[0])),
                     join(errors, ", "));
}

}   // namespace

Reproduction reproduce_dynamics_figure(const ReproductionRequest& request, Runtime& runtime,
                                       const ReproductionProgress& progress) {
  FigureOptions options{.seed = request.seed, .progress = progress};
  if (request.is_quick) options.runs = 10;
  const DynamicsFigure figure = dynamics_figure(request.name, options, runtime);
  std::vector<Figure> pictures = figures_of(figure);
  Reproduction result{dynamics_figure_json(figure, request.seed),
                      dynamics_text(figure, pictures),
                      csv_text(figure.columns, figure.rows),
                      dynamics_lead(figure),
                      std::move(pictures),
                      figure.notes};
  if (figure.training_share)
    result.remarks.push_back(
        fmt::format("{} of the time of the simulation went into the training step", percent(*figure.training_share)));
  return result;
}

}   // namespace protea
