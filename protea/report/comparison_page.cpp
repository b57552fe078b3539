#include <protea/report/comparison_page.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/report/page_samples.hpp>
#include <protea/report/tables.hpp>
#include <protea/report/validation_page.hpp>

namespace protea {
namespace {

// The methods that have numbers, best first.
struct Ranked {
  const Comparison& result;
  const std::vector<std::string>& names;
  bool has_numbers = false;   // errors instead of accuracies: the less the better
  std::vector<std::size_t> order = {};

  std::vector<double> parts_of(std::size_t m) const {
    return has_numbers ? result.methods[m].rmse() : result.methods[m].accuracy;
  }
  MeanAndDeviation score(std::size_t m) const { return mean_and_deviation(parts_of(m)); }
  std::string measure() const { return has_numbers ? "root mean square error" : "accuracy"; }
  std::string text(double value) const { return has_numbers ? fmt::format("{:.4g}", value) : percent(value); }
  std::vector<std::string> ordered_names() const {
    std::vector<std::string> list;
    for (const std::size_t m : order) list.push_back(names[m]);
    return list;
  }
};

Ranked ranked_methods(const Comparison& result, const std::vector<std::string>& names, bool has_numbers) {
  Ranked ranked{result, names, has_numbers};
  for (std::size_t m = 0; m < names.size(); ++m) {
    if (result.failures[m].empty()) ranked.order.push_back(m);
  }
  std::ranges::stable_sort(ranked.order, [&](std::size_t a, std::size_t b) {
    const double difference = ranked.score(a).mean - ranked.score(b).mean;
    return has_numbers ? difference < 0 : difference > 0;
  });
  return ranked;
}

const PairTest* pair_of(const Comparison& result, std::size_t a, std::size_t b) {
  const auto found = std::ranges::find_if(result.pairs, [&](const PairTest& pair) {
    return (pair.first == a && pair.second == b) || (pair.first == b && pair.second == a);
  });
  return found == result.pairs.end() ? nullptr : &*found;
}

constexpr double significant = 0.05;

std::string verdict_of(const Ranked& ranked) {
  const std::size_t best = ranked.order.front();
  const MeanAndDeviation own = ranked.score(best);
  const std::string found = fmt::format("{} has the best {}, {} ± {}", ranked.names[best], ranked.measure(),
                                        ranked.text(own.mean), ranked.text(own.deviation));
  std::vector<std::string> as_good;
  for (const std::size_t m : ranked.order) {
    const PairTest* const pair = m == best ? nullptr : pair_of(ranked.result, best, m);
    if (pair && pair->resampled.p >= significant) as_good.push_back(ranked.names[m]);
  }
  if (ranked.order.size() < 2) return found + ".";
  if (as_good.empty())
    return found + ", and the difference from every other is more than chance (corrected t, p < 0.05).";
  return fmt::format("{}; whether it is better than {} these splits do not tell (corrected t, p ≥ 0.05).", found,
                     join(as_good, ", "));
}

Figure scores_figure(const Ranked& ranked) {
  Plot plot{{.kind = AxisKind::names, .names = ranked.ordered_names()}, {.label = ranked.measure()}};
  const auto add = [&](std::string name, const auto& parts_of) {
    Series series{.name = std::move(name), .mark = Mark::points};
    for (const std::size_t m : ranked.order) {
      const std::vector<double> parts = parts_of(m);
      const MeanAndDeviation own = mean_and_deviation(parts);
      const double spread = parts.size() > 1 ? own.deviation : 0;
      series.x.push_back(static_cast<double>(series.x.size()));
      series.y.push_back(own.mean);
      series.low.push_back(std::max(0.0, own.mean - spread));
      series.high.push_back(ranked.has_numbers ? own.mean + spread : std::min(1.0, own.mean + spread));
    }
    plot.series.push_back(std::move(series));
  };
  add(ranked.measure(), [&](std::size_t m) { return ranked.parts_of(m); });
  if (!ranked.has_numbers)
    add("balanced accuracy", [&](std::size_t m) { return ranked.result.methods[m].balanced_accuracy; });
  return {
      "methods", "Method by method",
      "Means over the test parts with their deviation, best first. Deviations that overlap say little: the parts are "
      "the same for all, and the tests below look at differences part by part.",
      std::move(plot)};
}

// Measures that lie between 0 and 1, all better when larger.
Figure measures_figure(const Ranked& ranked, const std::vector<std::string>& classes) {
  std::vector<std::string> columns{"accuracy", "balanced", "AUC", "F1", "Matthews", "kappa"};
  MatrixPlot plot{.rows = ranked.ordered_names(),
                  .columns = columns,
                  .values = Matrix(ranked.order.size(), 6),
                  .shows_values = true};
  FigureTable table{{"method", "accuracy", "deviation", "balanced", "AUC", "F1", "Matthews", "kappa", "log loss"}, {}};
  for (std::size_t i = 0; i < ranked.order.size(); ++i) {
    const CrossValidation& own = ranked.result.methods[ranked.order[i]];
    const Assessment all = assess(own.truth, own.predictions, {.classes = classes.size()});
    const MeanAndDeviation accuracy = mean_and_deviation(own.accuracy);
    const auto& area = classes.size() == 2 ? (all.ranking.one_vs_rest.empty() || !all.ranking.one_vs_rest[1]
                                                  ? std::optional<double>()
                                                  : std::optional(all.ranking.one_vs_rest[1]->auc))
                                           : all.ranking.hand_till;
    const double values[] = {accuracy.mean,         mean_and_deviation(own.balanced_accuracy).mean,
                             area.value_or(NAN),    all.measures.macro_f,
                             all.measures.matthews, all.measures.kappa};
    for (std::size_t j = 0; j < std::size(values); ++j) plot.values(i, j) = values[j];
    table.rows.push_back(
        {plot.rows[i], percent(accuracy.mean), percent(accuracy.deviation), percent(values[1]),
         area ? fmt::format("{:.3f}", *area) : "–", fmt::format("{:.3f}", values[3]), fmt::format("{:.3f}", values[4]),
         fmt::format("{:.3f}", values[5]),
         own.predictions.scores.columns() > 0 ? fmt::format("{:.3f}", all.calibration.log_loss) : "–"});
  }
  return {"measures", "Measure by measure",
          "All are the better the larger, and 1 at most. F1, Matthews' correlation and kappa are of the rows with an "
          "answer.",
          std::move(plot), std::move(table)};
}

Figure parts_beside(const Ranked& ranked) {
  const PartAxis parts = part_axis(ranked.parts_of(ranked.order.front()).size());
  Plot plot{parts.axis, {.label = ranked.measure()}};
  for (const std::size_t m : ranked.order)
    plot.series.push_back({.name = ranked.names[m], .x = parts.places, .y = ranked.parts_of(m)});
  return {"parts", "Part by part",
          "The same test parts for all: where curves rise and fall together, the parts differ more than the methods.",
          std::move(plot)};
}

Figure tests_figure(const Ranked& ranked) {
  const std::size_t count = ranked.order.size();
  MatrixPlot plot{.rows = ranked.ordered_names(),
                  .columns = ranked.ordered_names(),
                  .values = Matrix(count, count),
                  .scale = ColourScale::diverging,
                  .shows_values = true};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const PairTest* const pair = i == j ? nullptr : pair_of(ranked.result, ranked.order[i], ranked.order[j]);
      if (!pair) continue;
      const double sign = pair->first == ranked.order[i] ? 1 : -1;
      plot.values(i, j) = sign * pair->resampled.mean * (ranked.has_numbers ? 1 : 100);
    }
  }
  FigureTable table{{"pair", "difference", "corrected t", "p"}, {}};
  if (!ranked.has_numbers)
    table.columns.insert(table.columns.end(), {"only first right", "only second right", "McNemar p"});
  for (const PairTest& pair : ranked.result.pairs) {
    std::vector<std::string> row{fmt::format("{} − {}", ranked.names[pair.first], ranked.names[pair.second]),
                                 ranked.has_numbers ? fmt::format("{:+.4g}", pair.resampled.mean)
                                                    : fmt::format("{:+.1f} %", 100 * pair.resampled.mean),
                                 std::isfinite(pair.resampled.t) ? fmt::format("{:.2f}", pair.resampled.t) : "–",
                                 fmt::format("{:.4f}", pair.resampled.p)};
    if (!ranked.has_numbers)
      row.insert(row.end(), {fmt::format("{}", pair.mcnemar.only_first), fmt::format("{}", pair.mcnemar.only_second),
                             fmt::format("{:.4f}", pair.mcnemar.p)});
    table.rows.push_back(std::move(row));
  }
  const auto by_chance =
      std::ranges::count_if(ranked.result.pairs, [](const PairTest& pair) { return pair.resampled.p >= significant; });
  return {
      "tests", "Who is ahead of whom",
      fmt::format("{} of the row less that of the column{}. Of {}, {} by the corrected resampled t-test may be chance "
                  "(p ≥ 0.05); the table has both tests.",
                  ranked.has_numbers ? "The error" : "The accuracy", ranked.has_numbers ? "" : ", in percentage points",
                  counted(ranked.result.pairs.size(), "difference"), by_chance),
      std::move(plot), std::move(table)};
}

}   // namespace

