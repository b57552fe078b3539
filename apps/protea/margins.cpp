// protea margins: how far samples and prototypes can move before answers change.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/load.hpp>
#include <protea/catalogue/train_model.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/margin_bound.hpp>
#include <protea/evaluate/margins.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct Flags : ModelFlags {
  std::string theta = "0.1";
  std::string delta = "0.05";
  std::string base = "2";
  std::string factor = "power";
  Settings decision = {};

  BoundOptions options() const {
    return {.theta = parse_limited("theta", theta, {.above = 0, .below = 0.5}),
            .delta = parse_limited("delta", delta, {.above = 0, .below = 1}),
            .base = parse_choice<LogBase>("log base", base),
            .factor = parse_choice<ClassFactor>("class factor", factor)};
  }
};

struct Measured {
  std::size_t samples = 0;
  std::size_t prototypes = 0;              // of the class that has most
  std::size_t classes = 0;
  Margins margins;
  Certificates certificates;
  double radius = 0;                       // the largest norm of a sample in the metric
  std::size_t rank = 0;
};

BoundSetting setting_of(const Measured& measured, double theta) {
  return {.samples = measured.samples,
          .dimensions = measured.rank,
          .radius = measured.radius,
          .prototypes = measured.prototypes,
          .classes = measured.classes,
          .theta_error = theta_error(measured.margins.hypothesis, theta)};
}

Measured measure(const Model& model, const Dataset& dataset, MatrixView x, Runtime& runtime) {
  const MetricSpace space = metric_space_of(model);
  Measured result;
  result.samples = x.rows;
  result.rank = space.rank();
  result.classes = model.class_names.size();
  for (std::size_t c = 0; c < result.classes; ++c) {
    const auto own = std::count(space.labels.begin(), space.labels.end(), static_cast<Label>(c));
    result.prototypes = std::max(result.prototypes, static_cast<std::size_t>(own));
  }
  result.margins = margins_of(space, x, dataset.y, runtime);
  result.certificates = certificates_of(space, x, runtime);
  for (std::size_t i = 0; i < x.rows; ++i) {
    double square = 0;
    for (std::size_t r = 0; r < space.rank(); ++r) {
      double z = 0;
      for (std::size_t j = 0; j < x.columns; ++j) z += space.omega(r, j) * x.row(i)[j];
      square += z * z;
    }
    result.radius = std::max(result.radius, std::sqrt(square));
  }
  return result;
}

Json curve_json(const Measured& measured) {
  double largest = 0;
  for (const double margin : measured.margins.hypothesis) largest = std::max(largest, margin);
  constexpr int steps = 50;
  Json curve = Json::array();
  for (int s = 0; s <= steps; ++s) {
    const double theta = largest * s / steps;
    curve.push_back({{"theta", theta}, {"error", theta_error(measured.margins.hypothesis, theta)}});
  }
  return curve;
}

void print_margins_json(const Flags& flags, const Measured& measured, const MarginBound& bound, const BoundOptions& options) {
  const BoundSetting setting = setting_of(measured, options.theta);
  print_json({{"model", flags.model},
              {"samples", measured.samples},
              {"hypothesis", measured.margins.hypothesis},
              {"prediction", measured.margins.prediction},
              {"bisector", measured.margins.bisector},
              {"sample", measured.margins.sample},
              {"certificate",
               {{"metric", measured.certificates.metric},
                {"euclidean", measured.certificates.euclidean},
                {"euclidean_exact", measured.certificates.exact}}},
              {"theta", options.theta},
              {"delta", options.delta},
              {"theta_error", setting.theta_error},
              {"theta_error_curve", curve_json(measured)},
              {"bound", bound.value},
              {"bound_is", bound.is_vacuous ? "vacuous" : "informative"},
              {"bound_details",
               {{"log_base", flags.base},
                {"class_factor", flags.factor},
                {"dimension", bound.dimension},
                {"radius", setting.radius},
                {"space_dimensions", setting.dimensions},
                {"prototypes_per_class", setting.prototypes},
                {"classes", setting.classes},
                {"conditions", bound.conditions}}}});
}

