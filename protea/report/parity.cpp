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

}   // namespace

Reproduction reproduce_parity(const ReproductionRequest& request, Runtime& runtime,
                              const ReproductionProgress& progress) {
  ParityOptions options{.seed = request.seed};
  if (request.is_quick) {
    options.examples = {20, 40};
    options.trials = 2;
  }
  const ParityLesson lesson = parity_lesson(options, runtime, progress);
  return {parity_json(lesson, options, request.name), parity_text(lesson, options, request), parity_csv(lesson)};
}

}   // namespace protea
