// A complete description of a training run of prototypes, as objects: text is read before, in catalogue/configure.hpp.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <protea/base/export.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/preparation.hpp>
#include <protea/dissimilarity/lifted.hpp>
#include <protea/method/by_class.hpp>
#include <protea/method/embedding.hpp>
#include <protea/model/decision.hpp>
#include <protea/model/expansion.hpp>
#include <protea/train/initialize.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/optimize/optimizer.hpp>
#include <protea/relevance/estimator.hpp>
#include <protea/rule/lifted.hpp>
#include <protea/train/plan.hpp>

namespace PROTEA_EXPORT protea {

// Memberships of a sample: probabilities, which sum to one, or possibilities, which need not.
enum class MembershipSum { any, one };
constexpr auto names_of(MembershipSum) {
  return std::array{std::pair<std::string_view, MembershipSum>{"any", MembershipSum::any},
                    std::pair<std::string_view, MembershipSum>{"one", MembershipSum::one}};
}

// Other parts that there are, each as it is by default: messages name those that would fit. Nobody needs to know any.
struct OtherParts {
  std::vector<std::shared_ptr<const AnyDissimilarity>> dissimilarities = {};
  std::vector<std::shared_ptr<const Optimizer>> optimizers = {};
};

struct Configuration {
  std::string method = "own";   // the preset it began as
  std::shared_ptr<const AnyRule> rule = {};
  std::shared_ptr<const AnyDissimilarity> dissimilarity = {};
  std::shared_ptr<const Optimizer> optimizer = {};   // each run takes a copy
  std::shared_ptr<const RelevanceEstimator> relevance =
      {};   // writes the relevances beside the rule, each run a copy; or none
  std::shared_ptr<const AnyDissimilarity> label_dissimilarity = {};   // of label vectors, where the rule learns them
  std::optional<EmbeddingOptions> embedding = {};   // the data become the units of a map, and get places
  std::shared_ptr<const AnyDissimilarity> embedding_dissimilarity = {};   // among these places
  Scope scope = Scope::shared;
  Space space = Space::features;
  PrototypeCounts prototypes = {};
  Initialization initialization = Initialization::class_mean;
  InitializationOptions initialization_options = {};
  std::function<PrototypeModel(const std::string&)> read_prototypes = {};   // for init = file, when training begins
  double reach = 1;   // how far prototypes may leave the training data, in ranges of each feature; infinite: anywhere
  std::size_t restarts = 1;   // runs from different starts, of which the one of least cost is kept
  MembershipSum membership_sum = MembershipSum::any;
  Scaling scaling = Scaling::z_score;
  Missing missing = Missing::refuse;
  Nominal nominal = Nominal::refuse;
  Decision decision = {};
  ClassWeights class_weights = {};
  ConfusionCosts costs = {};
  Plan plan = {};
  std::vector<std::string> notes = {};   // on what was set without effect, settings marked
  std::shared_ptr<const OtherParts> others = std::make_shared<OtherParts>();
};

// Throws a UsageError in one sentence where parts do not go together. What each part needs and does, it says itself.
void demand_fitting_parts(const Configuration& configuration);

// What could be done about missing values, which messages are to name. Precondition: the parts fit.
Gaps gaps_of(const Configuration& configuration);

// Does it learn from labels or memberships? If not, a label column is kept out of learning.
bool learns_from_targets(const Configuration& configuration);

// The whole configuration as text, every option with its value: for records and for telling two runs apart.
Settings describe(const Configuration& configuration);
// The part of it that belongs to no component.
Settings describe_plan(const Configuration& configuration);

// What a component says of itself.
template <class Component>
ComponentRecord record_of(const Component& component) {
  ComponentRecord record{std::string(component.name()), {}};
  for (const auto& [name, value] : component.options()) record.settings.emplace_back(name, value_text(value));
  return record;
}

}   // namespace protea
