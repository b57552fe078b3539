// protea margins: how far samples and prototypes can move before answers change.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/local_margins.hpp>
#include <protea/evaluate/margin_bound.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/perceptron/linear_model.hpp>
#include <protea/report/margins_page.hpp>
#include <protea/report/page_samples.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "json.hpp"
#include "page_files.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct MarginsFlags : ModelFlags {
  std::string theta = "0.1";
  std::string delta = "0.05";
  std::string base = "2";
  std::string factor = "power";
  Settings decision = {};
  PageFlags page = {};

  BoundOptions options() const {
    return {.theta = parse_limited("theta", theta, {.above = 0, .below = 0.5}),
            .delta = parse_limited("delta", delta, {.above = 0, .below = 1}),
            .base = parse_choice<LogBase>("log base", base),
            .factor = parse_choice<ClassFactor>("class factor", factor)};
  }
};

struct Measured {
  std::size_t samples = 0;
  std::size_t prototypes = 0;   // of the class that has most
  std::size_t classes = 0;
  Margins margins;
  Certificates certificates;
  double radius = 0;   // the largest norm of a sample in the metric
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

Measured measured_margins(const PrototypeModel& model, const Dataset& dataset, MatrixView x, Runtime& runtime) {
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
  MetricSpace from_origin = space;   // R is a norm, not a distance to the prototypes
  std::fill(from_origin.reference.begin(), from_origin.reference.end(), 0.0);
  const Matrix z = from_origin.transform(x);
  for (std::size_t i = 0; i < z.rows(); ++i) {
    const Row row = z.row(i);
    result.radius = std::max(result.radius, std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0)));
  }
  return result;
}

Json curve_json(Row hypothesis) {
  double largest = 0;
  for (const double margin : hypothesis) largest = std::max(largest, margin);
  constexpr int steps = 50;
  Json curve = Json::array();
  for (int s = 0; s <= steps; ++s) {
    const double theta = largest * s / steps;
    curve.push_back({{"theta", theta}, {"error", theta_error(hypothesis, theta)}});
  }
  return curve;
}

void print_margins_json(const MarginsFlags& flags, const Measured& measured, const MarginBound& bound,
                        const BoundOptions& options) {
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
              {"theta_error_curve", curve_json(measured.margins.hypothesis)},
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
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  return fmt::format("{:>10.4g}  {:>10.4g}  {:>10.4g}  {:>10.4g}  {:>10.4g}", at(0), at(0.25), at(0.5), at(0.75),
                     at(1));
}

void print_quartile_names() {
  fmt::print("{:<22}{:>10}  {:>10}  {:>10}  {:>10}  {:>10}\n", "", "least", "quarter", "half", "three", "most");
}

void print_margins(const Measured& measured, const MarginBound& bound, const BoundOptions& options) {
  fmt::print("{}; margins in the model's metric, negative where the answer is wrong\n\n",
             counted(measured.samples, "sample"));
  print_quartile_names();
  fmt::print("{:<22}{}\n", "hypothesis margin", quartiles(measured.margins.hypothesis));
  fmt::print("{:<22}{}\n", "bisector bound", quartiles(measured.margins.bisector));
  fmt::print("{:<22}{}\n", "sample margin", quartiles(measured.margins.sample));
  fmt::print("{:<22}{}\n", "certified, metric", quartiles(measured.certificates.metric));
  fmt::print("{:<22}{}\n", "certified, Euclidean", quartiles(measured.certificates.euclidean));
  fmt::print("{:<22}{}\n\n", "exact, Euclidean", quartiles(measured.certificates.exact));
  fmt::print("θ-error at θ = {}: {}\n", options.theta,
             percent(theta_error(measured.margins.hypothesis, options.theta)));
  fmt::print("bound on the error: {:.4g}{}\n", bound.value,
             bound.is_vacuous ? ", which is vacuous: it exceeds one" : "");
  for (const std::string& condition : bound.conditions) fmt::print("  - {}\n", condition);
}

// What cannot be said of metrics per class or per prototype, and why.
const std::string local_note =
    "metrics per class or per prototype: hypothesis margins are in the metric of each prototype, all else in Euclidean norm";
const std::string no_sample_margin =
    "null where the nearest point of the nearest boundary belongs to a third prototype: the margin is then larger than the bisector bound";
