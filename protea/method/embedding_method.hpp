// From a configuration with an embedding to a model that gives rows their places.
#pragma once

#include <protea/base/export.hpp>
#include <protea/method/configuration.hpp>
#include <protea/method/method.hpp>
#include <protea/model/embedding_model.hpp>

namespace PROTEA_EXPORT protea {

class EmbeddingMethod final : public Method {
 public:
  explicit EmbeddingMethod(Configuration configuration) : configuration_(std::move(configuration)) {}

  std::string_view name() const override { return configuration_.method; }
  bool takes(TargetKind) const override { return true; }   // and keeps them out
  DataOptions data() const override { return {configuration_.scaling, configuration_.missing, configuration_.nominal}; }
  std::uint64_t seed() const override { return static_cast<std::uint64_t>(configuration_.plan.seed); }
  Settings describe() const override { return protea::describe(configuration_); }
  std::vector<std::string> notes() const override { return configuration_.notes; }
  Trained train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const override;

 private:
  Configuration configuration_;
};

}   // namespace protea
