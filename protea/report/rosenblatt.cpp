// Rosenblatt's algorithm step by step, and how much of its bound it uses.
#include <iterator>

#include <fmt/format.h>

#include <protea/experiment/perceptron_lessons.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json rosenblatt_json(const std::vector<RosenblattStep>& steps, const RosenblattCounts& counts,
                     const std::string& name) {
  Json list = Json::array();
  for (const RosenblattStep& step : steps) {
    list.push_back({{"input", step.input},
                    {"output", step.output},
                    {"potential", step.potential},
                    {"update", step.is_update},
                    {"weights", step.weights}});
  }
  return {{"experiment", name},
          {"steps", list},
          {"sets", counts.sets},
          {"within_bound", counts.within_bound},
          {"mean_share_of_bound", counts.mean_share},
          {"largest_share_of_bound", counts.largest_share}};
}

std::string rosenblatt_text(const std::vector<RosenblattStep>& steps, const RosenblattCounts& counts,
                            const ReproductionRequest& request) {
  std::string text = fmt::format(
      "{}: six examples in two dimensions, one epoch (figure 3.4), seed {}\n\n"
      "   t   input           S       E   update   w\n",
      title_of(request), request.seed);
  const auto out = std::back_inserter(text);
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const RosenblattStep& step = steps[t];
    fmt::format_to(out, "{:>4}   ({:>4.1f}, {:>4.1f})  {:>4}  {:>6.3f}   {:<6}   ({:.2f}, {:.2f})\n", t + 1,
                   step.input[0], step.input[1], step.output > 0 ? "+1" : "−1", step.potential,
                   step.is_update ? "yes" : "no", step.weights[0], step.weights[1]);
  }
  fmt::format_to(out,
                 "\nupdates within the bound of the convergence theorem on {} of {} separable sets;\n"
                 "they are {:.2f} of it in the mean and {:.2f} at most\n",
                 counts.within_bound, counts.sets, counts.mean_share, counts.largest_share);
  return text;
}

std::string rosenblatt_csv(const std::vector<RosenblattStep>& steps) {
  std::vector<std::vector<double>> rows;
  for (const RosenblattStep& step : steps) {
    rows.push_back({step.input[0], step.input[1], step.output, step.potential, step.is_update ? 1.0 : 0.0,
                    step.weights[0], step.weights[1]});
  }
  return csv_text({"x1", "x2", "output", "potential", "update", "w1", "w2"}, rows);
}

// The plane of the examples, and the way of the weights through it.
std::vector<Figure> rosenblatt_figures(const std::vector<RosenblattStep>& steps) {
  Plot plane{{.label = "ξ₁, w₁", .low = -1.4, .high = 1.4}, {.label = "ξ₂, w₂", .low = -1.2, .high = 1.2}};
  Series inputs[] = {{.name = "examples with output −1", .mark = Mark::points},
                     {.name = "examples with output +1", .mark = Mark::points}};
  Series way{.name = "weights", .x = {0}, .y = {0}};
  Series stops = measured_points("weights, after a step", {0}, {0});
  stops.labels = {"w(0)"};
  Plot potentials{{.label = "step t"}, {.label = "potential E before the step"}};
  potentials.series.push_back({.name = "E = 0", .mark = Mark::rule, .y = {0}});
  Series updates{.name = "wrong or undecided: update", .mark = Mark::points};
  Series others{.name = "right: no update", .mark = Mark::points};
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const RosenblattStep& step = steps[t];
    Series& own = inputs[step.output > 0 ? 1 : 0];
    own.x.push_back(step.input[0]);
    own.y.push_back(step.input[1]);
    own.labels.push_back(fmt::format("ξ{}", t + 1));
    Series& kind = step.is_update ? updates : others;
    kind.x.push_back(static_cast<double>(t + 1));
    kind.y.push_back(step.potential);
    if (!step.is_update) continue;
    way.x.push_back(step.weights[0]);
    way.y.push_back(step.weights[1]);
    stops.x.push_back(step.weights[0]);
    stops.y.push_back(step.weights[1]);
    stops.labels.push_back(fmt::format("w({})", t + 1));
  }
  plane.series = {inputs[0], inputs[1], std::move(way), std::move(stops)};
  potentials.series.push_back(std::move(updates));
  potentials.series.push_back(std::move(others));
  return {{"notes-rosenblatt-weights", "Rosenblatt's algorithm step by step",
           "Six examples in a plane and the way of the weights, which begin at the origin: a step goes half of the "
           "way along an example that is answered wrongly, or against it where its output is −1. Three of six "
           "steps move the weights. After figure 3.4 of the lecture notes (Biehl 2023), whose examples are drawn "
           "and not printed.",
           std::move(plane)},
          {"notes-rosenblatt-potentials", "When the weights are changed",
           "The potential E = w·ξ S of each example before its step: the weights change where it is not positive.",
           std::move(potentials)}};
}

}   // namespace

Reproduction reproduce_rosenblatt(const ReproductionRequest& request, Runtime& runtime, const ReproductionProgress&) {
  const std::size_t sets = request.is_quick ? 30 : 300;
  const std::vector<RosenblattStep> steps = rosenblatt_figure();
  const RosenblattCounts counts = rosenblatt_counts(sets, request.seed, runtime);
  return {rosenblatt_json(steps, counts, request.name), rosenblatt_text(steps, counts, request), rosenblatt_csv(steps),
          fmt::format("On {} of {} separable sets Rosenblatt's algorithm ends within the bound of the convergence "
                      "theorem, of which it uses {} in the mean and {} at most.",
                      counts.within_bound, counts.sets, percent(counts.mean_share), percent(counts.largest_share)),
          rosenblatt_figures(steps)};
}

}   // namespace protea