const std::string no_metric_certificate = "there is no metric that all prototypes share";
const std::string no_bound = "the theorem is for one metric that all prototypes share";

Json known_or_null(const std::vector<std::optional<double>>& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(value ? Json(*value) : Json(nullptr));
  return list;
}

void print_local_json(const MarginsFlags& flags, const LocalMargins& margins, const BoundOptions& options) {
  print_json({{"model", flags.model},
              {"samples", margins.hypothesis.size()},
              {"hypothesis", margins.hypothesis},
              {"prediction", margins.prediction},
              {"bisector", margins.bisector},
              {"sample", known_or_null(margins.sample)},
              {"certificate",
               {{"metric", Json(std::vector<Json>(margins.hypothesis.size()))},
                {"euclidean", margins.certificate},
                {"euclidean_exact", known_or_null(margins.exact_certificate)}}},
              {"theta", options.theta},
              {"delta", options.delta},
              {"theta_error", theta_error(margins.hypothesis, options.theta)},
              {"theta_error_curve", curve_json(margins.hypothesis)},
              {"bound", nullptr},
              {"bound_is", "not covered"},
              {"note", local_note},
              {"reasons",
               {{"sample", no_sample_margin},
                {"certificate.metric", no_metric_certificate},
                {"certificate.euclidean_exact", no_sample_margin},
                {"bound", no_bound}}}});
}

std::string known_quartiles(const std::vector<std::optional<double>>& values) {
  std::vector<double> known;
  for (const auto& value : values) {
    if (value) known.push_back(*value);
  }
  if (known.empty()) return "none";
  return known.size() == values.size()
             ? quartiles(known)
             : fmt::format("{}  ({} of {} samples)", quartiles(known), known.size(), values.size());
}

void print_local(const LocalMargins& margins, const BoundOptions& options) {
  fmt::print("{}; margins are negative where the answer is wrong\n{}\n\n", counted(margins.hypothesis.size(), "sample"),
             local_note);
  print_quartile_names();
  fmt::print("{:<22}{}\n", "hypothesis margin", quartiles(margins.hypothesis));
  fmt::print("{:<22}{}\n", "bisector bound", quartiles(margins.bisector));
  fmt::print("{:<22}{}\n", "sample margin", known_quartiles(margins.sample));
  fmt::print("{:<22}{}\n", "certified, Euclidean", quartiles(margins.certificate));
  fmt::print("{:<22}{}\n\n", "exact, Euclidean", known_quartiles(margins.exact_certificate));
  fmt::print("θ-error at θ = {}: {}\n", options.theta, percent(theta_error(margins.hypothesis, options.theta)));
  fmt::print("no bound on the error: {}\n", no_bound);
}

void show_on_page(const MarginsFlags& flags, const ShownMargins& margins) {
  if (flags.page.are_given()) write_page(margins_page(margins), flags.page);
}

// The bound for margins from small to large.
std::vector<std::pair<double, double>> bounds_of(const Measured& measured, BoundOptions options) {
  std::vector<std::pair<double, double>> result;
  for (int step = 1; step < 50; ++step) {
    options.theta = step / 100.0;
    result.emplace_back(options.theta, margin_bound(setting_of(measured, options.theta), options).value);
  }
  return result;
}

ShownMargins shown_of(const MarginsFlags& flags, const Measured& measured, const MarginBound& bound,
                      const BoundOptions& options) {
  ShownMargins shown{data_name(flags.model),
                     options.theta,
                     {{"hypothesis margin", measured.margins.hypothesis},
                      {"bisector bound", measured.margins.bisector},
                      {"sample margin", measured.margins.sample},
                      {"certified in the metric", measured.certificates.metric},
                      {"certified in Euclidean norm", measured.certificates.euclidean},
                      {"exact in Euclidean norm", measured.certificates.exact}},
                     "distance",
                     bounds_of(measured, options)};
  shown.remarks.push_back(fmt::format("At θ = {:g} the bound on the error is {:.4g}{}.", options.theta, bound.value,
                                      bound.is_vacuous ? ", which is vacuous: it exceeds one" : ""));
  return shown;
}

