// From a configuration and data to a model: the composition of everything else.
#pragma once

#include <string>

#include <protea/catalogue/configuration.hpp>
#include <protea/train/fit.hpp>

namespace protea {

struct CheckpointPlan {
  std::string path;                        // empty: no checkpoints
  std::size_t every = 10;                  // epochs
  bool resume = false;                     // go on from `path` where it exists
};

struct TrainedModel {
  Model model;
  Outcome outcome;
  std::size_t training_samples = 0;        // after dropping and holding out
  std::size_t dropped_rows = 0;
};

// Trains on the rows of `dataset` (labels needed). Everything learned from data, scaling and filling included, is learned from
// these rows less the held-out part.
TrainedModel train_model(const Configuration& configuration, const Dataset& dataset, const Encoding& encoding, Runtime& runtime,
                         const Observer& observer = {}, const CheckpointPlan& checkpoints = {});

// Rows of a data set as a model wants them: filled and scaled, or a DataError.
Matrix prepare(const Model& model, const Dataset& dataset);

}  // namespace protea
