#include <protea/report/tuning_page.hpp>

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/report/answer_sections.hpp>
#include <protea/report/page_samples.hpp>
#include <protea/report/tables.hpp>
#include <protea/report/validation_page.hpp>

namespace protea {
namespace {

struct Tried {
  const TuningPlan& plan;
  const Tuning& result;

  const CandidateScore& score(std::size_t c) const { return result.table[c]; }
  std::string measure() const { return std::string(choice_name(plan.measure)); }
  // The options of a grid of one method: then its candidates differ in their values alone.
  std::vector<std::string> keys() const {
    std::vector<std::string> keys;
    for (const auto& [key, value] : plan.candidates.front().settings) keys.push_back(key);
    for (const Candidate& each : plan.candidates) {
      const bool has_them =
          std::ranges::equal(each.settings, keys, {}, [](const auto& setting) { return setting.first; });
      if (each.name != plan.candidates.front().name || !has_them) return {};
    }
    return keys;
  }
  // Its values where the keys say the rest.
  std::string name(std::size_t c) const {
    const Candidate& own = plan.candidates[c];
    if (keys().empty()) return own.text();
    std::vector<std::string> values;
    for (const auto& [key, value] : own.settings) values.push_back(value);
    return join(values, ", ");
  }
  // One deviation to both sides, within what the measure can be.
  double low(const CandidateScore& own) const {
    return is_share() ? std::max(0.0, own.score - own.deviation) : own.score - own.deviation;
  }
  double high(const CandidateScore& own) const {
    return is_share() ? std::min(1.0, own.score + own.deviation) : own.score + own.deviation;
  }

 private:
  bool is_share() const {
    return !is_loss(plan.measure) && !is_of_numbers(plan.measure) && plan.measure != Measure::matthews &&
           plan.measure != Measure::kappa;
  }
};

FigureTable candidates_table(const Tried& tried) {
  FigureTable table{{tried.keys().empty() ? "candidate" : join(tried.keys(), ", "), tried.measure(), "deviation",
                     "folds", "parameters"},
                    {}};
  for (const std::size_t c : tried.result.ranking) {
    const CandidateScore& own = tried.score(c);
    table.rows.push_back({tried.name(c), measure_text(tried.plan.measure, own.score),
                          measure_text(tried.plan.measure, own.deviation), fmt::format("{}", own.folds),
                          fmt::format("{:.0f}", own.parameters)});
  }
  return table;
}

// Best first, as points with their deviation over the folds.
Figure ranking_figure(const Tried& tried) {
  constexpr std::size_t most = 20;
  Plot plot{{.label = join(tried.keys(), ", "), .kind = AxisKind::names}, {.label = tried.measure()}};
  Series series{.name = tried.measure(), .mark = Mark::points};
  for (const std::size_t c : tried.result.ranking) {
    if (series.x.size() == most) break;
    const CandidateScore& own = tried.score(c);
    plot.x.names.push_back(tried.name(c));
    series.x.push_back(static_cast<double>(series.x.size()));
    series.y.push_back(own.score);
    series.low.push_back(tried.low(own));
    series.high.push_back(tried.high(own));
  }
  plot.series = {std::move(series)};
  const std::size_t count = tried.result.ranking.size();
  return {"candidates", "Candidate by candidate",
          fmt::format("Best first, with the deviation over the folds{}. Those tried on more folds stand before others.",
                      count > most ? fmt::format("; {} of {}", most, count) : ""),
          std::move(plot), candidates_table(tried)};
}

// An option whose values differ among candidates that are otherwise alike: the axes of a grid.
struct TriedOption {
  std::string key;
  std::vector<std::string> values;

