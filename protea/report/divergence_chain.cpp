// A chain of units with divergences: what learning on-line comes to, above the limit of batch steps.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/experiment/divergence_chain.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

std::string curve_name(const ChainCurve& curve) {
  return fmt::format("{} {}", curve.divergence, number_text(curve.parameter));
}

Json chain_json(const std::vector<ChainCurve>& curves, const ChainOptions& options,
                const ReproductionRequest& request) {
  Json list = Json::array();
  for (const ChainCurve& curve : curves) {
    list.push_back({{"divergence", curve.divergence},
                    {"parameter", curve.parameter},
                    {"online", curve.online},
                    {"limit", curve.limit},
                    {"deviation", curve.deviation()}});
  }
  return {{"experiment", request.name}, {"samples", options.samples}, {"seed", request.seed}, {"curves", list}};
}

std::string chain_text(const std::vector<ChainCurve>& curves, const ChainOptions& options,
                       const ReproductionRequest& request) {
  constexpr std::size_t shown[] = {1, 10, 25, 50, 75, 90, 100};
  std::string text = fmt::format(
      "{}: a chain of 100 units, {} samples with density 2v₁, seed {}\n"
      "w₁/(w₁ + w₂) of some units, on-line above the batch limit\n\n{:<12}",
      title_of(request), options.samples, request.seed, "unit");
  const auto out = std::back_inserter(text);
  for (const std::size_t unit : shown) fmt::format_to(out, "{:>8}", unit);
  text += "   deviation\n";
  for (const ChainCurve& curve : curves) {
    fmt::format_to(out, "{:<12}", curve_name(curve));
    for (const std::size_t unit : shown) fmt::format_to(out, "{:>8.4f}", curve.online[unit - 1]);
    fmt::format_to(out, "   {:>9.4f}\n{:<12}", curve.deviation(), "  limit");
    for (const std::size_t unit : shown) fmt::format_to(out, "{:>8.4f}", curve.limit[unit - 1]);
    text += "\n";
  }
  return text;
}

std::string chain_csv(const std::vector<ChainCurve>& curves) {
  std::vector<std::string> columns{"unit"};
  for (const ChainCurve& curve : curves) {
    columns.push_back(curve_name(curve));
    columns.push_back(columns.back() + " limit");
  }
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < curves.front().online.size(); ++k) {
    rows.push_back({static_cast<double>(k + 1)});
    for (const ChainCurve& curve : curves) {
      rows.back().push_back(curve.online[k]);
      rows.back().push_back(curve.limit[k]);
    }
  }
  return csv_text(columns, rows);
}

std::size_t published_figure(const std::string& divergence) {
  constexpr const char* families[] = {"eta", "beta", "alpha", "gamma"};   // figures 2 to 5
  return 2 + static_cast<std::size_t>(std::ranges::find(families, divergence) - std::begin(families));
}

// A figure for each family of divergences. Of the chain every second unit is shown, and the last.
std::vector<Figure> chain_figures(const std::vector<ChainCurve>& curves) {
  std::vector<Figure> figures;
  for (const ChainCurve& curve : curves) {
    const std::string id = "divergence-som-" + curve.divergence;
    if (figures.empty() || figures.back().id != id) {
      figures.push_back(
          {id, fmt::format("The chain with {} divergences", curve.divergence),
           fmt::format(
               "The place w₁/(w₁ + w₂) of every unit of the chain: lines after learning on-line, dots where batch "
               "steps come to rest. Dots on lines say that both agree; the lines part because each divergence "
               "magnifies another part of the data, whose density grows like v₁. After figure {} of Villmann and "
               "Haase (2010), which plots w₁ and prints no numbers.",
               published_figure(curve.divergence)),
           Plot{{.label = "unit", .kind = AxisKind::log}, {.label = "w₁/(w₁ + w₂)", .low = 0, .high = 1}}});
    }
    Series online{.name = curve_name(curve)};
    std::vector<double> places;
    std::vector<double> limits;
    for (std::size_t k = 0; k < curve.online.size(); ++k) {
      const bool is_shown = k < 10 || k % 2 == 1;
      if (!is_shown) continue;
      online.x.push_back(static_cast<double>(k + 1));
      online.y.push_back(curve.online[k]);
      if (k != 0 && k != 2 && k != 5 && k % 10 != 9) continue;
      places.push_back(online.x.back());
      limits.push_back(curve.limit[k]);
    }
    auto& series = std::get<Plot>(figures.back().content).series;
    series.push_back(std::move(online));
    series.push_back(measured_points(curve_name(curve) + ", limit", places, limits));
  }
  return figures;
}

}   // namespace

Reproduction reproduce_divergence_chain(const ReproductionRequest& request, Runtime& runtime,
                                        const ReproductionProgress& progress) {
  ChainOptions options{.seed = request.seed};
  std::vector<ChainCase> cases = chain_cases();
  if (request.is_quick) {
    options.samples = 20'000;
    options.grid = 300;
    cases = {{"beta", 1}, {"gamma", 1}};
  }
  if (request.samples > 0) options.samples = static_cast<std::size_t>(request.samples);
  const std::vector<ChainCurve> curves = divergence_chain(cases, options, runtime, progress);
  double largest = 0;
  for (const ChainCurve& curve : curves) largest = std::max(largest, curve.deviation());
  return {chain_json(curves, options, request), chain_text(curves, options, request), chain_csv(curves),
          fmt::format("A chain of 100 units learns {} samples with density 2v₁ by {} divergences: on-line no unit "
                      "ends farther than {:.4f} from where batch steps come to rest.",
                      options.samples, curves.size(), largest),
          chain_figures(curves)};
}

}   // namespace protea
