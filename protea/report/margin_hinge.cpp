// The figure of the margin paper: the hinge loss after each pass of OLVQ1.
#include <iterator>

#include <fmt/format.h>

#include <protea/experiment/margin_hinge.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

std::string hinge_text(const HingeRun& result, std::uint64_t seed) {
  std::string text = fmt::format(
      "margin-hinge: OLVQ1, three classes, 1000 samples, 10 prototypes each, seed {}\n\n"
      "  passes  hinge loss   errors\n",
      seed);
  for (std::size_t e = 0; e < result.loss.size(); ++e) {
    fmt::format_to(std::back_inserter(text), "  {:>6}  {:>10.2f}  {:>7}\n", e, result.loss[e],
                   percent(result.errors[e]));
  }
  return text;
}

std::string hinge_csv(const HingeRun& result) {
  std::vector<std::vector<double>> rows;
  for (std::size_t e = 0; e < result.loss.size(); ++e)
    rows.push_back({static_cast<double>(e), result.loss[e], result.errors[e]});
  return csv_text({"passes", "loss", "errors"}, rows);
}

}   // namespace

Reproduction reproduce_margin_hinge(const ReproductionRequest& request, Runtime& runtime, const ReproductionProgress&) {
  const HingeRun result = margin_hinge({.seed = request.seed, .epochs = request.is_quick ? 5UL : 20UL}, runtime);
  Json json = {{"experiment", request.name}, {"seed", request.seed}, {"loss", result.loss}, {"errors", result.errors}};
  return {std::move(json), hinge_text(result, request.seed), hinge_csv(result)};
}

}   // namespace protea