ShownMargins shown_of(const MarginsFlags& flags, const LocalMargins& margins, const BoundOptions& options) {
  const auto known = [](const std::vector<std::optional<double>>& values) {
    std::vector<double> result;
    for (const auto& value : values) {
      if (value) result.push_back(*value);
    }
    return result;
  };
  return {data_name(flags.model),
          options.theta,
          {{"hypothesis margin", margins.hypothesis},
           {"bisector bound", margins.bisector},
           {"sample margin", known(margins.sample)},
           {"certified in Euclidean norm", margins.certificate},
           {"exact in Euclidean norm", known(margins.exact_certificate)}},
          "distance",
          {},
          {local_note, "No bound on the error: " + no_bound + "."}};
}

// Distances from hyperplanes are margins already.
void run_planes(const MarginsFlags& flags, const LinearModel& model, const BoundOptions& options) {
  const Dataset dataset = read_labelled_rows(flags, model);
  const Matrix x = prepare(model, dataset);
  const std::vector<double> margins = model.margins(x.view(), dataset.y);
  const double least = margins.empty() ? 0 : *std::min_element(margins.begin(), margins.end());
  show_on_page(flags, {data_name(flags.model), options.theta, {{"sample margin", margins}}, "distance in model units"});
  if (flags.common.json)
    return print_json({{"model", flags.model},
                       {"samples", margins.size()},
                       {"sample", margins},
                       {"exact", model.has_exact_margins()},
                       {"least", least},
                       {"theta", options.theta},
                       {"theta_error", theta_error(margins, options.theta)},
                       {"theta_error_curve", curve_json(margins)}});
  fmt::print("{}; {} where the answer changes, in model units, negative where it is wrong\n\n",
             counted(margins.size(), "sample"),
             model.has_exact_margins() ? "distances to" : "lower bounds of the distances to");
  print_quartile_names();
  fmt::print("{:<22}{}\n\n", "sample margin", quartiles(margins));
  fmt::print("θ-error at θ = {}: {}\n", options.theta, percent(theta_error(margins, options.theta)));
  say_where(flags.page);
}

void run(const MarginsFlags& flags) {
  const BoundOptions options = flags.options();
  demand_page_place(flags.page, {flags.model, flags.data});
  const std::unique_ptr<Model> loaded = load_model(flags.model);
  if (const auto* const planes = find_ability<LinearModel>(*loaded)) return run_planes(flags, *planes, options);
  if (!find_ability<PrototypeModel>(*loaded))
    throw UsageError(fmt::format("a model of {} has neither prototypes nor planes between classes, which margins need",
                                 loaded->record.method));
  const auto& model = demand<PrototypeModel>(*loaded, "margins");
  change_decision(*loaded, flags.decision);
  const Dataset dataset = read_labelled_rows(flags, model);
  const Matrix x = prepare(model, dataset);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  if (!model.expansion && model.space.group_count() > 1 && model.space.dissimilarity().traits().is_quadratic_form) {
    const LocalMargins margins = local_margins_of(model, x.view(), dataset.y, *runtime);
    show_on_page(flags, shown_of(flags, margins, options));
    if (flags.common.json) return print_local_json(flags, margins, options);
    print_local(margins, options);
    return say_where(flags.page);
  }
  const Measured measured = measured_margins(model, dataset, x.view(), *runtime);
  const MarginBound bound = margin_bound(setting_of(measured, options.theta), options);
  show_on_page(flags, shown_of(flags, measured, bound, options));
  if (flags.common.json) return print_margins_json(flags, measured, bound, options);
  print_margins(measured, bound, options);
  say_where(flags.page);
}

}   // namespace

void add_margins(CLI::App& app) {
  Command command =
      add_command(app, "margins", "Margins and certificates of a model's answers, and the bound they give");
  auto flags = std::make_shared<MarginsFlags>();
  add_model_flags(command, *flags);
  command.text("--theta", flags->theta, "margin θ of the bound and of the θ-error, between 0 and 0.5 [0.1]");
  command.text("--delta", flags->delta, "the bound may fail with this probability [0.05]");
  command.text("--log-base", flags->base, "base of the bound's logarithms: 2 or e [2]");
  command.text("--class-factor", flags->factor,
               "how prototypes per class enter the bound: power, square or pairs [power]");
  add_decision_flags(command, flags->decision);
  add_page_flags(command, flags->page);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
