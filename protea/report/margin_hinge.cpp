// The figure of the margin paper: the hinge loss after each pass of OLVQ1.
#include <iterator>
#include <numeric>

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

std::vector<Figure> hinge_figures(const HingeRun& result) {
  std::vector<double> passes(result.loss.size());
  std::iota(passes.begin(), passes.end(), 0.0);
  Plot loss{{.label = "passes over the samples"}, {.label = "Σ (1 − θ)₊"}};
  loss.series = {{.name = "OLVQ1", .x = passes, .y = result.loss}};
  Plot errors{{.label = "passes over the samples"}, {.label = "share of wrong answers", .low = 0}};
  errors.series = {{.name = "OLVQ1", .x = passes, .y = result.errors}};
  return {{"margin-hinge-loss", "The hinge loss while OLVQ1 learns",
           "The sum over all samples of what their hypothesis margins θ lack to 1, at the start and after each "
           "pass. It falls, most in the first pass, although OLVQ1 is not told of it. After figure 4 of Crammer, "
           "Gilad-Bachrach, Navot and Tishby (2003), whose data and numbers are not printed.",
           std::move(loss)},
          {"margin-hinge-errors", "Wrong answers meanwhile",
           "The share of the same samples that get a wrong answer. It hardly changes after the first pass, while "
           "the loss still falls: margins go on growing when answers no longer change.",
           std::move(errors)}};
}

}   // namespace

Reproduction reproduce_margin_hinge(const ReproductionRequest& request, Runtime& runtime, const ReproductionProgress&) {
  const HingeRun result = margin_hinge({.seed = request.seed, .epochs = request.is_quick ? 5UL : 20UL}, runtime);
  Json json = {{"experiment", request.name}, {"seed", request.seed}, {"loss", result.loss}, {"errors", result.errors}};
  return {std::move(json), hinge_text(result, request.seed), hinge_csv(result),
          fmt::format("OLVQ1 lowers the hinge loss of the hypothesis margins from {:.1f} to {:.1f} in {} passes, "
                      "and wrong answers from {} to {}.",
                      result.loss.front(), result.loss.back(), result.loss.size() - 1, percent(result.errors.front()),
                      percent(result.errors.back())),
          hinge_figures(result)};
}

}   // namespace protea
