// protea reject: the accuracy–reject curve of a model, and a threshold for a wanted accuracy.
#include <algorithm>
#include <cstdio>
#include <limits>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/rejection.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/model_file.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "json.hpp"
#include "operating_point.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct RejectFlags : ModelFlags {
  std::string by = "margin";
  std::string accuracy;
  std::string sensitivity;
  std::string output;
};

Rejection parse_by(const std::string& text) {
  std::vector<std::string> names;
  for (const auto& [name, value] : names_of(Rejection{})) {
    if (value == Rejection::none) continue;
    if (name == text) return value;
    names.emplace_back(name);
  }
  throw UsageError(unknown_name("by", text, names));
}

void set_threshold(Decision& decision, const RejectionPoint& point) {
  if (decision.reject == Rejection::distance) decision.reject_beyond = -point.certainty;
  else decision.reject_below = point.certainty;
}

// The certainty as the threshold that the model stores: a distance is not negative.
double threshold_of(Rejection by, const RejectionPoint& point) {
  return by == Rejection::distance ? -point.certainty : point.certainty;
}

struct RejectionCurve {
  std::size_t samples;
  std::vector<RejectionPoint> points;
};

RejectionCurve rejection_curve_of(const RejectFlags& flags, const Model& model) {
  const Dataset dataset = read_labelled_rows(flags, model);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Matrix x = prepare(model, dataset);
  const Predictions predictions = predict(model, x.view(), *runtime);
  return {dataset.size(), accuracy_reject_curve(dataset.y, predictions.labels, predictions.certainty)};
}

void print_curve(const RejectFlags& flags, Rejection by, const RejectionCurve& curve,
                 const std::optional<RejectionPoint>& chosen) {
  fmt::print("rejection by {} of {}\n\n  coverage  accuracy   threshold\n", flags.by, counted(curve.samples, "sample"));
  const std::size_t step = std::max<std::size_t>(1, curve.points.size() / 20);
  for (std::size_t p = curve.points.size(); p > 0; p -= std::min(p, step)) {
    const RejectionPoint& point = curve.points[p - 1];
    fmt::print("  {:>8}  {:>8}  {:>10.4g}\n", percent(point.coverage), percent(point.accuracy),
               threshold_of(by, point));
  }
  if (chosen) {
    fmt::print("\nthreshold {:.6g}: accuracy {} with coverage {}\n", threshold_of(by, *chosen),
               percent(chosen->accuracy), percent(chosen->coverage));
  }
}

// Instead of saying nothing: a threshold between the two classes.
void choose_sensitivity(const RejectFlags& flags, Model& model) {
  if (!flags.accuracy.empty()) {
    throw UsageError(
        "--accuracy chooses a threshold of rejection, --sensitivity one between two classes: leave one of them out");
  }
  const Dataset dataset = read_labelled_rows(flags, model);
  const Matrix x = prepare(model, dataset);
  const ChosenPoint chosen = take_sensitivity(model, flags.sensitivity, x.view(), dataset.y);
  if (!flags.output.empty()) save_model(model, flags.output);
  if (flags.common.json) {
    Json json = {{"model", flags.model}, {"samples", dataset.size()}};
    json.update(to_json(chosen));
    return print_json(json);
  }
  fmt::print("{}", point_text(chosen));
  if (!flags.output.empty()) {
    fmt::print("saved to {}\n", flags.output);
    return;
  }
  fmt::print("to use it: --decision.threshold {} --decision.positive {}; to store it: -o FILE\n",
             number_text(chosen.point.threshold), chosen.positive);
}

void run(const RejectFlags& flags) {
  if (!flags.output.empty()) demand_writable_place(flags.output, {flags.data});
  if (!flags.output.empty() && flags.accuracy.empty() && flags.sensitivity.empty())
    throw UsageError(
        "a threshold to store needs the accuracy or the sensitivity it is for: add --accuracy or --sensitivity");
  const std::unique_ptr<Model> model = load_model(flags.model);
  demand_classes(*model, flags.sensitivity.empty() ? "rejection" : "a sensitivity");
  if (!flags.sensitivity.empty()) return choose_sensitivity(flags, *model);
  auto& deciding = demand<Deciding>(*model, "rejection");
  const Rejection by = parse_by(flags.by);
  Decision decision = deciding.current_decision();
  decision.reject = by;
  decision.reject_below = -std::numeric_limits<double>::max();   // nothing is rejected yet
  decision.reject_beyond = std::numeric_limits<double>::infinity();
  deciding.decide_by(decision);
  const RejectionCurve curve = rejection_curve_of(flags, *model);
  decision.reject_below = 0;
  std::optional<RejectionPoint> chosen;
  if (!flags.accuracy.empty()) {
    const double wanted = parse_limited("accuracy", flags.accuracy, {.above = 0, .at_most = 1});
    chosen = point_for_accuracy(curve.points, wanted);
    if (!chosen)
      throw DataError(
          fmt::format("{}: no threshold reaches an accuracy of {} on these data", flags.data, percent(wanted)));
    set_threshold(decision, *chosen);
  }
  deciding.decide_by(decision);
  if (!flags.output.empty()) save_model(*model, flags.output);
  if (!flags.common.json) {
    print_curve(flags, by, curve, chosen);
    return;
  }
  Json points = Json::array();
  for (const RejectionPoint& point : curve.points) {
    points.push_back(
        {{"threshold", threshold_of(by, point)}, {"coverage", point.coverage}, {"accuracy", point.accuracy}});
  }
  Json json = {{"model", flags.model}, {"samples", curve.samples}, {"by", flags.by}, {"curve", points}};
  json["threshold"] = chosen ? Json(threshold_of(by, *chosen)) : Json(nullptr);
  json["coverage"] = chosen ? Json(chosen->coverage) : Json(nullptr);
  json["accuracy"] = chosen ? Json(chosen->accuracy) : Json(nullptr);
  print_json(json);
}

}   // namespace

void add_reject(CLI::App& app) {
  Command command =
      add_command(app, "reject", "The accuracy of a model that may say nothing, and a threshold for a wanted accuracy");
  auto flags = std::make_shared<RejectFlags>();
  add_model_flags(command, *flags);
  command.text("--by", flags->by, "margin, distance or posterior [margin]");
  command.text("--accuracy", flags->accuracy, "choose the threshold of the largest coverage that has this accuracy");
  command.text("--sensitivity", flags->sensitivity,
               "instead, two classes: choose the threshold that finds this share of the positive class, such as 0.95");
  command.text("-o,--output", flags->output, "write the model with that threshold here");
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