  std::optional<std::vector<double>> numbers() const {
    std::vector<double> result;
    for (const std::string& value : values) {
      const auto number = parse_number(value);
      if (!number) return std::nullopt;
      result.push_back(*number);
    }
    return result;
  }
};

// Of candidates of one method with the same keys; else there is no grid.
std::vector<TriedOption> options_of(const TuningPlan& plan) {
  std::vector<TriedOption> axes;
  for (const Candidate& candidate : plan.candidates) {
    if (candidate.name != plan.candidates.front().name) return {};
    for (std::size_t s = 0; s < candidate.settings.size(); ++s) {
      const auto& [key, value] = candidate.settings[s];
      if (&candidate == &plan.candidates.front()) axes.push_back({key, {}});
      if (s >= axes.size() || axes[s].key != key) return {};
      if (std::ranges::find(axes[s].values, value) == axes[s].values.end()) axes[s].values.push_back(value);
    }
    if (candidate.settings.size() != axes.size()) return {};
  }
  std::erase_if(axes, [](const TriedOption& axis) { return axis.values.size() < 2; });
  return axes;
}

std::size_t place_of(const Candidate& candidate, const TriedOption& option) {
  for (const auto& [key, value] : candidate.settings) {
    if (key == option.key)
      return static_cast<std::size_t>(std::ranges::find(option.values, value) - option.values.begin());
  }
  return option.values.size();
}

bool is_better(Measure measure, double a, double b) { return is_loss(measure) ? a < b : a > b; }

// The best candidate for each value, whatever the other options are.
Figure option_figure(const Tried& tried, const TriedOption& option, std::size_t options) {
  std::vector<std::optional<std::size_t>> best(option.values.size());
  for (std::size_t c = 0; c < tried.plan.candidates.size(); ++c) {
    if (!tried.score(c).can_win()) continue;
    auto& own = best[place_of(tried.plan.candidates[c], option)];
    if (!own || is_better(tried.plan.measure, tried.score(c).score, tried.score(*own).score)) own = c;
  }
  const auto numbers = option.numbers();
  Plot plot{{.label = option.key}, {.label = tried.measure()}};
  Series series{.name = tried.measure(), .mark = numbers ? Mark::line : Mark::points};
  if (numbers) {
    const auto [low, high] = std::ranges::minmax(*numbers);
    if (low > 0 && high > 20 * low) plot.x.kind = AxisKind::log;
  } else {
    plot.x = {.label = option.key, .kind = AxisKind::names, .names = option.values};
  }
  for (std::size_t v = 0; v < best.size(); ++v) {
    if (!best[v]) continue;
    const CandidateScore& own = tried.score(*best[v]);
    series.x.push_back(numbers ? (*numbers)[v] : static_cast<double>(v));
    series.y.push_back(own.score);
    series.low.push_back(tried.low(own));
    series.high.push_back(tried.high(own));
  }
  plot.series = {std::move(series)};
  return {fmt::format("option-{}", options), option.key,
          "The best that was found with each value, with its deviation over the folds. Where it is level, the value is "
          "of no great matter.",
          std::move(plot)};
}

// Two options against each other: the best of each pair of values.
Figure surface_figure(const Tried& tried, const TriedOption& down, const TriedOption& across) {
  MatrixPlot plot{.rows = down.values,
                  .columns = across.values,
                  .values = Matrix(down.values.size(), across.values.size()),
                  .row_title = down.key,
                  .column_title = across.key,
                  .shows_values = down.values.size() * across.values.size() <= 100};
  for (double& value : plot.values.values()) value = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t c = 0; c < tried.plan.candidates.size(); ++c) {
    if (!tried.score(c).can_win()) continue;
    double& cell = plot.values(place_of(tried.plan.candidates[c], down), place_of(tried.plan.candidates[c], across));
    if (!(cell == cell) || is_better(tried.plan.measure, tried.score(c).score, cell)) cell = tried.score(c).score;
  }
  return {"surface", "Two options together",
          fmt::format("The {} for each pair of values{}.", tried.measure(),
                      is_loss(tried.plan.measure) ? ", the smaller the better" : ""),
          std::move(plot)};
}

// What the choice promised in each outer fold, and what it kept.
Figure honesty_figure(const Tried& tried) {
  const bool has_numbers = is_of_numbers(tried.plan.measure);
  const PartAxis parts = part_axis(tried.result.outer.size(), "outer fold");
  Series inner{.name = "promised", .mark = Mark::points, .x = parts.places};
  Series outer{.name = "kept", .mark = Mark::points, .x = parts.places};
  FigureTable table{{"outer fold", "chosen", "promised", "kept"}, {}};
  for (std::size_t o = 0; o < tried.result.outer.size(); ++o) {
    const double kept = has_numbers ? tried.result.honest.number_parts[o].rmse : tried.result.honest.accuracy[o];
    inner.y.push_back(tried.result.outer[o].inner_score);
    outer.y.push_back(kept);
    table.rows.push_back({fmt::format("{}", o + 1), tried.name(tried.result.outer[o].candidate),
                          measure_text(tried.plan.measure, tried.result.outer[o].inner_score),
                          has_numbers ? fmt::format("{:.4g}", kept) : percent(kept)});
  }
  const std::string kept = has_numbers ? "root mean square error" : "accuracy";
  Plot plot{parts.axis, {.label = tried.measure()}};
  const bool is_same = tried.plan.measure == Measure::accuracy || tried.plan.measure == Measure::rmse;
  if (is_same) plot.series = {std::move(inner), std::move(outer)};
  else plot = {parts.axis, {.label = kept}, {std::move(outer)}};
  return {"honest", "Promised and kept",
          fmt::format("The whole choice was made again without the rows of each outer fold, and then tried on them{}.",
                      is_same ? ": what the choice had promised, and what it kept" : fmt::format(": the {}", kept)),
          std::move(plot), std::move(table)};
}

std::string lead_of(const Tried& tried) {
  const std::size_t chosen = tried.result.chosen();
  std::string text = fmt::format("Chosen: {}, with {} {} in the choice.", tried.plan.candidates[chosen].text(),
                                 tried.measure(), measure_text(tried.plan.measure, tried.score(chosen).score));
  const CrossValidation& honest = tried.result.honest;
  if (tried.result.outer.empty())
    return text + " That is optimistic, since it was chosen for it: outer folds would give an honest figure.";
  if (is_of_numbers(tried.plan.measure))
    return text + fmt::format(" On rows that had no part in the choice: root mean square error {:.4g}.",
                              honest.of_numbers().rmse);
  const MeanAndDeviation accuracy = mean_and_deviation(honest.accuracy);
  return text + fmt::format(" On rows that had no part in the choice: {} ± {} right.", percent(accuracy.mean),
                            percent(accuracy.deviation));
}

}   // namespace

