// The list of methods: every preset, and one line for each method of its own.
#include <protea/catalogue/methods.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/catalogue/configure.hpp>
#include <protea/method/embedding_method.hpp>
#include <protea/method/lifted_method.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/perceptron/hopfield_method.hpp>
#include <protea/perceptron/kernel_method.hpp>
#include <protea/perceptron/layered_methods.hpp>
#include <protea/perceptron/soft_adatron_method.hpp>
#include <protea/perceptron/unit_methods.hpp>
#include <protea/model/abilities.hpp>
#include <protea/perceptron/regression_method.hpp>
#include <protea/perceptron/svm_method.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

struct OwnMethod {
  MethodEntry entry;
  ModelKind kind;
};

template <PlainMethod M>
OwnMethod method() {
  const auto go_on = [](const Model& model, const Settings& changes) {   // with the settings it was trained with
    Settings settings = model.record.plan;
    settings.insert(settings.end(), changes.begin(), changes.end());
    return std::make_shared<const LiftedMethod<M>>(settings);
  };
  return {{std::string(M::name), std::string(M::summary), std::string(M::Model::kind_name), nullptr,
           std::string(M::traits.formula), std::string(M::traits.source), describe_options<M>(),
           [](const Settings& changes) { return std::make_shared<const LiftedMethod<M>>(changes); }, go_on},
          {std::string(M::Model::kind_name), M::Model::read}};
}

const std::vector<OwnMethod>& own_methods() {
  // clang-format off
  static const std::vector<OwnMethod> list{
      method<PerceptronMethod>(),
      method<MinOverMethod>(),
      method<AdalineMethod>(),
      method<AdatronMethod>(),
      method<SoftAdatronMethod>(),
      method<PocketMethod>(),
      method<CostMethod>(),
      method<CommitteeMethod>(),
      method<ParityMethod>(),
      method<KernelAdatronMethod>(),
      method<HopfieldMethod>(),
      method<RegressionMethod>(),
      method<RidgeMethod>(),
      method<SupportVectorMethod>(),
  };
  // clang-format on
  return list;
}

std::shared_ptr<const Method> method_of(Configuration configuration) {
  if (configuration.embedding) return std::make_shared<const EmbeddingMethod>(std::move(configuration));
  return std::make_shared<const PrototypeMethod>(std::move(configuration));
}

MethodEntry composition(const Preset& preset) {
  return {.name = preset.name,
          .summary = preset.summary,
          .model_kind = std::string(preset.embeds ? EmbeddingModel::kind_name : PrototypeModel::kind_name),
          .preset = &preset,
          .make = [name = preset.name](const Settings& changes) { return method_of(configure(name, changes)); },
          .go_on =
              [](const Model& model, const Settings& changes) {
                return std::make_shared<const PrototypeMethod>(
                    configuration_of(demand<PrototypeModel>(model, "this method"), changes));
              }};
}

}   // namespace

const std::vector<MethodEntry>& methods() {
  static const std::vector<MethodEntry> all = [] {
    std::vector<MethodEntry> entries;
    for (const Preset& preset : presets()) entries.push_back(composition(preset));
    for (const OwnMethod& own : own_methods()) entries.push_back(own.entry);
    return entries;
  }();
  return all;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const MethodEntry& entry : methods()) names.push_back(entry.name);
  return names;
}

const MethodEntry& find_method(std::string_view name) {
  for (const MethodEntry& entry : methods()) {
    if (entry.name == name) return entry;
  }
  throw UsageError(unknown_name("method", name, method_names()));
}

std::shared_ptr<const Method> make_method(const std::string& name, const Settings& changes) {
  return find_method(name).make(changes);
}

std::shared_ptr<const Method> parse_method(const std::string& text, const Settings& common) {
  const std::vector<std::string_view> parts = split(text, ':');
  Settings changes = common;
  for (std::size_t p = 1; p < parts.size(); ++p) {
    const std::size_t equals = parts[p].find('=');
    if (equals == std::string_view::npos) {
      throw UsageError(
          fmt::format("'{}': options of a method are written as in gmlvq:prototypes=2:rule.steepness=5", text));
    }
    changes.emplace_back(trim(parts[p].substr(0, equals)), trim(parts[p].substr(equals + 1)));
  }
  return make_method(std::string(trim(parts.front())), changes);
}

std::shared_ptr<const Method> method_of(const Model& model, const Settings& changes) {
  if (model.kind() == PrototypeModel::kind_name)
    return composition(presets().front()).go_on(model, changes);   // codebooks too
  return find_method(model.record.method).go_on(model, changes);
}

void demand_answers(const Model& model) {
  if (!find_ability<Estimating>(model)) demand_classes(model, "a measured accuracy");
}

Contender contender_of(const std::string& name, std::shared_ptr<const Method> method, const Encoding& encoding) {
  std::string identity = identity_of(*method);
  return {name,
          [method = std::move(method), encoding](const Dataset& training, const Dataset& test) {
            Serial serial;
            const Trained trained = method->train(training, encoding, {serial});
            demand_answers(*trained.model);
            return trained.model->predict(trained.model->prepare(test).view(), serial);
          },
          std::move(identity)};
}

PartMakers part_makers() {
  return {[](const ComponentRecord& record) { return dissimilarities().make(record.name, record.settings); },
          [](const ComponentRecord& record) -> std::shared_ptr<const AnyRule> {
            const auto known = rules().names();
            if (std::find(known.begin(), known.end(), record.name) == known.end()) return nullptr;
            return rules().make(record.name, record.settings);
          }};
}

const std::vector<ModelKind>& model_kinds() {
  static const std::vector<ModelKind> kinds = [] {
    std::vector<ModelKind> all{
        {std::string(PrototypeModel::kind_name),
         [makers = part_makers()](const StoredModel& stored) { return PrototypeModel::read(stored, makers); }}};
    all.push_back({std::string(EmbeddingModel::kind_name), [makers = part_makers()](const StoredModel& stored) {
                     return EmbeddingModel::read(stored, makers);
                   }});
    for (const OwnMethod& own : own_methods()) {   // several methods may make models of one kind
      if (std::ranges::none_of(all, [&](const ModelKind& kind) { return kind.name == own.kind.name; }))
        all.push_back(own.kind);
    }
    return all;
  }();
  return kinds;
}

}   // namespace protea
