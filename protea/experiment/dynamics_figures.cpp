#include <protea/experiment/dynamics_figures.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/simulation.hpp>
#include <protea/theory/small_rate_limit.hpp>

namespace protea {
namespace {

constexpr const char* overlap_names[] = {"R++", "R+-", "R-+", "R--", "Q++", "Q+-", "Q--"};

Overlaps near_the_origin() {
  Overlaps start;
  start.q[0][0] = start.q[1][1] = 1e-4;
  return start;
}

// A hint of specialization, without which vq would stay unspecialized for ever.
Overlaps broken(double overlap, double squared_length) {
  Overlaps start;
  start.q[0][0] = start.q[1][1] = squared_length;
  start.r[0][0] = start.r[1][1] = overlap;
  return start;
}

Dynamics dynamics_of(const std::string& rule, double p_plus, double lambda) {
  Dynamics result;
  result.rule = dynamics_rules().make(rule, {});
  result.model = {.p_plus = p_plus, .lambda = lambda};
  return result;
}

std::vector<double> column(const std::vector<std::vector<double>>& rows, std::size_t index) {
  std::vector<double> result;
  for (const auto& row : rows) result.push_back(row[index]);
  return result;
}

double product(Row a, Row b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// Two directions at random, of unit length and orthogonal.
std::array<std::vector<double>, 2> random_directions(std::size_t n, std::uint64_t seed) {
  Random random(seed, Purpose::simulation);
  std::array<std::vector<double>, 2> directions{std::vector<double>(n), std::vector<double>(n)};
  for (auto& direction : directions) {
    for (double& each : direction) each = random.normal();
  }
  const double overlap = product(directions[0], directions[1]) / product(directions[0], directions[0]);
  for (std::size_t i = 0; i < n; ++i) directions[1][i] -= overlap * directions[0][i];
  for (auto& direction : directions) {
    const double length = std::sqrt(product(direction, direction));
    for (double& each : direction) each /= length;
  }
  return directions;
}

constexpr ClusterModel figure_1_model{.p_plus = 0.4, .lambda = 1.5};

// Class and projections of 160 samples of cluster + and 240 of −.
std::vector<std::vector<double>> projected_samples(const std::array<std::vector<double>, 2>& directions,
                                                   const FigureOptions& options) {
  ClusterSamples samples(figure_1_model, options.dimension, {Noise::exact, options.seed, 0});
  std::array<std::size_t, 2> wanted{160, 240};
  Matrix x(1, options.dimension);
  std::vector<Label> y(1);
  std::vector<std::vector<double>> rows;
  while (wanted[0] + wanted[1] > 0) {
    samples.draw(x.view(), y);
    std::size_t& left = wanted[static_cast<std::size_t>(y[0])];
    if (left == 0) continue;
    --left;
    const Row sample = std::as_const(x).row(0);
    rows.push_back(
        {y[0] == 0 ? 1.0 : -1.0, product(directions[0], sample), product(directions[1], sample), sample[0], sample[1]});
  }
  return rows;
}

// Label and count, means of the four projections, their standard deviations.
std::vector<double> summary_of(const std::vector<std::vector<double>>& rows, double label) {
  const double count = static_cast<double>(rows.size());
  std::vector<double> means{label, count};
  std::vector<double> deviations;
  for (std::size_t i = 1; i < 5; ++i) {
    const std::vector<double> values = column(rows, i);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    means.push_back(mean);
    deviations.push_back(std::sqrt(squares / (count - 1)));
  }
  means.insert(means.end(), deviations.begin(), deviations.end());
  return means;
}

// 160 samples of cluster + and 240 of −, projected on two random directions and on B₊, B₋ (errata D19).
DynamicsFigure figure_1(const FigureOptions& options) {
  if (options.dimension < 4) throw UsageError(fmt::format("dimension = {}: must be at least 4", options.dimension));
  DynamicsFigure figure{
      .name = "dynamics-fig-1",
      .caption = fmt::format(
          "160 samples of cluster + and 240 of cluster - in N = {}, lambda = 1.5: projections h on a random pair of "
          "orthogonal directions, b on B+ and B-",
          options.dimension),
      .columns = {"class", "h+", "h-", "b+", "b-"},
      .table_columns = {"class", "samples", "mean h+", "mean h-", "mean b+", "mean b-", "sd h+", "sd h-", "sd b+",
                        "sd b-"}};
  const auto directions = random_directions(options.dimension, options.seed);
  figure.rows = projected_samples(directions, options);
  for (const double label : {1.0, -1.0}) {
    std::vector<std::vector<double>> own;
    std::copy_if(figure.rows.begin(), figure.rows.end(), std::back_inserter(own),
                 [&](const auto& row) { return row[0] == label; });
    figure.table.push_back(summary_of(own, label));
  }
  for (std::size_t cluster = 0; cluster < cluster_count; ++cluster) {   // λB±
    const double lambda = figure_1_model.lambda;
    figure.centres.push_back({cluster == 0 ? 1.0 : -1.0, lambda * directions[0][cluster],
                              lambda * directions[1][cluster], cluster == 0 ? lambda : 0, cluster == 0 ? 0 : lambda});
  }
  return figure;
}

Simulation simulate_figure_2(const Dynamics& dynamics, std::span<const double> alphas, const FigureOptions& options,
                             Runtime& runtime) {
  SimulationTask task{.model = dynamics.model,
                      .rule = training_rule(dynamics, options.dimension),
                      .start = near_the_origin(),
                      .eta = dynamics.eta};
  task.dimension = options.dimension;
  task.runs = options.runs;
  task.seed = options.seed;
  return simulate(task, alphas, runtime, options.progress);
}

DynamicsFigure figure_2(const FigureOptions& options, Runtime& runtime) {
  const Dynamics dynamics = dynamics_of("lvq1", 0.8, 1);
  DynamicsFigure figure{
      .name = "dynamics-fig-2",
      .caption = fmt::format(
          "overlaps of lvq1, p+ = 0.8, lambda = 1, eta = 0.2: theory, and mean and standard error of {} runs with N = {}",
          options.runs, options.dimension),
      .columns = {"alpha"},
      .table_columns = {"alpha"}};
  std::vector<double> alphas(50);
  std::iota(alphas.begin(), alphas.end(), 1.0);
  const LearningCurve curve = learning_curve(dynamics, near_the_origin(), alphas);
  const Simulation simulation = simulate_figure_2(dynamics, alphas, options, runtime);
  for (const char* const name : overlap_names) {
    for (const char* const kind : {"", "_mean", "_se"}) figure.columns.push_back(std::string(name) + kind);
    figure.table_columns.push_back(name);
    figure.table_columns.push_back("N=" + std::to_string(options.dimension));
  }
  double worst = 0;
  for (std::size_t i = 0; i < alphas.size(); ++i) {
    std::vector<double> row{alphas[i]};
    std::vector<double> shown{alphas[i]};
    const auto theory = to_vector(curve.points[i].overlaps);
    const auto mean = to_vector(simulation.points[i].mean.overlaps);
    const auto error = to_vector(simulation.points[i].standard_error.overlaps);
    for (std::size_t j = 0; j < theory.size(); ++j) {
      row.insert(row.end(), {theory[j], mean[j], error[j]});
      shown.insert(shown.end(), {theory[j], mean[j]});
      worst = std::max(worst, std::abs(theory[j] - mean[j]) / error[j]);
    }
    figure.rows.push_back(row);
    if (i == 0 || i == 1 || (i + 1) % 5 == 0) figure.table.push_back(shown);
  }
  figure.training_share = simulation.training_share;
  figure.notes.push_back(
      fmt::format("the largest deviation of the simulation from the theory is {:.1f} standard errors", worst));
  return figure;
}

DynamicsFigure figure_3_left() {
  DynamicsFigure figure{.name = "dynamics-fig-3-left",
                        .caption = "generalization errors eg(alpha), lambda = 1, eta = 0.2, p+ = 0.8",
                        .columns = {"alpha", "vq", "lvq+", "lvq1"},
                        .table_columns = {"alpha", "vq", "lvq+", "lvq1"}};
  std::vector<double> alphas;
  for (double alpha = 0; alpha <= 200; alpha += alpha < 10 ? 0.5 : 2) alphas.push_back(alpha);
  for (const double alpha : alphas) figure.rows.push_back({alpha});
  for (const char* const rule : {"vq", "lvq+", "lvq1"}) {
    const Overlaps start = std::string(rule) == "vq" ? broken(1e-3, 1e-4) : near_the_origin();
    const LearningCurve curve = learning_curve(dynamics_of(rule, 0.8, 1), start, alphas);
    for (std::size_t i = 0; i < alphas.size(); ++i) figure.rows[i].push_back(curve.points[i].error.total);
  }
  for (const auto& row : figure.rows) {
    if (row[0] < 3 || row[0] == 5 || std::fmod(row[0], 20) == 0 || row[0] == 10) figure.table.push_back(row);
  }
  figure.notes = {
      "the paper does not state p+ of this panel: 0.8 as in figure 2",
      "vq starts with R++ = R-- = 0.001, the others with R = 0: from a symmetric start it would never specialize"};
  return figure;
}

DynamicsFigure figure_3_right(Runtime& runtime) {
  DynamicsFigure figure{.name = "dynamics-fig-3-right",
                        .caption = "asymptotic generalization errors for eta -> 0, eta*alpha -> infinity, lambda = 1.2",
                        .columns = {"p_plus", "optimum", "lvq1", "lvq+", "vq", "trivial"},
                        .table_columns = {"p+", "optimum", "lvq1", "lvq+", "vq", "min(p+,p-)"}};
  constexpr std::size_t steps = 49;
  figure.rows.resize(steps);
  runtime.run(steps, [&](std::size_t i) {
    const double p = static_cast<double>(i + 1) / (steps + 1);
    const ClusterModel model{.p_plus = p, .lambda = 1.2};
    std::vector<double> row{p, best_hyperplane(model).error};
    for (const char* const rule : {"lvq1", "lvq+", "vq"}) {
      const auto theory = theory_rule(dynamics_of(rule, p, 1.2));
      const SmallRateLimit limit =
          small_rate_limit(model, *theory, std::string(rule) == "vq" ? broken(0.5, 0.5) : near_the_origin());
      if (!limit.is_stable())
        throw NumericalError(fmt::format("{}, p+ = {}: no stable state was found for eta -> 0", rule, p));
      row.push_back(limit.error.total);
    }
    row.push_back(trivial_error(model));
    figure.rows[i] = row;
  });
  for (std::size_t i = 4; i < figure.rows.size(); i += 5) figure.table.push_back(figure.rows[i]);
  return figure;
}

}   // namespace

std::vector<std::string> dynamics_figures() {
  return {"dynamics-fig-1", "dynamics-fig-2", "dynamics-fig-3-left", "dynamics-fig-3-right"};
}

DynamicsFigure dynamics_figure(const std::string& name, const FigureOptions& options, Runtime& runtime) {
  if (name == "dynamics-fig-1") return figure_1(options);
  if (name == "dynamics-fig-2") return figure_2(options, runtime);
  if (name == "dynamics-fig-3-left") return figure_3_left();
  if (name == "dynamics-fig-3-right") return figure_3_right(runtime);
  throw UsageError(unknown_name("figure", name, dynamics_figures()));
}

}   // namespace protea
