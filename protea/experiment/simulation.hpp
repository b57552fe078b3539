// The N-dimensional learning process itself, many times over, with the rule object and the training step that
// train models.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/experiment/cluster_noise.hpp>
#include <protea/base/schedule.hpp>
#include <protea/rule/lifted.hpp>
#include <protea/runtime/runtime.hpp>
#include <protea/theory/learning_curve.hpp>

namespace PROTEA_EXPORT protea {

struct SimulationTask {
  ClusterModel model;
  std::shared_ptr<const AnyRule> rule;
  std::vector<std::size_t> labels = {0, 1};   // of the prototypes
  Overlaps start;                             // every run starts with exactly these
  double eta = 0.2;                           // the learning rate is η/N
  Schedule schedule = Schedule::constant;     // … and falls to the last α
  double decay = 100;
  std::size_t dimension = 200;
  std::size_t runs = 100;
  std::uint64_t seed = 1;
  Noise noise = Noise::recycled;
};

// At one α, over the runs. Self-averaging shows in the standard deviation, which falls like 1/√N.
struct SimulatedPoint {
  LearningPoint mean;
  LearningPoint standard_error;
  LearningPoint deviation;
};

struct Simulation {
  std::vector<SimulatedPoint> points;   // of the α that every run has reached
  std::optional<double>
      diverged_at;                 // the first α at which the prototypes of a run have run away: the points end before
  std::size_t diverged_runs = 0;   // runs whose prototypes have run away by the last α
  double training_share = 0;       // of the time of the runs, spent in the training step; the rest draws samples
};

// States after round(αN) samples. The result depends on the seed alone, not on the runtime; `observer` hears how many
// runs are done of how many, from one thread at a time. Throws a UsageError for an impossible start.
Simulation simulate(const SimulationTask& task, std::span<const double> alphas, Runtime& runtime,
                    const std::function<void(std::size_t done, std::size_t all)>& observer = {});

}   // namespace protea
