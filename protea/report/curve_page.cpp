#include <protea/report/curve_page.hpp>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/report/page_samples.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

// Places along the axis: numbers of rows, numbers of the option, or its words.
struct CurveAxis {
  Axis axis;
  std::vector<double> places;
};

CurveAxis axis_of(const std::vector<const CurvePoint*>& points, const std::string& key) {
  CurveAxis result{{.label = key == size_axis ? "rows learned from" : key}, {}};
  for (const CurvePoint* const point : points) {
    const auto number = key == size_axis ? std::optional(point->samples) : parse_number(point->value);
    if (!number) break;
    result.places.push_back(*number);
  }
  if (result.places.size() < points.size()) {
    result = {{.label = key, .kind = AxisKind::names}, {}};
    for (std::size_t i = 0; i < points.size(); ++i) {
      result.places.push_back(static_cast<double>(i));
      result.axis.names.push_back(points[i]->value);
    }
    return result;
  }
  const auto [low, high] = std::ranges::minmax(result.places);
  if (low > 0 && high > 20 * low) result.axis.kind = AxisKind::log;
  return result;
}

Series error_series(std::string name, const CurveAxis& along, const std::vector<const CurvePoint*>& points,
                    MeanAndDeviation CurvePoint::*error) {
  const bool is_line = along.axis.kind != AxisKind::names;
  Series series{.name = std::move(name), .mark = is_line ? Mark::line : Mark::points, .x = along.places};
  for (const CurvePoint* const point : points) {
    const MeanAndDeviation& own = point->*error;
    series.y.push_back(own.mean);
    series.low.push_back(std::max(0.0, own.mean - own.deviation));
    series.high.push_back(own.mean + own.deviation);
  }
  return series;
}

std::string lead_of_curve(const std::vector<const CurvePoint*>& points, const CurvePlan& plan, bool has_numbers) {
  const auto text = [&](double error) { return has_numbers ? fmt::format("{:.4g}", error) : percent(error); };
  const CurvePoint& best =
      **std::ranges::min_element(points, {}, [](const CurvePoint* p) { return p->test_error.mean; });
  if (plan.over.key != size_axis)
    return fmt::format("The test error is least, {} ± {}, with {} = {}.", text(best.test_error.mean),
                       text(best.test_error.deviation), plan.over.key, best.value);
  const CurvePoint& last = *points.back();
  return fmt::format("With {:.0f} rows the test error is {} ± {}, the training error {}: {}.", last.samples,
                     text(last.test_error.mean), text(last.test_error.deviation), text(last.training_error.mean),
                     last.test_error.mean > last.training_error.mean + last.test_error.deviation
                         ? "more rows would help"
                         : "more rows would help little");
}

Figure decomposition_figure(const CurveAxis& along, const std::vector<const CurvePoint*>& points) {
  Plot plot{along.axis, {.label = "share of the answers", .low = 0}};
  const auto add = [&](std::string name, double ZeroOneDecomposition::*part) {
    Series series{.name = std::move(name),
                  .mark = along.axis.kind == AxisKind::names ? Mark::points : Mark::line,
                  .x = along.places};
    for (const CurvePoint* const point : points) series.y.push_back((*point->decomposition).*part);
    plot.series.push_back(std::move(series));
  };
  add("error", &ZeroOneDecomposition::error);
  add("bias", &ZeroOneDecomposition::bias);
  add("variance that costs", &ZeroOneDecomposition::unbiased_variance);
  add("variance that helps", &ZeroOneDecomposition::biased_variance);
  return {"decomposition", "Bias and variance",
          "Error = bias + variance where the main answer is right − variance that hits the truth where it is wrong "
          "[Domingos 2000]. Bias is what more rows do not cure.",
          std::move(plot)};
}

}   // namespace

Page curve_page(const std::vector<CurvePoint>& points, const CurvePlan& plan, const Dataset& dataset) {
  std::vector<const CurvePoint*> good;
  PageSection section{"curve", plan.over.key == size_axis ? "How much rows help" : "How much complexity helps"};
  for (const CurvePoint& point : points) {
    if (point.failure.empty()) good.push_back(&point);
    else section.text.push_back(fmt::format("{} = {} failed: {}", plan.over.key, point.value, point.failure));
  }
  const bool has_numbers = !dataset.numbers.empty();
  const CurveAxis along = axis_of(good, plan.over.key);
  Plot plot{along.axis, {.label = has_numbers ? "root mean square error" : "error", .low = 0}};
  plot.series = {error_series("training", along, good, &CurvePoint::training_error),
                 error_series("test", along, good, &CurvePoint::test_error)};
  FigureTable table{{plan.over.key, "rows", "parameters", "training error", "deviation", "test error", "deviation"},
                    {}};
  const auto text = [&](double error) { return has_numbers ? fmt::format("{:.4g}", error) : percent(error); };
  for (const CurvePoint* const point : good)
    table.rows.push_back({point->value, fmt::format("{:.0f}", point->samples), fmt::format("{:.0f}", point->parameters),
                          text(point->training_error.mean), text(point->training_error.deviation),
                          text(point->test_error.mean), text(point->test_error.deviation)});
  section.figures.push_back({"errors", plan.over.key == size_axis ? "The learning curve" : "The complexity curve",
                             "Errors in the mean over the test parts, with their deviation. Curves far apart: the "
                             "model learns its rows by heart. Both high and close: it is too simple.",
                             std::move(plot), std::move(table)});
  const bool is_decomposed =
      std::ranges::all_of(good, [](const CurvePoint* point) { return point->decomposition.has_value(); });
  if (plan.has_decomposition && is_decomposed) section.figures.push_back(decomposition_figure(along, good));
  Page page{.title = fmt::format("{} on {}, over {}", plan.method, data_name(dataset.source), plan.over.key),
            .lead = lead_of_curve(good, plan, has_numbers),
            .facts = {{"method", plan.method}, {"rows", fmt::format("{}", dataset.size())}},
            .features = dataset.feature_names,
            .classes = dataset.class_names};
  page.sections.push_back(std::move(section));
  return page;
}

}   // namespace protea
