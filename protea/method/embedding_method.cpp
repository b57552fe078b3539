#include <protea/method/embedding_method.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/random.hpp>
#include <protea/base/text.hpp>
#include <protea/method/training_run.hpp>

namespace protea {
namespace {

constexpr std::size_t most_rows = 20'000;   // the lattice holds a number for every pair

// A row for each sample: how far the others are from it.
Matrix dissimilarities_of(const AnyDissimilarity& dissimilarity, const Matrix& x, Runtime& runtime) {
  constexpr std::size_t at_once = 64;
  Matrix d(x.rows(), x.rows());
  runtime.run((x.rows() + at_once - 1) / at_once, [&](std::size_t b) {
    const std::size_t first = b * at_once;
    const std::size_t count = std::min(at_once, x.rows() - first);
    Scratch scratch;
    dissimilarity.values({x.row(first).data(), count, x.columns(), x.columns()}, x.view(), {},
                         {d.row(first).data(), count, x.rows(), x.rows()}, scratch);
  });
  return d;
}

// The mean dissimilarity of a row from the `neighbours` nearest that differ from it: the unit of the lattice.
double typical_dissimilarity(const Matrix& d, std::size_t neighbours) {
  double sum = 0;
  double count = 0;
  std::vector<double> own;
  for (std::size_t i = 0; i < d.rows(); ++i) {
    own.clear();
    for (const double each : d.row(i)) {
      if (each > 0) own.push_back(each);   // not itself, and nobody who is alike
    }
    const std::size_t k = std::min(neighbours, own.size());
    std::partial_sort(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(k), own.end());
    for (std::size_t r = 0; r < k; ++r) sum += own[r];
    count += static_cast<double>(k);
  }
  return count > 0 ? sum / count : 0;
}

void demand_rows(const Dataset& rows, const std::string& method) {
  if (rows.size() < 3)
    throw DataError(fmt::format("{}: {} {} to embed: {} needs three at least", rows.source,
                                rows.size() == 1 ? "there is" : "there are", counted(rows.size(), "sample"), method));
  if (rows.size() > most_rows) {
    throw UsageError(fmt::format("{} samples: {} holds a number for every pair of them, and {} is the most it takes",
                                 rows.size(), method, most_rows));
  }
}

}   // namespace

Trained EmbeddingMethod::train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const {
  const EmbeddingOptions& options = configuration_.embedding.value();
  TrainingParts parts = cut_into_parts(configuration_, without_targets(dataset));
  demand_rows(parts.training.rows, configuration_.method);
  if (!dataset.weights.empty())
    throw UsageError(
        fmt::format("{} gives every sample a place, whatever it weighs: leave the weights out", configuration_.method));
  auto model = std::make_unique<EmbeddingModel>();
  model->encoding = encoding;
  model->preparation = learn_preparation(parts.training.rows, configuration_.missing, configuration_.scaling);
  prepare_parts(parts, configuration_, model->preparation);
  const Matrix& x = parts.training.x;
  const std::size_t count = x.rows();

  Configuration configuration = configuration_;
  Matrix squared = dissimilarities_of(*configuration.dissimilarity, x, context.runtime);
  const double unit = typical_dissimilarity(squared, static_cast<std::size_t>(options.neighbours));
  if (!(unit > 0)) throw DataError(fmt::format("{}: all samples are alike: there is nothing to embed", dataset.source));
  for (double& each : squared.values()) each = std::max(0.0, each / unit);
  configuration.rule =
      configuration.rule->on({Topology::free, 0, 0, std::make_shared<const Matrix>(std::move(squared))});

  const auto dimensions = static_cast<std::size_t>(options.dimensions);
  const auto seed = static_cast<std::uint64_t>(configuration.plan.seed);
  const std::size_t draws =
      options.draws > 0 ? static_cast<std::size_t>(options.draws) : std::max<std::size_t>(1000, 10 * count);
  const Matrix samples = draw_shape(options, draws, seed);
  const PrototypeSpace space(configuration.embedding_dissimilarity, dimensions, std::vector<Label>(count, no_label),
                             Scope::shared);
  TrainingState state;
  state.parameters.resize(count * dimensions);
  Random random(seed, Purpose::prototypes);
  for (double& each : state.parameters) each = random.uniform();
  space.project_prototypes(state.parameters);

  TrainingRun run(configuration);
  run.objective = std::make_unique<PrototypeObjective>(space, configuration.rule, samples.view(), Labels{});
  Trained trained;
  const std::string identity = identity_of(configuration, parts, state.parameters, std::vector<Label>(count, no_label));
  trained.outcome = run.fit(state, context, identity);
  trained.training_samples = count;
  trained.dropped_rows = parts.dropped_rows;
  model->dissimilarity = configuration.dissimilarity;
  model->rows = x;
  model->places = Matrix(count, dimensions);
  std::ranges::copy(state.parameters, model->places.values().begin());
  model->neighbours = static_cast<std::size_t>(options.neighbours);
  model->record = record_of(configuration, trained.outcome, count);
  trained.model = std::move(model);
  return trained;
}

}   // namespace protea