std::string measure_text(Measure measure, double value) {
  if (measure == Measure::accuracy || measure == Measure::balanced_accuracy) return percent(value);
  return is_of_numbers(measure) && measure != Measure::r2 ? fmt::format("{:.5g}", value) : fmt::format("{:.4f}", value);
}

Page tuning_page(const TuningPlan& plan, const Tuning& result, const Dataset& dataset) {
  const Tried tried{plan, result};
  Page page{.title = fmt::format("Options chosen for {}", data_name(dataset.source)),
            .lead = lead_of(tried),
            .facts = {{"rows", fmt::format("{}", dataset.size())},
                      {"candidates", fmt::format("{}", plan.candidates.size())},
                      {"trainings", fmt::format("{}", result.trainings)},
                      {"measure", tried.measure()}},
            .features = dataset.feature_names,
            .classes = dataset.class_names};
  PageSection section{"choice", "What was tried"};
  const std::vector<TriedOption> options = options_of(plan);
  if (options.size() >= 2) section.figures.push_back(surface_figure(tried, options[0], options[1]));
  for (std::size_t o = 0; o < options.size(); ++o) section.figures.push_back(option_figure(tried, options[o], o + 1));
  section.figures.push_back(ranking_figure(tried));
  page.sections.push_back(std::move(section));
  if (!result.outer.empty()) {
    PageSection honest{"honest-figure", "What the choice is worth"};
    honest.figures.push_back(honesty_figure(tried));
    page.sections.push_back(std::move(honest));
    if (!is_of_numbers(plan.measure)) {
      const std::vector<std::int64_t> nowhere(result.honest.truth.size(), -1);
      page.sections.push_back(answer_section(
          {dataset.class_names, result.honest.truth, result.honest.predictions, nowhere},
          assess(result.honest.truth, result.honest.predictions, {.classes = dataset.class_names.size()})));
      page.sections.back().text.push_back("Answers for rows that had no part in choice or training.");
    }
  }
  return page;
}

}   // namespace protea
