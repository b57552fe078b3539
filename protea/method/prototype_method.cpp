#include <protea/method/prototype_method.hpp>

#include <protea/method/continue_model.hpp>
#include <protea/method/train_model.hpp>

namespace protea {
namespace {

Trained as_trained(TrainedModel trained) {
  return {std::make_unique<PrototypeModel>(std::move(trained.model)), trained.outcome, trained.training_samples,
          trained.dropped_rows};
}

}   // namespace

bool PrototypeMethod::takes(TargetKind kind) const {
  if (kind != TargetKind::none) return kind == TargetKind::labels;
  const bool is_watched_by_class = configuration_.relevance && configuration_.relevance->traits().needs_labels;
  return !configuration_.rule->traits().supervised && !is_watched_by_class;
}

DataOptions PrototypeMethod::data() const {
  return {configuration_.scaling, configuration_.missing, configuration_.nominal,
          is_given_matrix(configuration_.space)};
}

Trained PrototypeMethod::train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const {
  return as_trained(train_model(configuration_, dataset, encoding, context));
}

Trained PrototypeMethod::go_on(const Model& model, const Dataset& dataset, const TrainingContext& context) const {
  return as_trained(continue_model(demand<PrototypeModel>(model, "this method"), configuration_, dataset, context));
}

void PrototypeMethod::demand_streaming() const { demand_online(configuration_); }

std::unique_ptr<StreamLearner> PrototypeMethod::stream(const Model& model) const {
  return std::make_unique<OnlineLearner>(demand<PrototypeModel>(model, "this method"), configuration_);
}

}   // namespace protea
