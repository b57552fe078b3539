#include <protea/report/dynamics_page.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

using NumberOf = std::function<double(const LearningPoint&)>;

// Where the α that were asked for span more than one power of ten, most happens at the small ones.
Axis alpha_axis(const DynamicsFindings& findings) {
  const auto first =
      std::ranges::find_if(findings.curve.points, [](const LearningPoint& each) { return each.alpha > 0; });
  const bool is_wide = first != findings.curve.points.end() && findings.curve.points.back().alpha > 20 * first->alpha;
  return {.label = "α, samples per dimension",
          .kind = is_wide ? AxisKind::log : AxisKind::number,
          .low = is_wide ? std::optional(first->alpha / 5) : std::nullopt};
}

// A fine curve between the α that were asked for.
std::vector<LearningPoint> fine_points(const DynamicsFindings& findings) {
  constexpr int steps = 200;
  const double last = findings.curve.points.back().alpha;
  const Axis axis = alpha_axis(findings);
  std::vector<double> alphas;
  for (int i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    alphas.push_back(axis.low ? *axis.low * std::pow(last / *axis.low, share) : last * share);
  }
  alphas.back() = last;
  return learning_curve(findings.dynamics, findings.start, alphas).points;
}

Series theory_series(const std::string& name, const std::vector<LearningPoint>& points, const NumberOf& number) {
  Series series{.name = name};
  for (const LearningPoint& point : points) {
    series.x.push_back(point.alpha);
    series.y.push_back(number(point));
  }
  return series;
}

// Means of the runs, with two standard errors to both sides.
Series simulated_series(const std::string& name, const Simulation& simulation, const NumberOf& number) {
  Series series{.name = name + ", simulated", .mark = Mark::points};
  for (const SimulatedPoint& point : simulation.points) {
    const double mean = number(point.mean);
    const double error = 2 * number(point.standard_error);
    series.x.push_back(point.mean.alpha);
    series.y.push_back(mean);
    series.low.push_back(mean - error);
    series.high.push_back(mean + error);
  }
  return series;
}

void add_number(const std::string& name, const std::vector<LearningPoint>& points, const DynamicsFindings& findings,
                const NumberOf& number, Plot& plot) {
  plot.series.push_back(theory_series(name, points, number));
  if (!findings.simulation.points.empty()) plot.series.push_back(simulated_series(name, findings.simulation, number));
}

Series level(const std::string& name, double y) {
  return {.name = fmt::format("{} ({:.3f})", name, y), .mark = Mark::rule, .y = {y}, .is_dashed = true};
}

std::string simulation_note(const DynamicsFindings& findings) {
  return findings.simulation.points.empty()
             ? std::string()
             : fmt::format(" Points are means of {} runs in {} dimensions with two standard errors to both sides.",
                           findings.runs, findings.dimension);
}

FigureTable numbers_table(const DynamicsFindings& findings) {
  FigureTable table{{"α", "", "ε", "ε₊", "ε₋"}, {}};
  for (const std::string& name : overlap_names(findings.dynamics.labels)) table.columns.push_back(name);
  const auto add = [&](const std::string& alpha, const std::string& what, const LearningPoint& point) {
    std::vector<std::string> row{alpha, what};
    for (const double value : {point.error.total, point.error.plus, point.error.minus})
      row.push_back(fmt::format("{:.5f}", value));
    for (const double value : to_vector(point.overlaps)) row.push_back(fmt::format("{:.4f}", value));
    table.rows.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < findings.curve.points.size(); ++i) {
    const std::string alpha = fmt::format("{:g}", findings.curve.points[i].alpha);
    add(alpha, "theory", findings.curve.points[i]);
    if (i >= findings.simulation.points.size()) continue;
    add(alpha, "mean", findings.simulation.points[i].mean);
    add(alpha, "standard error", findings.simulation.points[i].standard_error);
  }
  return table;
}

Figure error_figure(const DynamicsFindings& findings, const std::vector<LearningPoint>& points) {
  Plot plot{alpha_axis(findings), {.label = "generalization error", .low = 0}};
  add_number(
      "ε₊", points, findings, [](const LearningPoint& point) { return point.error.plus; }, plot);
  add_number(
      "ε₋", points, findings, [](const LearningPoint& point) { return point.error.minus; }, plot);
  // Last, so that it lies above where classes do alike.
  add_number(
      "ε", points, findings, [](const LearningPoint& point) { return point.error.total; }, plot);
  plot.series.push_back(level("best hyperplane", best_hyperplane(findings.dynamics.model).error));
  plot.series.push_back(level("priors alone", trivial_error(findings.dynamics.model)));
  if (findings.limit && findings.limit->is_at_rest && !findings.limit->is_diverged)
    plot.series.push_back(level("η → 0", findings.limit->error.total));
  return {"errors", "The learning curve",
          "Lines are exact for very many dimensions: of all samples, and of those of each class." +
              simulation_note(findings),
          std::move(plot), numbers_table(findings)};
}

Figure overlaps_figure(const DynamicsFindings& findings, const std::vector<LearningPoint>& points, bool is_length) {
  const std::vector<std::string> names = overlap_names(findings.dynamics.labels);
  Plot plot{alpha_axis(findings), {.label = is_length ? "w · w" : "w · B"}};
  for (std::size_t k = 0; k < names.size(); ++k) {
    if ((names[k][0] == 'Q') != is_length) continue;
    add_number(
        names[k], points, findings, [k](const LearningPoint& point) { return to_vector(point.overlaps)[k]; }, plot);
  }
  return {is_length ? "lengths" : "directions",
          is_length ? "Lengths and products of prototypes" : "Where prototypes point",
          (is_length ? "Inner products of the prototypes with one another."
                     : "Inner products of the prototypes with the directions of the cluster centres.") +
              simulation_note(findings),
          std::move(plot)};
}

