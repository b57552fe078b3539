#include <protea/report/margins_page.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/report/histogram.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

std::vector<double> finite_ones(const std::vector<double>& values) {
  std::vector<double> result;
  std::ranges::copy_if(values, std::back_inserter(result), [](double value) { return std::isfinite(value); });
  return result;
}

// The share of the rows below each value.
Series share_below(const std::string& name, std::vector<double> values) {
  constexpr std::size_t enough = 200;
  std::ranges::sort(values);
  Series series{.name = name, .mark = Mark::step};
  const std::size_t step = std::max<std::size_t>(1, values.size() / enough);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % step != 0 && i + 1 != values.size()) continue;
    series.x.push_back(values[i]);
    series.y.push_back(static_cast<double>(i + 1) / static_cast<double>(values.size()));
  }
  return series;
}

Figure shares_figure(const ShownMargins& margins) {
  Plot plot{{.label = margins.unit}, {.label = "share of the rows below", .low = 0, .high = 1}};
  FigureTable table{{"", "rows", "least", "quarter", "half", "three quarters", "most"}, {}};
  for (const auto& [name, all] : margins.kinds) {
    std::vector<double> values = finite_ones(all);
    if (values.empty()) continue;
    plot.series.push_back(share_below(name, values));
    std::ranges::sort(values);
    std::vector<std::string> row{name, fmt::format("{}", values.size())};
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
      row.push_back(
          fmt::format("{:.4g}", values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))]));
    table.rows.push_back(std::move(row));
  }
  return {
      "shares", "How far rows and prototypes can move",
      "For each distance the share of the rows whose answer changes, or may change, within it. A curve further to the "
      "right promises more.",
      std::move(plot), std::move(table)};
}

Figure bound_figure(const ShownMargins& margins) {
  Series series{.name = "bound"};
  for (const auto& [theta, bound] : margins.bounds) {
    series.x.push_back(theta);
    series.y.push_back(bound);
  }
  Plot plot{{.label = "θ"}, {.label = "bound on the error", .kind = AxisKind::log}};
  const bool is_vacuous = std::ranges::min(series.y) > 1;
  plot.series = {std::move(series), {.name = "says nothing above", .mark = Mark::rule, .y = {1}, .is_dashed = true}};
  return {"bound", "What the margins prove",
          is_vacuous
              ? "The bound exceeds one for every θ: these rows are too few for it to say anything."
              : "Where the bound is below one, the error on new rows is below it with the probability asked for.",
          std::move(plot)};
}

}   // namespace

Page margins_page(const ShownMargins& margins) {
  const auto& [name, all] = margins.kinds.front();
  const std::vector<double> values = finite_ones(all);
  Page page{.title = fmt::format("Margins of {}", margins.model),
            .lead = fmt::format("{} of {} are answered wrongly, and {} have a margin below θ = {:g}.",
                                percent(theta_error(all, 0)), counted(all.size(), "row"),
                                percent(theta_error(all, margins.theta)), margins.theta),
            .facts = {{"rows", fmt::format("{}", all.size())}}};
  PageSection section{"margin", "How sure answers are", margins.remarks};
  if (!values.empty()) {
    section.figures.push_back(margin_histogram(values,
                                               fmt::format("{}{}: negative where the answer is wrong.",
                                                           static_cast<char>(std::toupper(name[0])), name.substr(1)),
                                               margins.unit));
    std::ranges::move(theta_error_figures(values, margins.theta), std::back_inserter(section.figures));
    section.figures.push_back(shares_figure(margins));
  }
  if (margins.bounds.size() > 1) section.figures.push_back(bound_figure(margins));
  page.sections.push_back(std::move(section));
  return page;
}

}   // namespace protea
