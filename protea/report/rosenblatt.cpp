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

}   // namespace

Reproduction reproduce_rosenblatt(const ReproductionRequest& request, Runtime& runtime, const ReproductionProgress&) {
  const std::size_t sets = request.is_quick ? 30 : 300;
  const std::vector<RosenblattStep> steps = rosenblatt_figure();
  const RosenblattCounts counts = rosenblatt_counts(sets, request.seed, runtime);
  return {rosenblatt_json(steps, counts, request.name), rosenblatt_text(steps, counts, request), rosenblatt_csv(steps)};
}

}   // namespace protea
