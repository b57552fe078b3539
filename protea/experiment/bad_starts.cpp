#include <protea/experiment/bad_starts.hpp>

#include <cmath>

#include <protea/base/random.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/model/nearest_search.hpp>
#include <protea/optimize/means.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

namespace protea {
namespace {

constexpr double deviation = 0.25;

std::size_t side_of(const BadStartOptions& options) {
  return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(options.clusters)) - 1e-9));
}

void place_centre(std::size_t cluster, std::size_t side, MutableRow to) {
  to[0] = static_cast<double>(cluster % side);
  to[1] = static_cast<double>(cluster / side);
}

struct Contender {
  const char* name;
  const char* rule;
  bool by_means;
  std::int64_t epochs;
  double rate;
};
constexpr Contender contenders[] = {
    {"vq", "vq", false, 50, 0.05}, {"k-means", "vq", true, 300, 0}, {"neural-gas", "neural-gas", false, 50, 0.5}};

struct Quality {
  double error;
  std::size_t unused;
};

Quality quality_of(const Matrix& x, MatrixView w) {
  std::vector<std::uint32_t> winners(x.rows());
  std::vector<double> distances(x.rows());
  NearestSearch().find(w, x.view(), winners, distances);
  std::vector<char> is_used(w.rows);
  Quality quality{0, w.rows};
  for (std::size_t i = 0; i < x.rows(); ++i) {
    quality.error += distances[i] / static_cast<double>(x.rows());
    if (is_used[winners[i]]) continue;
    is_used[winners[i]] = 1;
    --quality.unused;
  }
  return quality;
}

Quality run_one(const Contender& contender, const Matrix& x, const std::vector<double>& start, std::uint64_t seed) {
  const PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 2,
                             std::vector<Label>(start.size() / 2, no_label), Scope::shared);
  const PrototypeObjective objective(space, rules().make(contender.rule, {}), x.view(), Labels{});
  Plan plan;
  plan.epochs = contender.epochs;
  plan.seed = static_cast<std::int64_t>(seed);
  Sgd sgd;
  if (!contender.by_means) sgd.rate = contender.rate;
  sgd.schedule = Schedule::exponential;
  Means means;
  means.seed_again = false;   // the textbook's
  Serial serial;
  TrainingState state{.parameters = start};
  fit({objective, contender.by_means ? static_cast<Optimizer&>(means) : sgd, plan, serial}, state);
  return quality_of(x, space.prototypes(Row(state.parameters)));
}

}   // namespace

std::size_t BadStarts::wins(std::size_t first, std::size_t second) const {
  std::size_t count = 0;
  for (std::size_t t = 0; t < runs[first].errors.size(); ++t)
    count += runs[first].errors[t] < runs[second].errors[t] ? 1 : 0;
  return count;
}

Matrix clusters_on_a_square(const BadStartOptions& options, std::uint64_t seed) {
  Random random(seed, Purpose::generator);
  Matrix x(options.samples, 2);
  for (std::size_t i = 0; i < options.samples; ++i) {
    place_centre(i % options.clusters, side_of(options), x.row(i));
    for (double& each : x.row(i)) each += deviation * random.normal();
  }
  return x;
}

BadStarts bad_starts(const BadStartOptions& options, Runtime& runtime) {
  BadStarts result;
  for (const Contender& contender : contenders)
    result.runs.push_back(
        {contender.name, std::vector<double>(options.trials), std::vector<std::size_t>(options.trials)});
  std::vector<double> references(options.trials);
  runtime.run(options.trials, [&](std::size_t trial) {
    const std::uint64_t seed = options.seed + trial;
    const Matrix x = clusters_on_a_square(options, seed);
    Random random(seed, Purpose::prototypes);
    std::vector<double> start(2 * options.clusters);
    for (double& each : start) each = 0.1 * random.normal();   // all in the first cluster
    for (std::size_t c = 0; c < std::size(contenders); ++c) {
      const Quality quality = run_one(contenders[c], x, start, seed);
      result.runs[c].errors[trial] = quality.error;
      result.runs[c].unused[trial] = quality.unused;
    }
    Matrix centres(options.clusters, 2);
    for (std::size_t k = 0; k < options.clusters; ++k) place_centre(k, side_of(options), centres.row(k));
    references[trial] = quality_of(x, centres.view()).error;
  });
  for (const double each : references) result.reference += each / static_cast<double>(options.trials);
  return result;
}

}   // namespace protea
