// Parity machines that grow: units that store random outputs, and what a noisy rule makes of them.
#include <iterator>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/experiment/perceptron_lessons.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json parity_json(const ParityLesson& lesson, const ParityOptions& options, const std::string& name) {
  Json units = Json::array();
  for (const ParityRow& row : lesson.rows) {
    units.push_back({{"examples", row.examples},
                     {"pocket", row.pocket_units},
                     {"soft_adatron", row.adatron_units},
                     {"last_resort", row.grandmother_units},
                     {"all_stored", row.all_stored}});
  }
  Json errors = Json::array();
  for (const ParityErrors& each : lesson.noisy_rule)
    errors.push_back({{"units", each.units}, {"training", each.training}, {"test", each.test}});
  return {{"experiment", name},   {"dimensions", options.dimensions}, {"trials", options.trials}, {"units", units},
          {"noisy_rule", errors}, {"chosen_units", lesson.chosen}};
}

std::string parity_text(const ParityLesson& lesson, const ParityOptions& options, const ReproductionRequest& request) {
  std::string text = fmt::format(
      "{}: units of a parity machine that stores random outputs, N = {}, mean of {}, seed {}\n\n"
      "     P     pocket   soft-adatron   last resort   all stored\n",
      title_of(request), options.dimensions, counted(options.trials, "trial"), request.seed);
  const auto out = std::back_inserter(text);
  for (const ParityRow& row : lesson.rows) {
    fmt::format_to(out, "{:>6}{:>11.1f}{:>15.1f}{:>14.1f}{:>13}\n", row.examples, row.pocket_units, row.adatron_units,
                   row.grandmother_units, row.all_stored ? "yes" : "no");
  }
  fmt::format_to(out,
                 "\na rule of two planes, a tenth of 200 outputs turned over: errors with the first m of {}\n\n"
                 "     m   training     test\n",
                 counted(lesson.noisy_rule.size(), "unit"));
  for (const ParityErrors& each : lesson.noisy_rule) {
    const bool is_shown = each.units <= 4 || each.units % 10 == 0 || each.units == lesson.noisy_rule.size();
    if (is_shown) fmt::format_to(out, "{:>6}{:>10}{:>9}\n", each.units, percent(each.training), percent(each.test));
  }
  fmt::format_to(out, "\nother 200 choose m = {}\n", lesson.chosen);
  return text;
}

std::string parity_csv(const ParityLesson& lesson) {
  std::vector<std::vector<double>> rows;
  for (const ParityRow& row : lesson.rows)
    rows.push_back({static_cast<double>(row.examples), row.pocket_units, row.adatron_units, row.grandmother_units});
  return csv_text({"examples", "pocket", "soft-adatron", "last resort"}, rows);
}

std::vector<Figure> parity_figures(const ParityLesson& lesson, const ParityOptions& options) {
  Plot units{{.label = "examples P", .kind = AxisKind::log}, {.label = "hidden units", .kind = AxisKind::log}};
  const auto add = [&](const std::string& name, double ParityRow::*member) {
    Series line{.name = name};
    for (const ParityRow& row : lesson.rows) {
      line.x.push_back(static_cast<double>(row.examples));
      line.y.push_back(row.*member);
    }
    units.series.push_back(std::move(line));
  };
  add("pocket", &ParityRow::pocket_units);
  add("soft adatron", &ParityRow::adatron_units);
  add("last resort", &ParityRow::grandmother_units);
  Plot errors{{.label = "units that are used"}, {.label = "share of wrong answers", .low = 0}};
  Series training{.name = "training"};
  Series test{.name = "test"};
  for (const ParityErrors& each : lesson.noisy_rule) {
    if (each.units > 4 && each.units % 2 == 1) continue;
    for (Series* const series : {&training, &test}) series->x.push_back(static_cast<double>(each.units));
    training.y.push_back(each.training);
    test.y.push_back(each.test);
  }
  errors.series = {{.name = "chosen by validation",
                    .mark = Mark::rule,
                    .x = {static_cast<double>(lesson.chosen)},
                    .is_vertical = true},
                   std::move(training),
                   std::move(test)};
  return {
      {"notes-parity-units", "Units that a parity machine needs",
       fmt::format("Hidden units that growing takes to store P random outputs in N = {} dimensions, mean of {}. The "
                   "fewer errors a unit makes, the fewer follow it; the last resort trains none and stores example by "
                   "example. After section 4.2 of the lecture notes (Biehl 2023).",
                   options.dimensions, counted(options.trials, "trial")),
       std::move(units)},
      {"notes-parity-errors", "What further units learn",
       "Errors with the first units of a machine that has grown on a noisy rule of two planes. Training errors "
       "fall to nothing, test errors rise again: later units learn the noise. Behind the fourth, units come in "
       "pairs, each of which mends what the one before has turned over: odd numbers are left out. The vertical "
       "line is where other examples say to stop.",
       std::move(errors)}};
}

double test_error_with(const ParityLesson& lesson, std::size_t units) {
  for (const ParityErrors& each : lesson.noisy_rule) {
    if (each.units == units) return each.test;
  }
  return lesson.noisy_rule.back().test;
}

}   // namespace

Reproduction reproduce_parity(const ReproductionRequest& request, Runtime& runtime,
                              const ReproductionProgress& progress) {
  ParityOptions options{.seed = request.seed};
  if (request.is_quick) {
    options.examples = {20, 40};
    options.trials = 2;
  }
  const ParityLesson lesson = parity_lesson(options, runtime, progress);
  return {parity_json(lesson, options, request.name), parity_text(lesson, options, request), parity_csv(lesson),
          fmt::format("Growing stores {} random outputs with {:.1f} units in the mean where the pocket algorithm "
                      "trains them; of a machine grown on a noisy rule, validation keeps {} of {}, with test errors of "
                      "{} instead of {}.",
                      lesson.rows.back().examples, lesson.rows.back().pocket_units, lesson.chosen,
                      counted(lesson.noisy_rule.size(), "unit"), percent(test_error_with(lesson, lesson.chosen)),
                      percent(lesson.noisy_rule.back().test)),
          parity_figures(lesson, options)};
}

}   // namespace protea
