// The only training loop.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>
#include <protea/runtime/runtime.hpp>
#include <protea/train/between_epochs.hpp>
#include <protea/train/companion.hpp>
#include <protea/train/plan.hpp>

namespace PROTEA_EXPORT protea {

// Everything that changes while training, between two epochs. With the optimizer's own buffers it is a checkpoint.
struct TrainingState {
  std::vector<double> parameters = {};
  std::size_t epoch = 0;   // epochs done
  double cost = 0;         // of the last epoch, as seen while stepping
  bool has_cost = false;
  bool is_converged = false;
  std::vector<double> best_parameters = {};   // on the held-out part; empty without one
  double best_loss = 0;
  std::size_t best_epoch = 0;
};

enum class StopReason { epochs, tolerance, stationary, validation, observer, reached };

struct Outcome {
  std::size_t epochs = 0;
  bool converged = false;
  StopReason reason = StopReason::epochs;
  double cost = 0;                // sum of the losses over the training samples at the final parameters
  std::size_t seeded_again = 0;   // prototypes that had no samples and began again, see Averager
};

struct EpochReport {
  const TrainingState& state;
  std::size_t epochs;   // planned
  double cost;
  std::optional<double> held_out = {};   // of held-out samples, brought to the weight of those trained on
};

// Called after each epoch; returning false stops.
using Observer = std::function<bool(const EpochReport&)>;

struct FitTask {
  const Objective& objective;
  Optimizer& optimizer;
  Plan plan;
  Runtime& runtime;
  const Objective* validation = nullptr;   // held-out samples over the same parameters
  Observer observer = {};
  Companion* companion = nullptr;   // learns beside a stepper, with one sample per step
  // For steps over some samples at a time: the samples of an epoch where some are presented more than once.
  // Empty: each once.
  std::span<const std::uint32_t> presented = {};
  BetweenEpochs* between = nullptr;
  bool wants_cost = true;   // at the end; false where it means nothing and takes long
};

// Trains from state.parameters, or goes on where the state (and the optimizer's buffers) left off. Throws a UsageError
// when the parts do not fit and a NumericalError naming the epoch when numbers leave their domain.
Outcome fit(const FitTask& task, TrainingState& state);

}   // namespace protea
