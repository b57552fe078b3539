#include <protea/report/reproduction.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/report/experiments.hpp>

namespace protea {
namespace {

struct KnownReproduction {
  ReproductionSummary summary;
  Reproducer* reproduce;
};

constexpr const char* sampled = "divergence-som";   // the one experiment whose samples can be told

const std::vector<KnownReproduction>& known_reproductions() {
  static const std::vector<KnownReproduction> list{
      {{"fisher-table-2", "LVQ with relevances, 8 methods", "trials"}, reproduce_fisher_table},
      {{"fisher-table-3", "beside a support vector machine", "trials"}, reproduce_fisher_table},
      {{"margin-hinge", "OLVQ1 lowers the hinge loss", "passes"}, reproduce_margin_hinge},
      {{"bias-variance", "polynomials fitted to noisy values", "data sets"}, reproduce_polynomials},
      {{sampled, "a chain with α, β, γ and η divergences", "curves"}, reproduce_divergence_chain},
      {{"notes-vq", "vector quantization from bad starts", "trials"}, reproduce_bad_starts},
      {{"notes-hopfield", "the load of a Hopfield network", "networks"}, reproduce_hopfield_load},
      {{"notes-regression", "linear regression below, at and above P = N", "lessons"}, reproduce_teacher_regression},
      {{"notes-rosenblatt", "Rosenblatt's algorithm step by step, and its bound", "sets"}, reproduce_rosenblatt},
      {{"notes-capacity", "how many dichotomies are separable, with Cover's formula", "parts"}, reproduce_capacity},
      {{"notes-student-teacher", "generalization against the number of examples", "trials"}, reproduce_student_teacher},
      {{"notes-parity", "parity machines that grow", "trials"}, reproduce_parity},
      {{"dynamics-fig-1", "the clusters", "runs"}, reproduce_dynamics_figure},
      {{"dynamics-fig-2", "overlaps, theory and simulation", "runs"}, reproduce_dynamics_figure},
      {{"dynamics-fig-3-left", "learning curves", "runs"}, reproduce_dynamics_figure},
      {{"dynamics-fig-3-right", "where they end", "runs"}, reproduce_dynamics_figure},
  };
  return list;
}

const KnownReproduction& find_reproduction(const std::string& name) {
  const auto& known = known_reproductions();
  const auto found = std::ranges::find(known, name, [](const KnownReproduction& each) { return each.summary.name; });
  if (found != known.end()) return *found;
  std::vector<std::string> names;
  for (const KnownReproduction& each : known) names.push_back(each.summary.name);
  throw UsageError(unknown_name("experiment", name, names));
}

void demand_samples(const ReproductionRequest& request) {
  constexpr std::int64_t fewest = 1000;
  constexpr std::int64_t most = 100'000'000;
  if (request.samples == 0) return;
  if (request.name != sampled)
    throw UsageError(fmt::format("{} belongs to {}: leave it out", setting("samples"), sampled));
  if (request.samples < fewest || request.samples > most)
    throw UsageError(fmt::format("{}: must be at least {} and at most {}",
                                 setting("samples", std::to_string(request.samples)), fewest, most));
}

}   // namespace

std::vector<ReproductionSummary> reproductions() {
  std::vector<ReproductionSummary> result;
  for (const KnownReproduction& each : known_reproductions()) result.push_back(each.summary);
  return result;
}

ReproductionSummary demand_reproduction(const ReproductionRequest& request) {
  const KnownReproduction& known = find_reproduction(request.name);
  if (known.reproduce == reproduce_fisher_table) return known.summary;   // which has samples of its own
  demand_samples(request);
  if (!request.data.empty())
    throw UsageError(
        fmt::format("{} belongs to the tables, and {} has no data: leave it out", setting("data"), request.name));
  return known.summary;
}

Reproduction reproduce(const ReproductionRequest& request, Runtime& runtime, const ReproductionProgress& progress) {
  demand_reproduction(request);
  Reproduction result = find_reproduction(request.name).reproduce(request, runtime, progress);
  if (request.is_quick) {
    for (Figure& figure : result.figures) figure.caption += " Quick form.";
  }
  return result;
}

Page reproduction_page(const Reproduction& result, const ReproductionRequest& request) {
  const ReproductionSummary& known = find_reproduction(request.name).summary;
  Page page{.title = fmt::format("{}: {}", title_of(request), known.summary),
            .lead = result.lead,
            .facts = {{"experiment", request.name},
                      {"form", request.is_quick ? "quick" : "full"},
                      {"seed", fmt::format("{}", request.seed)}}};
  PageSection section{"measured", "Measured again", {}, result.figures};
  for (const std::string& note : result.notes) {
    if (result.lead.find(note) == std::string::npos) section.text.push_back(spelled(note));
  }
  page.sections.push_back(std::move(section));
  return page;
}

std::string title_of(const ReproductionRequest& request) { return request.name + (request.is_quick ? ", quick" : ""); }

Series measured_points(std::string name, std::vector<double> x, std::vector<double> y,
                       const std::vector<double>& deviations) {
  Series series{.name = std::move(name), .mark = Mark::points, .x = std::move(x), .y = std::move(y)};
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    series.low.push_back(series.y[i] - deviations[i]);
    series.high.push_back(series.y[i] + deviations[i]);
  }
  return series;
}

}   // namespace protea
