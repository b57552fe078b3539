// Learning on: a trained model and new samples.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <protea/catalogue/train_model.hpp>

namespace protea {

// The configuration a model was trained with, and changes of how it goes on: rule, optimizer and plan, weights, decision. What the
// model is made of (metric, prototypes, scaling, …) stays; a UsageError says so.
Configuration configuration_of(const Model& model, const Settings& changes);

// Trains further from the parameters of `model`, on rows encoded as it wants them. Classes, encoding and scaling stay. A model whose
// prototypes are all its samples, without training, takes the new ones in.
TrainedModel continue_model(const Model& model, const Configuration& configuration, const Dataset& dataset, Runtime& runtime,
                            const Observer& observer = {}, const CheckpointPlan& checkpoints = {});

// Throws a UsageError unless the configuration can step from sample to sample, without an end in sight.
void demand_online(const Configuration& configuration);

// Learns from samples as they come, each seen once and in order, at the first learning rates. The optimizer's memory and the
// statistics of a relevance estimator go on from call to call.
class OnlineLearner {
 public:
  // See demand_online().
  OnlineLearner(Model model, Configuration configuration);

  void learn(const Dataset& rows, Runtime& runtime);
  const Model& model() const { return model_; }

 private:
  Model model_;
  Configuration given_;
  Configuration configuration_;            // as given, but with constant rates, in the order of arrival
  std::shared_ptr<Optimizer> optimizer_;
  TrainingState state_;
};

}  // namespace protea
