// Learning on: a trained model of prototypes and new samples.
#pragma once

#include <memory>

#include <protea/base/export.hpp>
#include <protea/method/prototype_method.hpp>

namespace PROTEA_EXPORT protea {

// Trains further from the parameters of `model`, on rows encoded as it wants them. Classes, encoding and scaling stay.
// A model whose prototypes are all its samples, without training, takes the new ones in.
TrainedModel continue_model(const PrototypeModel& model, const Configuration& configuration, const Dataset& dataset,
                            const TrainingContext& context);
inline TrainedModel continue_model(const PrototypeModel& model, const Configuration& configuration,
                                   const Dataset& dataset, Runtime& runtime, const Observer& observer = {},
                                   const CheckpointPlan& checkpoints = {}) {
  return continue_model(model, configuration, dataset, TrainingContext{runtime, observer, checkpoints});
}

// Throws a UsageError where prototypes are combinations of samples, which cannot go on with others.
void demand_features(const PrototypeModel& model);

// Throws a UsageError unless the configuration can step from sample to sample, without an end in sight.
void demand_online(const Configuration& configuration);

// Learns from samples as they come, each seen once and in order, at the first learning rates. The optimizer's memory
// and the statistics of a relevance estimator go on from call to call.
class OnlineLearner final : public StreamLearner {
 public:
  // See demand_online().
  OnlineLearner(PrototypeModel model, Configuration configuration);

  void learn(const Dataset& rows, Runtime& runtime) override;
  const PrototypeModel& model() const override { return model_; }

 private:
  PrototypeModel model_;
  Configuration given_;
  Configuration configuration_;   // as given, but with constant rates, in the order of arrival
  std::shared_ptr<Optimizer> optimizer_;
  TrainingState state_;
  double earlier_rows_ = 0;   // that the model had learned from: how a stream is cut changes nothing
};

}   // namespace protea
