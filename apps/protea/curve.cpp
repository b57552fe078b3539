// protea curve: training and test error against the size of the training set or an option.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/curve.hpp>
#include <protea/report/curve_page.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "page_files.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "split_flags.hpp"

namespace protea::app {
namespace {

struct CurveFlags {
  CommonFlags common;
  TrainingFlags training;
  LedgerFlags ledger;
  std::string over;
  std::string csv;
  SplitFlags split;
  bool has_decomposition = false;
  PageFlags page;
};

CurvePlan plan_of(const CurveFlags& flags) {
  const std::uint64_t seed = seed_of(flags.training.changes);
  return {flags.training.method_name(), flags.training.changes, parse_axis(flags.over),
          flags.split.plan(flags.training.reading.groups, seed), flags.has_decomposition};
}

std::shared_ptr<const Method> base_of(const CurvePlan& plan) {
  if (plan.over.key == size_axis) return make_method(plan.method, plan.changes);
  return first_method({plan.method, plan.changes, {plan.over}, 0, plan.folds.seed});
}

bool has_rejections(const std::vector<CurvePoint>& points) {
  return std::any_of(points.begin(), points.end(), [](const CurvePoint& point) { return point.coverage < 1; });
}

// An error is a share, or of numbers a root mean square.
std::string error_text(double error, const Dataset& dataset) {
  return dataset.numbers.empty() ? percent(error) : fmt::format("{:.4g}", error);
}

std::vector<CsvRow> csv_rows(const std::vector<CurvePoint>& points, const CurvePlan& plan) {
  std::vector<CsvRow> rows{{plan.over.key, "samples", "parameters", "training_error", "training_deviation",
                            "test_error", "test_deviation", "coverage"}};
  if (plan.has_decomposition) rows[0].insert(rows[0].end(), {"bias", "unbiased_variance", "biased_variance"});
  rows[0].push_back("failure");
  for (const CurvePoint& point : points) {
    CsvRow row{point.value};
    if (point.failure.empty()) {
      for (const double value :
           {point.samples, point.parameters, point.training_error.mean, point.training_error.deviation,
            point.test_error.mean, point.test_error.deviation, point.coverage}) {
        row.push_back(number_text(value));
      }
    }
    if (point.decomposition) {
      const ZeroOneDecomposition& parts = *point.decomposition;
      for (const double value : {parts.bias, parts.unbiased_variance, parts.biased_variance})
        row.push_back(number_text(value));
    }
    row.resize(rows[0].size() - 1);
    row.push_back(in_flags(point.failure));
    rows.push_back(row);
  }
  return rows;
}

Json point_json(const CurvePoint& point, const std::string& key) {
  Json json = to_json(Settings{{key, point.value}});
  if (!point.failure.empty()) {
    json["failure"] = in_flags(point.failure);
    return json;
  }
  json["samples"] = point.samples;
  json["parameters"] = point.parameters;
  json["training_error"] = to_json(point.training_error);
  json["test_error"] = to_json(point.test_error);
  json["coverage"] = point.coverage;
  if (point.decomposition) {
    const ZeroOneDecomposition& parts = *point.decomposition;
    json["decomposition"] = {{"error", parts.error},
                             {"bias", parts.bias},
                             {"unbiased_variance", parts.unbiased_variance},
                             {"biased_variance", parts.biased_variance},
                             {"net_variance", parts.net_variance()}};
  }
  return json;
}

// Where the errors lie between 0 and the largest: ○ training, ● test.
std::string plot(const CurvePoint& point, double largest) {
  constexpr double width = 40;
  const auto place = [&](double error) {
    return static_cast<std::size_t>(std::lround(largest > 0 ? error / largest * width : 0));
  };
  const std::size_t training = place(point.training_error.mean);
  const std::size_t test = place(point.test_error.mean);
  std::string line;
  for (std::size_t i = 0; i <= std::max(training, test); ++i) line += i == test ? "●" : i == training ? "○" : " ";
  return line;
}

void print_as_text(const std::vector<CurvePoint>& points, const CurvePlan& plan, const Dataset& dataset) {
  fmt::print("{} on {}: {}, {}{}\n", plan.method, dataset.source, counted(dataset.size(), "sample"),
             plan_text(plan.folds, make_test_parts(dataset, plan.folds).size()),
             dataset.numbers.empty() ? "" : fmt::format("; RMSE of '{}'", dataset.target_name));
  const bool has_coverage = has_rejections(points);
  double largest = 0;
  for (const CurvePoint& point : points)
    largest = std::max({largest, point.training_error.mean, point.test_error.mean});
  std::vector<CsvRow> rows{
      {plan.over.key, "samples", "parameters", "training error", "deviation", "test error", "deviation"}};
  if (has_coverage) rows[0].push_back("coverage");
  if (plan.has_decomposition) rows[0].insert(rows[0].end(), {"bias", "variance +", "variance −"});
  std::string failures;
  for (const CurvePoint& point : points) {
    CsvRow row{point.value};
    if (!point.failure.empty()) {
      row.push_back("failed");
      const std::string where = fmt::format("{} = {}: ", plan.over.key, point.value);
      failures += fmt::format("failed: {}{}\n", point.failure.starts_with(where) ? "" : where, in_flags(point.failure));
    } else {
      row.insert(row.end(),
                 {fmt::format("{:.0f}", point.samples), fmt::format("{:.0f}", point.parameters),
                  error_text(point.training_error.mean, dataset), error_text(point.training_error.deviation, dataset),
                  error_text(point.test_error.mean, dataset), error_text(point.test_error.deviation, dataset)});
      if (has_coverage) row.push_back(percent(point.coverage));
    }
    if (point.decomposition) {
      const ZeroOneDecomposition& parts = *point.decomposition;
      row.insert(row.end(), {percent(parts.bias), percent(parts.unbiased_variance), percent(parts.biased_variance)});
    }
    rows.push_back(row);
  }
  fmt::print("{}{}\n", text_table(rows), failures);
  std::size_t widest = 0;
  for (const CurvePoint& point : points) widest = std::max(widest, point.value.size());
  fmt::print("  {:>{}}  ○ training ● test error, to {}\n", "", widest, error_text(largest, dataset));
  for (const CurvePoint& point : points) {
    if (point.failure.empty()) fmt::print("  {:>{}} |{}\n", point.value, widest, plot(point, largest));
  }
  if (plan.has_decomposition) {
    fmt::print(
        "\n0/1 loss after Domingos (2000): test error = bias + variance where the main answer is right (+)\n"
        "− variance that hits the truth where it is wrong (−)\n");
  }
}

void run(const CurveFlags& flags) {
  const CurvePlan plan = plan_of(flags);
  const std::shared_ptr<const Method> base = base_of(plan);
  flags.split.warn_of_idle_flags(plan.folds);
  demand_places(flags.ledger, {flags.csv, flags.page.page}, flags.training.data);
  demand_page_place(flags.page, {});
  const EncodedTable data = read_labelled_data(flags.training, *base);
  warn_of_rare_classes(data.dataset, plan.folds);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  std::vector<CurvePoint> points;
  {
    const SayWhenInterrupted saying(flags.ledger.last_words());
    Progress progress("trainings", !flags.common.quiet);
    points = measure_curve(plan, data, *runtime, flags.ledger.complete(),
                           [&](std::size_t done, std::size_t all) { progress.show(done, all); });
  }
  write_csv(flags.csv, csv_rows(points, plan));
  if (flags.page.are_given()) {
    std::vector<CurvePoint> shown = points;
    for (CurvePoint& point : shown) point.failure = in_flags(point.failure);
    write_page(curve_page(shown, plan, data.dataset), flags.page);
  }
  if (!flags.common.json) {
    print_as_text(points, plan, data.dataset);
    return say_where(flags.page);
  }
  Json list = Json::array();
  for (const CurvePoint& point : points) list.push_back(point_json(point, plan.over.key));
  Json json{{"method", plan.method}, {"samples", data.dataset.size()}, {"over", plan.over.key}};
  add_plan(json, plan.folds, make_test_parts(data.dataset, plan.folds).size());
  if (!data.dataset.numbers.empty()) json["measure"] = "rmse";
  json["points"] = list;
  if (plan.has_decomposition)
    json["decomposition"] = "0/1 loss, Domingos 2000: error = bias + unbiased_variance - biased_variance";
  print_json(json);
}

}   // namespace

void add_curve(CLI::App& app) {
  Command command =
      add_command(app, "curve", "Training and test error against the size of the training set or an option");
  auto flags = std::make_shared<CurveFlags>();
  add_training_flags(command, flags->training);
  command.required_text(
      "--over", flags->over,
      "size=0.1,0.3,1 (shares of the training part) or size=20,50 (samples), or an option and its values, prototypes=1,2,3");
  add_fold_flags(command, flags->split, flags->training.reading.groups);
  command.toggle("--bias-variance", flags->has_decomposition,
                 "bias and variance of the answers (Domingos); needs --repeats 2 or more");
  command.text("--csv", flags->csv, "write the table here");
  add_page_flags(command, flags->page);
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
