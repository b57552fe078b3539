#include <protea/method/prototype_method.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/method/continue_model.hpp>
#include <protea/method/train_model.hpp>

namespace protea {
namespace {

Trained as_trained(TrainedModel trained) {
  return {std::make_unique<PrototypeModel>(std::move(trained.model)), trained.outcome, trained.training_samples, trained.dropped_rows};
}

}  // namespace

bool PrototypeMethod::takes(TargetKind kind) const {
  return kind == TargetKind::labels || (kind == TargetKind::none && !configuration_.rule->traits().supervised);
}

DataOptions PrototypeMethod::data() const {
  return {configuration_.scaling, configuration_.missing, configuration_.nominal, is_given_matrix(configuration_.space)};
}

std::vector<std::string> PrototypeMethod::notes(const Settings& changes) const {
  std::vector<std::string> result;
  const auto is_set = [&](std::string_view key) {
    return std::any_of(changes.begin(), changes.end(), [&](const auto& change) { return change.first == key; });
  };
  const Optimizer& optimizer = *configuration_.optimizer;
  for (const char* const key : {"batch", "presentation"}) {
    if (is_set(key) && optimizer.needs_cost()) result.push_back(fmt::format("{} has no effect: {} always uses all samples", key, optimizer.name()));
  }
  if (is_set("prototypes") && configuration_.initialization == Initialization::file) {
    result.push_back("prototypes has no effect: the file says how many there are");
  }
  if (is_set("prototypes") && configuration_.initialization == Initialization::samples) {
    result.push_back("prototypes has no effect: every sample is one");
  }
  const auto is_about_dissimilarity = [](const auto& change) { return change.first.starts_with("dissimilarity"); };
  if (is_given_matrix(configuration_.space) && std::any_of(changes.begin(), changes.end(), is_about_dissimilarity)) {
    result.push_back(fmt::format("dissimilarity has no effect: the {} says how samples differ", choice_name(configuration_.space)));
  }
  const std::string_view by_coordinate = optimizer.steps_by_coordinate() ? optimizer.name() : std::string_view{};
  for (const auto& [key, text] : changes) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) continue;
    const std::string_view option = std::string_view(key).substr(dot + 1);
    std::string caveat;
    if (key.starts_with("rule.")) caveat = configuration_.rule->caveat(option);
    if (key.starts_with("dissimilarity.")) caveat = configuration_.dissimilarity->caveat(option, by_coordinate);
    if (!caveat.empty()) result.push_back(fmt::format("{} {}", key, caveat));
  }
  return result;
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

}  // namespace protea