// The error to which small rates lead, against the prior of the first cluster. Nothing where nothing rests.
std::optional<Figure> limits_figure(const DynamicsFindings& findings, Runtime& runtime) {
  constexpr std::size_t steps = 19;
  std::vector<double> limits(steps, std::numeric_limits<double>::quiet_NaN());
  std::vector<ClusterModel> models(steps, findings.dynamics.model);
  for (std::size_t i = 0; i < steps; ++i) models[i].p_plus = static_cast<double>(i + 1) / (steps + 1);
  const auto rule = [&](const ClusterModel& model) {
    Dynamics dynamics = findings.dynamics;
    dynamics.model = model;
    return theory_rule(dynamics);
  };
  runtime.run(steps, [&](std::size_t i) {
    try {
      const SmallRateLimit limit = small_rate_limit(models[i], *rule(models[i]), findings.start);
      if (limit.is_at_rest && !limit.is_diverged) limits[i] = limit.error.total;
    } catch (const Error&) {
      return;   // no limit there
    }
  });
  Series learned{.name = "η → 0", .mark = Mark::points};
  Series best{.name = "best hyperplane"};
  Series trivial{.name = "priors alone", .is_dashed = true};
  for (std::size_t i = 0; i < steps; ++i) {
    for (Series* const series : {&learned, &best, &trivial}) series->x.push_back(models[i].p_plus);
    learned.y.push_back(limits[i]);
    best.y.push_back(best_hyperplane(models[i]).error);
    trivial.y.push_back(trivial_error(models[i]));
  }
  Plot plot{{.label = "p₊, the prior of the first cluster", .low = 0, .high = 1},
            {.label = "error in the end", .low = 0}};
  plot.series = {std::move(learned), std::move(best), std::move(trivial)};
  const auto missing = std::ranges::count_if(limits, [](double value) { return std::isnan(value); });
  if (missing == static_cast<std::ptrdiff_t>(steps)) return std::nullopt;
  return Figure{"limits", "Where small rates lead, against the priors",
                fmt::format("The error for η → 0 and very many samples, beside the least that a hyperplane can have.{}",
                            missing > 0 ? fmt::format(" For {} of {} priors there is no state at rest.", missing, steps)
                                        : std::string()),
                std::move(plot)};
}

}   // namespace

std::vector<std::string> overlap_names(const std::vector<std::size_t>& labels) {
  const bool is_by_class = labels.size() == 2 && labels[0] != labels[1];
  const auto name = [&](std::size_t l) {
    return is_by_class ? std::string(labels[l] == 0 ? "+" : "-") : std::to_string(l + 1);
  };
  std::vector<std::string> names;
  for (std::size_t l = 0; l < labels.size(); ++l) {
    for (const char* const cluster : {"+", "-"}) names.push_back("R" + name(l) + cluster);
  }
  for (std::size_t l = 0; l < labels.size(); ++l) {
    for (std::size_t m = l; m < labels.size(); ++m) names.push_back("Q" + name(l) + name(m));
  }
  return names;
}

Page dynamics_page(const DynamicsFindings& findings, Runtime& runtime) {
  const Dynamics& dynamics = findings.dynamics;
  const ClusterModel& model = dynamics.model;
  Page page{.title = fmt::format("Learning dynamics of {}", dynamics_name(dynamics)),
            .facts = {{"law", law_text(dynamics)},
                      {"p₊", fmt::format("{:g}", model.p_plus)},
                      {"λ", fmt::format("{:g}", model.lambda)},
                      {"v₊, v₋", fmt::format("{:g}, {:g}", model.v_plus, model.v_minus)},
                      {"η", fmt::format("{:g}, {}", dynamics.eta, choice_name(dynamics.schedule))}}};
  if (!findings.simulation.points.empty())
    page.facts.emplace_back("simulation", fmt::format("{} runs in {} dimensions", findings.runs, findings.dimension));
  PageSection section{"curves", "What is learned, and how fast", findings.remarks};
  if (findings.curve.points.empty()) {
    page.lead = "The prototypes run away before the first of the α asked for.";
  } else {
    const LearningPoint& last = findings.curve.points.back();
    page.lead = fmt::format("After α = {:g} samples per dimension the error is {:.4f}; the best hyperplane has {:.4f}.",
                            last.alpha, last.error.total, best_hyperplane(model).error);
    const std::vector<LearningPoint> points = fine_points(findings);
    section.figures.push_back(error_figure(findings, points));
    section.figures.push_back(overlaps_figure(findings, points, false));
    section.figures.push_back(overlaps_figure(findings, points, true));
    Plot quantization{alpha_axis(findings), {.label = "quantization error"}};
    add_number(
        "quantization error", points, findings, [](const LearningPoint& point) { return point.quantization; },
        quantization);
    section.figures.push_back({"quantization", "How well prototypes stand for samples",
                               "Half the mean squared distance to the nearest prototype, less the part that no "
                               "prototype changes." +
                                   simulation_note(findings),
                               std::move(quantization)});
  }
  page.sections.push_back(std::move(section));
  if (findings.limit) {
    PageSection ends{"asymptotics", "Where learning ends"};
    if (std::optional<Figure> limits = limits_figure(findings, runtime)) ends.figures.push_back(std::move(*limits));
    else ends.text.push_back("For η → 0 there is no state at rest, whatever the priors.");
    page.sections.push_back(std::move(ends));
  }
  return page;
}

}   // namespace protea
