#include <protea/report/histogram.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/evaluate/margins.hpp>
#include <protea/report/tables.hpp>

namespace protea {

Series histogram_series(Row values, std::string name) {
  constexpr std::size_t bins = 30;
  const auto [low, high] = std::ranges::minmax(values);
  const double step = (high - low) / static_cast<double>(bins);
  Series series{.name = std::move(name), .mark = Mark::bars};
  for (std::size_t b = 0; b < bins; ++b) series.x.push_back(low + (static_cast<double>(b) + 0.5) * step);
  series.y.resize(bins);
  for (const double value : values) {
    const auto bin = step > 0 ? static_cast<std::size_t>((value - low) / step) : 0;
    ++series.y[std::min(bin, bins - 1)];
  }
  return series;
}

Figure margin_histogram(Row margins, std::string caption, std::string label) {
  Plot plot{{.label = std::move(label)}, {.label = "rows", .low = 0}};
  plot.series = {histogram_series(margins, "rows")};
  if (std::ranges::min(margins) < 0)
    plot.series.push_back(
        {.name = "wrong below", .mark = Mark::rule, .x = {0}, .is_dashed = true, .is_vertical = true});
  return {"margins", "How far answers are from changing", std::move(caption), std::move(plot)};
}

std::vector<Figure> theta_error_figures(Row margins, double marked) {
  const double largest = margins.empty() ? 0 : std::ranges::max(margins);
  if (!(largest > 0)) return {};
  constexpr std::size_t steps = 100;
  Series series{.name = "θ-error"};
  for (std::size_t s = 0; s <= steps; ++s) {
    series.x.push_back(largest * static_cast<double>(s) / steps);
    series.y.push_back(theta_error(margins, series.x.back()));
  }
  Plot plot{{.label = "θ", .low = 0}, {.label = "share with a margin below θ", .low = 0, .high = 1}};
  plot.series = {std::move(series)};
  if (marked > 0 && marked < largest)
    plot.series.push_back({.name = fmt::format("θ = {:g}", marked),
                           .mark = Mark::rule,
                           .x = {marked},
                           .is_dashed = true,
                           .is_vertical = true});
  return {{"theta-error", "How many answers hang by a thread",
           fmt::format("The θ-error: the share of the rows whose margin is below θ. At 0 it is the error, {}; the "
                       "flatter it begins, the surer are the answers.",
                       percent(theta_error(margins, 0))),
           std::move(plot)}};
}

}   // namespace protea
