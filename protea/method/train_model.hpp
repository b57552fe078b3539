// From a configuration and data to a model of prototypes: the composition of everything else.
#pragma once

#include <string>

#include <protea/base/export.hpp>
#include <protea/method/configuration.hpp>
#include <protea/method/method.hpp>

namespace PROTEA_EXPORT protea {

struct TrainedModel {
  PrototypeModel model;
  Outcome outcome;
  std::size_t training_samples = 0;   // after dropping and holding out
  std::size_t dropped_rows = 0;
};

// Trains on the rows of `dataset`. Everything learned from data, scaling and filling included, is learned from
// these rows less the held-out part.
TrainedModel train_model(const Configuration& configuration, const Dataset& dataset, const Encoding& encoding,
                         const TrainingContext& context);
inline TrainedModel train_model(const Configuration& configuration, const Dataset& dataset, const Encoding& encoding,
                                Runtime& runtime, const Observer& observer = {},
                                const CheckpointPlan& checkpoints = {}) {
  return train_model(configuration, dataset, encoding, TrainingContext{runtime, observer, checkpoints});
}

}   // namespace protea
