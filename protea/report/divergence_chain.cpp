// A chain of units with divergences: what learning on-line comes to, above the limit of batch steps.
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
  return {chain_json(curves, options, request), chain_text(curves, options, request), chain_csv(curves)};
}

}   // namespace protea
