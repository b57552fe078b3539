#include "reproduce_notes.hpp"

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/experiment/perceptron_lessons.hpp>

#include "json.hpp"
#include "measure.hpp"
#include "reproduce_hopfield.hpp"
#include "reproduce_maps.hpp"
#include "reproduce_regression.hpp"

namespace protea::app {
namespace {

void write_csv(const FigureRequest& request, const std::vector<std::string>& columns,
               const std::vector<std::vector<double>>& rows) {
  if (!request.csv.empty()) write_file_atomically(request.csv, csv_text(columns, rows));
}

std::uint64_t seed_of(const FigureRequest& request) { return static_cast<std::uint64_t>(request.seed); }

std::string title_of(const FigureRequest& request) { return request.name + (request.is_quick ? ", quick" : ""); }

void rosenblatt(const FigureRequest& request) {
  const std::size_t sets = request.is_quick ? 30 : 300;
  const std::vector<RosenblattStep> steps = rosenblatt_figure();
  const RosenblattCounts counts = measure({request.common, "sets", request.csv}, [&](Runtime& runtime, const Report&) {
    return rosenblatt_counts(sets, seed_of(request), runtime);
  });
  std::vector<std::vector<double>> rows;
  Json list = Json::array();
  for (const RosenblattStep& step : steps) {
    rows.push_back({step.input[0], step.input[1], step.output, step.potential, step.is_update ? 1.0 : 0.0,
                    step.weights[0], step.weights[1]});
    list.push_back({{"input", step.input},
                    {"output", step.output},
                    {"potential", step.potential},
                    {"update", step.is_update},
                    {"weights", step.weights}});
  }
  write_csv(request, {"x1", "x2", "output", "potential", "update", "w1", "w2"}, rows);
  if (request.common.json)
    return print_json({{"experiment", request.name},
                       {"steps", list},
                       {"sets", counts.sets},
                       {"within_bound", counts.within_bound},
                       {"mean_share_of_bound", counts.mean_share},
                       {"largest_share_of_bound", counts.largest_share}});
  fmt::print(
      "{}: six examples in two dimensions, one epoch (figure 3.4), seed {}\n\n   t   input           S       E   update   w\n",
      title_of(request), request.seed);
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const RosenblattStep& step = steps[t];
    fmt::print("{:>4}   ({:>4.1f}, {:>4.1f})  {:>4}  {:>6.3f}   {:<6}   ({:.2f}, {:.2f})\n", t + 1, step.input[0],
               step.input[1], step.output > 0 ? "+1" : "−1", step.potential, step.is_update ? "yes" : "no",
               step.weights[0], step.weights[1]);
  }
  fmt::print(
      "\nupdates within the bound of the convergence theorem on {} of {} separable sets;\n"
      "they are {:.2f} of it in the mean and {:.2f} at most\n",
      counts.within_bound, counts.sets, counts.mean_share, counts.largest_share);
}

void capacity(const FigureRequest& request) {
  const std::size_t trials = request.is_quick ? 40 : 1000;
  const auto points = measure({request.common, "parts", request.csv}, [&](Runtime& runtime, const Report& report) {
    return perceptron_capacity(trials, seed_of(request), runtime, report);
  });
  std::vector<std::vector<double>> rows;
  Json list = Json::array();
  double largest = 0;
  for (const CapacityPoint& point : points) {
    rows.push_back({static_cast<double>(point.dimensions), static_cast<double>(point.points), point.measured(),
                    point.expected, point.deviation()});
    list.push_back({{"dimensions", point.dimensions},
                    {"points", point.points},
                    {"measured", point.measured()},
                    {"expected", point.expected},
                    {"deviation", point.deviation()},
                    {"undecided", point.undecided}});
    largest = std::max(largest, std::abs(point.deviation()));
  }
  write_csv(request, {"dimensions", "points", "measured", "cover", "deviation"}, rows);
  if (request.common.json)
    return print_json(
        {{"experiment", request.name}, {"trials", trials}, {"points", list}, {"largest_deviation", largest}});
  fmt::print(
      "{}: share of random dichotomies that a plane separates, {} of them each, seed {}\n\n     N     P   P/N   measured    Cover   in standard errors\n",
      title_of(request), trials, request.seed);
  for (const CapacityPoint& point : points)
    fmt::print("{:>6}{:>6}{:>6.2f}{:>11.3f}{:>9.3f}{:>12.2f}\n", point.dimensions, point.points,
               static_cast<double>(point.points) / static_cast<double>(point.dimensions), point.measured(),
               point.expected, point.deviation());
  fmt::print("\nthe largest deviation: {:.2f} standard errors\n", largest);
}

void students(const FigureRequest& request) {
  StudentOptions options{.seed = seed_of(request)};
  if (request.is_quick) {
    options.dimensions = 20;
    options.trials = 4;
    options.loads = {1, 4};
    options.centre_samples = 100;
  }
  const auto curves = measure({request.common, "trials", request.csv}, [&](Runtime& runtime, const Report& report) {
    return student_teacher(options, runtime, report);
  });
  std::vector<std::string> columns{"load"};
  std::vector<std::vector<double>> rows;
  for (const StudentCurve& curve : curves) {
    columns.push_back(curve.student);
    columns.push_back(curve.student + " standard error");
  }
  for (std::size_t l = 0; l < options.loads.size(); ++l) {
    rows.push_back({options.loads[l]});
    for (const StudentCurve& curve : curves) {
      rows.back().push_back(curve.errors[l]);
      rows.back().push_back(curve.deviations[l]);
    }
  }
  write_csv(request, columns, rows);
  if (request.common.json) {
    Json list = Json::array();
    for (const StudentCurve& curve : curves) {
      Json one = {{"student", curve.student}, {"errors", curve.errors}, {"standard_errors", curve.deviations}};
      if (!curve.theory.empty()) one["theory"] = curve.theory;
      list.push_back(std::move(one));
    }
    return print_json({{"experiment", request.name},
                       {"dimensions", options.dimensions},
                       {"trials", options.trials},
                       {"loads", options.loads},
                       {"students", list}});
  }
  fmt::print("{}: ε_g = arccos(overlap)/π of students of a perceptron, N = {}, {}, seed {}\n\n{:<18}",
             title_of(request), options.dimensions, counted(options.trials, "trial"), request.seed, "P/N");
  for (const double load : options.loads) fmt::print("{:>9}", number_text(load));
  fmt::print("\n");
  for (const StudentCurve& curve : curves) {
    fmt::print("{:<18}", curve.student);
    for (const double error : curve.errors) fmt::print("{:>9.4f}", error);
    fmt::print("\n");
    if (curve.theory.empty()) continue;
    fmt::print("{:<18}", "  N → ∞");
    for (const double error : curve.theory) fmt::print("{:>9.4f}", error);
    fmt::print("\n");
  }
}

void parity(const FigureRequest& request) {
  ParityOptions options{.seed = seed_of(request)};
  if (request.is_quick) {
    options.examples = {20, 40};
    options.trials = 2;
  }
  const ParityLesson lesson =
      measure({request.common, "trials", request.csv},
              [&](Runtime& runtime, const Report& report) { return parity_lesson(options, runtime, report); });
  std::vector<std::vector<double>> rows;
  Json list = Json::array();
  for (const ParityRow& row : lesson.rows) {
    rows.push_back({static_cast<double>(row.examples), row.pocket_units, row.adatron_units, row.grandmother_units});
    list.push_back({{"examples", row.examples},
                    {"pocket", row.pocket_units},
                    {"soft_adatron", row.adatron_units},
                    {"last_resort", row.grandmother_units},
                    {"all_stored", row.all_stored}});
  }
  write_csv(request, {"examples", "pocket", "soft-adatron", "last resort"}, rows);
  if (request.common.json) {
    Json errors = Json::array();
    for (const ParityErrors& each : lesson.noisy_rule)
      errors.push_back({{"units", each.units}, {"training", each.training}, {"test", each.test}});
    return print_json({{"experiment", request.name},
                       {"dimensions", options.dimensions},
                       {"trials", options.trials},
                       {"units", list},
                       {"noisy_rule", errors},
                       {"chosen_units", lesson.chosen}});
  }
  fmt::print(
      "{}: units of a parity machine that stores random outputs, N = {}, mean of {}, seed {}\n\n"
      "     P     pocket   soft-adatron   last resort   all stored\n",
      title_of(request), options.dimensions, counted(options.trials, "trial"), request.seed);
  for (const ParityRow& row : lesson.rows)
    fmt::print("{:>6}{:>11.1f}{:>15.1f}{:>14.1f}{:>13}\n", row.examples, row.pocket_units, row.adatron_units,
               row.grandmother_units, row.all_stored ? "yes" : "no");
  fmt::print(
      "\na rule of two planes, a tenth of 200 outputs turned over: errors with the first m of {}\n\n     m   training     test\n",
      counted(lesson.noisy_rule.size(), "unit"));
  for (const ParityErrors& each : lesson.noisy_rule) {
    const bool is_shown = each.units <= 4 || each.units % 10 == 0 || each.units == lesson.noisy_rule.size();
    if (is_shown) fmt::print("{:>6}{:>10}{:>9}\n", each.units, percent(each.training), percent(each.test));
  }
  fmt::print("\nother 200 choose m = {}\n", lesson.chosen);
}

}   // namespace

const std::vector<NotesExperiment>& notes_experiments() {
  static const std::vector<NotesExperiment> list{
      {"notes-vq", "vector quantization from bad starts", reproduce_bad_starts},
      {"notes-hopfield", "the load of a Hopfield network", reproduce_hopfield_load},
      {"notes-regression", "linear regression below, at and above P = N", reproduce_regression},
      {"notes-rosenblatt", "Rosenblatt's algorithm step by step, and its bound", rosenblatt},
      {"notes-capacity", "how many dichotomies are separable, with Cover's formula", capacity},
      {"notes-student-teacher", "generalization against the number of examples", students},
      {"notes-parity", "parity machines that grow", parity},
  };
  return list;
}

}   // namespace protea::app
