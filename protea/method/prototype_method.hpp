// Learning vector quantization in all its compositions, as one kind of method: from a configuration and data to a model
// of prototypes.
#pragma once

#include <protea/base/export.hpp>
#include <protea/method/configuration.hpp>
#include <protea/method/method.hpp>
#include <protea/method/training_source.hpp>

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
// … on rows that may be elsewhere.
TrainedModel train_model(const Configuration& configuration, TrainingSource& source, const Encoding& encoding,
                         const TrainingContext& context);
inline TrainedModel train_model(const Configuration& configuration, const Dataset& dataset, const Encoding& encoding,
                                Runtime& runtime, const Observer& observer = {},
                                const CheckpointPlan& checkpoints = {}) {
  return train_model(configuration, dataset, encoding, TrainingContext{runtime, observer, checkpoints});
}

Trained as_trained(TrainedModel trained);

class PrototypeMethod final : public Method {
 public:
  explicit PrototypeMethod(Configuration configuration) : configuration_(std::move(configuration)) {}

  const Configuration& configuration() const { return configuration_; }

  std::string_view name() const override { return configuration_.method; }
  bool takes(TargetKind kind) const override;
  DataOptions data() const override;
  std::uint64_t seed() const override { return static_cast<std::uint64_t>(configuration_.plan.seed); }
  std::string positive_class() const override { return configuration_.decision.positive; }
  Settings describe() const override { return protea::describe(configuration_); }
  std::vector<std::string> notes() const override { return configuration_.notes; }
  Trained train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const override;
  Trained go_on(const Model& model, const Dataset& dataset, const TrainingContext& context) const override;
  void demand_elsewhere() const override;   // more depends on the rows: see RowsElsewhere
  Trained train_elsewhere(const RowsOfOthers& rows, const Encoding& encoding,
                          const TrainingContext& context) const override;
  void demand_streaming() const override;
  std::unique_ptr<StreamLearner> stream(const Model& model) const override;

 private:
  Configuration configuration_;
};

}   // namespace protea
