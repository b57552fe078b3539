#include <protea/method/rows_here.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <protea/base/large_memory.hpp>
#include <protea/base/weights.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/method/unit_record.hpp>

namespace protea {
namespace {

// What must be in memory as a whole is refused before anything is begun.
void demand_room(const Configuration& configuration, const Dataset& rows) {
  const std::size_t count = rows.size();
  if (configuration.initialization == Initialization::samples) {
    demand_memory(count * rows.x.columns() * sizeof(double),
                  fmt::format("{} keeps all {} samples as prototypes", configuration.method, count));
  }
  if (configuration.space != Space::features) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / sizeof(double);
    demand_memory(count > most / count ? most : count * count * sizeof(double),
                  fmt::format("{} compares all pairs of {} samples", configuration.method, count));
  }
}

}   // namespace

RowsHere::RowsHere(const Configuration& configuration, const Dataset& dataset)
    : dataset_(dataset),
      parts_(cut_into_parts(configuration, learns_from_targets(configuration) ? dataset : without_targets(dataset))) {}

void RowsHere::demand_fitting(const Configuration& configuration) const {
  demand_targets(PrototypeMethod(configuration), training().rows);
  demand_room(configuration, training().rows);
}

Preparation RowsHere::prepare(const Configuration& configuration) {
  Preparation preparation = learn_preparation(training().rows, configuration.missing, configuration.scaling);
  prepare_parts(parts_, configuration, preparation);
  return preparation;
}

Configuration RowsHere::settle(const Configuration& configuration) { return settled(configuration, training()); }

Beginning RowsHere::begin(const Configuration& configuration, const Preparation& preparation, Runtime& runtime,
                          std::size_t attempt) {
  Beginning result{make_start(configuration, training(), preparation, runtime, attempt), {}};
  result.space = space_at(configuration, configuration.dissimilarity->chosen_for(training().x.view()), training().rows,
                          result.start.labels);
  if (result.space.can_be_limited(configuration.reach))
    result.space.limit_prototypes(ranges(), result.start.prototypes.values(), configuration.reach);
  return result;
}

const FeatureRanges& RowsHere::ranges() {
  std::call_once(has_ranges_, [this] { ranges_ = ranges_of(training().x.view()); });
  return ranges_;
}

void RowsHere::initialize_metric(const PrototypeSpace& space, std::uint64_t seed, MutableRow parameters) {
  space.initialize_metric(parameters, seed, training().x.view(), training().rows.y, training().rows.weights);
}

// Each unit's label vector starts as the mean of the memberships of the samples that are nearest to it, or of all.
void RowsHere::start_label_vectors(const PrototypeSpace& space, MutableRow parameters) {
  const Part& training = parts_.training;
  const std::size_t classes = space.label_space().classes;
  const MutableMatrixView y = space.label_vectors(parameters);
  std::vector<double> mean(classes);
  std::vector<double> counts(y.rows);
  PrototypeSpace::Scratches scratches;
  Matrix d(1, y.rows);
  double all = 0;
  for (std::size_t i = 0; i < training.x.rows(); ++i) {
    space.observed_distances(training.x.row(i), parameters, d.row(0), scratches);
    const std::size_t k = nearest_unit(std::as_const(d).row(0));
    const double weight = weight_at(training.weights, i);
    counts[k] += weight;
    all += weight;
    for (std::size_t c = 0; c < classes; ++c) {
      y.row(k)[c] += weight * training.memberships(i, c);
      mean[c] += weight * training.memberships(i, c);
    }
  }
  for (std::size_t k = 0; k < y.rows; ++k) {
    for (std::size_t c = 0; c < classes; ++c) y.row(k)[c] = counts[k] > 0 ? y.row(k)[c] / counts[k] : mean[c] / all;
    space.label_block().manifold->project(y.row(k));
  }
}

// The mean distance of samples to the nearest of seeds among them, as many as there are prototypes: what a quantizer of
// that size can do, wherever prototypes start. Of many samples some are enough.
double RowsHere::typical_distance(const PrototypeSpace& space, const Configuration& configuration,
                                  const Preparation& preparation, Runtime& runtime) {
  const Part& training = parts_.training;
  constexpr std::size_t enough = 5000;
  Configuration seeds = configuration;
  seeds.initialization = Initialization::k_means_seeds;
  std::vector<double> parameters(parameter_count(space.layout()));
  std::ranges::copy(make_start(seeds, training, preparation, runtime).prototypes.values(), parameters.begin());
  space.project_prototypes(parameters);
  space.initialize_metric(parameters, static_cast<std::uint64_t>(configuration.plan.seed));
  const std::size_t step = (training.x.rows() + enough - 1) / enough;
  PrototypeSpace::Scratches scratches;
  std::vector<double> d(space.prototype_count());
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < training.x.rows(); i += step) {
    const double weight = weight_at(training.weights, i);
    space.observed_distances(training.x.row(i), parameters, d, scratches);
    sum += weight * d[nearest_unit(d)];
    all += weight;
  }
  return sum / all;
}

void RowsHere::attach(TrainingRun& run, const PrototypeSpace& space, Runtime& runtime) {
  run.attach(space, parts_, runtime);
}

std::string RowsHere::identity(const Configuration& configuration, Row start, const std::vector<Label>& labels) {
  return identity_of(configuration, parts_, start, labels);
}

void RowsHere::look_at_units(PrototypeModel& model, Runtime& runtime) {
  protea::look_at_units(model, training(), dataset_, runtime);
}

void RowsHere::set_decision(PrototypeModel& model, const Decision& decision) {
  protea::set_decision(model, decision, parts_);
}

std::optional<Decision> RowsHere::decision_out_of_fold(const PrototypeModel& model, const Decision& decision,
                                                       std::uint64_t seed, Runtime& runtime,
                                                       const TrainWithout& train) {
  return protea::decision_out_of_fold(model, decision, training().rows, seed, runtime, train);
}

}   // namespace protea