Page comparison_page(const Comparison& result, const std::vector<std::string>& names, const Dataset& dataset,
                     const std::string& plan) {
  const Ranked ranked = ranked_methods(result, names, !dataset.numbers.empty());
  Page page{.title = fmt::format("{} methods on {}", names.size(), data_name(dataset.source)),
            .lead = verdict_of(ranked),
            .facts = {{"methods", join(names, ", ")},
                      {"rows", fmt::format("{}", dataset.size())},
                      {"tested by", plan + ", the same for all"}},
            .features = dataset.feature_names,
            .classes = dataset.class_names};
  PageSection methods{"scores", "How good they are"};
  for (std::size_t m = 0; m < names.size(); ++m) {
    if (!result.failures[m].empty()) methods.text.push_back(fmt::format("{} failed: {}", names[m], result.failures[m]));
  }
  methods.figures.push_back(scores_figure(ranked));
  if (!ranked.has_numbers) methods.figures.push_back(measures_figure(ranked, dataset.class_names));
  page.sections.push_back(std::move(methods));
  PageSection differences{"differences", "Whether they differ"};
  if (!result.pairs.empty()) differences.figures.push_back(tests_figure(ranked));
  if (ranked.parts_of(ranked.order.front()).size() > 1) differences.figures.push_back(parts_beside(ranked));
  if (!differences.figures.empty()) page.sections.push_back(std::move(differences));
  return page;
}

}   // namespace protea