std::string quartiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) { return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))]; };
  return fmt::format("{:>10.4g}  {:>10.4g}  {:>10.4g}  {:>10.4g}  {:>10.4g}", at(0), at(0.25), at(0.5), at(0.75), at(1));
}

void print_margins(const Measured& measured, const MarginBound& bound, const BoundOptions& options) {
  fmt::print("{} samples; margins in the model's metric, negative where the answer is wrong\n\n", measured.samples);
  fmt::print("{:<22}{:>10}  {:>10}  {:>10}  {:>10}  {:>10}\n", "", "least", "quarter", "half", "three", "most");
  fmt::print("{:<22}{}\n", "hypothesis margin", quartiles(measured.margins.hypothesis));
  fmt::print("{:<22}{}\n", "bisector bound", quartiles(measured.margins.bisector));
  fmt::print("{:<22}{}\n", "sample margin", quartiles(measured.margins.sample));
  fmt::print("{:<22}{}\n", "certified, metric", quartiles(measured.certificates.metric));
  fmt::print("{:<22}{}\n", "certified, Euclidean", quartiles(measured.certificates.euclidean));
  fmt::print("{:<22}{}\n\n", "exact, Euclidean", quartiles(measured.certificates.exact));
  fmt::print("θ-error at θ = {}: {}\n", options.theta, percent(theta_error(measured.margins.hypothesis, options.theta)));
  fmt::print("bound on the error: {:.4g}{}\n", bound.value, bound.is_vacuous ? ", which is vacuous: it exceeds one" : "");
  for (const std::string& condition : bound.conditions) fmt::print("  - {}\n", condition);
}

// Metrics per class or per prototype have no cells to project onto; certificates they have.
void run_local(const Flags& flags, const Model& model, MatrixView x) {
  const std::vector<double> radii = local_certificates(model, x);
  const std::string note = "metrics per class or per prototype: certificates are valid but not exact, and there are no margins of one space";
  if (flags.common.json) {
    print_json({{"model", flags.model}, {"samples", x.rows}, {"certificate", {{"euclidean", radii}}}, {"note", note}});
    return;
  }
  fmt::print("{} samples\n{}\n\n", x.rows, note);
  fmt::print("{:<22}{:>10}  {:>10}  {:>10}  {:>10}  {:>10}\n", "", "least", "quarter", "half", "three", "most");
  fmt::print("{:<22}{}\n", "certified, Euclidean", quartiles(radii));
}

void run(const Flags& flags) {
  const BoundOptions options = flags.options();
  Model model = load_model(flags.model);
  change_decision(model, flags.decision);
  const Dataset dataset = read_labelled_rows(flags, model);
  const Matrix x = prepare(model, dataset);
  if (!model.expansion && model.space.group_count() > 1 && model.space.dissimilarity().traits().is_quadratic_form) {
    run_local(flags, model, x.view());
    return;
  }
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Measured measured = measure(model, dataset, x.view(), *runtime);
  const MarginBound bound = margin_bound(setting_of(measured, options.theta), options);
  if (flags.common.json) print_margins_json(flags, measured, bound, options);
  else print_margins(measured, bound, options);
}

}  // namespace

void add_margins(CLI::App& app) {
  Command command = add_command(app, "margins", "Margins and certificates of a model's answers, and the bound they give");
  auto flags = std::make_shared<Flags>();
  add_model_flags(command, *flags);
  command.text("--theta", flags->theta, "margin θ of the bound and of the θ-error, between 0 and 0.5 [0.1]");
  command.text("--delta", flags->delta, "the bound may fail with this probability [0.05]");
  command.text("--log-base", flags->base, "base of the bound's logarithms: 2 or e [2]");
  command.text("--class-factor", flags->factor, "how prototypes per class enter the bound: power, square or pairs [power]");
  add_decision_flags(command, flags->decision);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
