// How models of prototypes write and read themselves.
#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/dissimilarity/expansion_distance.hpp>
#include <protea/model/prototype_model.hpp>

namespace protea {
namespace {

Settings settings_of(const Decision& decision) {
  Settings settings = recorded_options(decision);
  settings.insert(settings.begin(), {"kind", std::string(choice_name(decision.kind))});
  return settings;
}

// Files of earlier versions have none: they answer by the nearest prototype.
Decision decision_from(const Value& description) {
  Decision decision{.scores = ScoreScale::absolute};   // unless the file says otherwise
  const Value* const fields = description.find("decision");
  if (!fields) return decision;
  for (const auto& [name, text] : protea::settings_of(*fields)) {
    if (name == "kind") decision.kind = parse_choice<DecisionKind>("decision", text);
    else set_option(decision, "decision", name, text_of_recorded(name, text));
  }
  return decision;
}

ComponentRecord record_of(const AnyDissimilarity& dissimilarity) {
  ComponentRecord record{std::string(dissimilarity.name()), {}};
  for (const auto& [name, value] : dissimilarity.options()) record.settings.emplace_back(name, value_text(value));
  return record;
}

// Prototypes × features; groups × parameters, or groups × rows × features for a metric of whole rows over the features.
std::vector<std::size_t> shape_of_block(const PrototypeSpace& space, const ParameterBlock& block) {
  if (block.name == space.prototype_block().name) return {space.prototype_count(), space.features()};
  if (block.name == space.rule_block().name) return {block.size};
  if (space.has_label_vectors() && block.name == space.label_block().name)
    return {space.prototype_count(), space.label_space().classes};
  const std::size_t size = block.size / space.group_count();
  if (size > space.features() && size % space.features() == 0)
    return {space.group_count(), size / space.features(), space.features()};
  return {space.group_count(), size};
}

void add_expansion(const Expansion& expansion, ModelArchive& archive) {
  Fields fields{{"space", choice_name(expansion.space)}};
  if (expansion.dissimilarity) fields.emplace_back("dissimilarity", fields_of(record_of(*expansion.dissimilarity)));
  archive.description.emplace_back("expansion", fields);
  archive.tensors.push_back({"expansion.rows", {expansion.size()}, expansion.rows});
  if (!expansion.self.empty()) archive.add("expansion.self", {expansion.size()}, expansion.self);
  if (expansion.space != Space::combinations) return;
  archive.add("expansion.samples", {expansion.size(), expansion.columns}, expansion.samples.values());
}

Expansion expansion_from(const StoredModel& stored, const Value& fields, const PartMakers& make) {
  const TensorFile& file = stored.file;
  const std::size_t columns = stored.encoding.feature_count();
  Expansion expansion{parse_choice<Space>("space", fields.at("space").text()), {}, {}, {}, {}, columns};
  expansion.rows = file.integer_values("expansion.rows");
  const bool has_columns = is_given_matrix(expansion.space);
  const bool is_whole = !expansion.rows.empty() && expansion.space != Space::features &&
                        std::all_of(expansion.rows.begin(), expansion.rows.end(), [&](std::int32_t row) {
                          return row >= 0 && (!has_columns || static_cast<std::size_t>(row) < columns);
                        });
  if (expansion.space == Space::kernel_matrix) expansion.self = file.real_values("expansion.self");
  if (!is_whole || (expansion.space == Space::kernel_matrix && expansion.self.size() != expansion.size())) {
    throw DataError(fmt::format("{}: the samples that the prototypes are made of are incomplete", file.source));
  }
  if (expansion.space != Space::combinations) return expansion;
  expansion.dissimilarity = make.dissimilarity(component_from(fields.at("dissimilarity")));
  const std::vector<double>& values = stored.values("expansion.samples", {expansion.size(), columns});
  if (expansion.dissimilarity->parameter_count(columns) > 0) {
    throw DataError(fmt::format("{}: the tensor 'expansion.samples' has a wrong shape", file.source));
  }
  expansion.samples = Matrix(expansion.size(), columns);
  std::copy(values.begin(), values.end(), expansion.samples.values().begin());
  return expansion;
}

// Of the prototypes; those of a model without classes have none.
std::vector<Label> labels_from(const StoredModel& stored) {
  const std::vector<std::int32_t>& labels = stored.file.integer_values("labels");
  for (const std::int32_t label : labels) {
    const bool is_known = stored.class_names.empty()
                              ? label == no_label
                              : label >= 0 && static_cast<std::size_t>(label) < stored.class_names.size();
    if (!is_known) throw DataError(fmt::format("{}: a prototype has a label that no class has", stored.file.source));
  }
  return {labels.begin(), labels.end()};
}

// The space of the prototypes: the features, or the samples that they are combinations of.
PrototypeSpace space_from(const StoredModel& stored, const std::optional<Expansion>& expansion,
                          const PartMakers& make) {
  std::vector<Label> labels = labels_from(stored);
  const std::size_t n = stored.encoding.feature_count();
  if (labels.empty() || n == 0) throw DataError(fmt::format("{}: the model holds no prototype", stored.file.source));
  const std::size_t rule_parameters = stored.file.real_values("rule").size();
  const Scope scope = parse_choice<Scope>("scope", stored.description.at("scope").text());
  if (expansion) {
    return PrototypeSpace(std::make_shared<const LiftedDissimilarity<ExpansionDistance>>(), expansion->size() + 1,
                          std::move(labels), scope, rule_parameters);
  }
  LabelVectors label_vectors;
  if (const Value* const psi = stored.description.find("label_dissimilarity"))
    label_vectors = {make.dissimilarity(component_from(*psi)), stored.class_names.size()};
  if (label_vectors.classes > 0 && label_vectors.dissimilarity->parameter_count(label_vectors.classes) > 0)
    throw DataError(fmt::format("{}: the dissimilarity of labels has parameters", stored.file.source));
  return PrototypeSpace(make.dissimilarity(component_from(stored.description.at("dissimilarity"))), n,
                        std::move(labels), scope, rule_parameters, std::move(label_vectors));
}

void add_units(const UnitRecord& units, ModelArchive& archive) {
  if (!units.hits.empty()) archive.add("hits", {units.hits.size()}, units.hits);
  if (units.class_names.empty()) return;
  archive.description.emplace_back("unit_classes", units.class_names);
  archive.add("unit_classes", {units.classes.rows(), units.class_names.size()}, units.classes.values());
}

std::optional<UnitRecord> units_from(const StoredModel& stored, std::size_t prototypes) {
  const Value* const names = stored.description.find("unit_classes");
  const bool has_hits = stored.file.has_tensor("hits");
  if (!has_hits && !names) return std::nullopt;
  UnitRecord units{has_hits ? stored.values("hits", {prototypes}) : std::vector<double>{}, {}, Matrix(prototypes, 0)};
  if (!names) return units;
  units.class_names = names->texts();
  const std::vector<double>& counts = stored.values("unit_classes", {prototypes, units.class_names.size()});
  units.classes = Matrix(prototypes, units.class_names.size());
  std::copy(counts.begin(), counts.end(), units.classes.values().begin());
  return units;
}

// A free lattice is a matrix, which the options of a rule cannot say.
void add_lattice(const PrototypeModel& model, ModelArchive& archive) {
  const Lattice* const lattice = model.lattice();
  if (!lattice || lattice->topology != Topology::free) return;
  archive.add("lattice", {lattice->size(), lattice->size()}, lattice->squared->values());
}

std::shared_ptr<const AnyRule> on_stored_lattice(std::shared_ptr<const AnyRule> rule, const StoredModel& stored,
                                                 std::size_t prototypes) {
  if (!rule || !rule->lattice()) return rule;
  Lattice lattice = *rule->lattice();
  if (lattice.topology == Topology::free) {
    const std::vector<double>& squared = stored.values("lattice", {prototypes, prototypes});
    Matrix distances(prototypes, prototypes);
    std::copy(squared.begin(), squared.end(), distances.values().begin());
    lattice.squared = std::make_shared<const Matrix>(std::move(distances));
  }
  if (lattice.size() != prototypes)
    throw DataError(fmt::format("{}: the lattice of the map has another number of units than there are prototypes",
                                stored.file.source));
  return rule->on(lattice);
}

constexpr std::string_view statistics_prefix = "statistics.";

}   // namespace

void PrototypeModel::write(ModelArchive& archive) const {
  archive.description.emplace_back("dissimilarity", fields_of(record_of(space.dissimilarity())));
  archive.description.emplace_back("scope", choice_name(space.scope()));
  archive.description.emplace_back("decision", protea::fields_of(settings_of(decision)));
  for (const ParameterBlock& block : space.layout()) {
    archive.add(block.name, shape_of_block(space, block), Row(parameters).subspan(block.first, block.size));
  }
  archive.tensors.push_back(
      {"labels", {space.prototype_count()}, std::vector<std::int32_t>(space.labels().begin(), space.labels().end())});
  if (expansion) add_expansion(*expansion, archive);
  if (space.has_label_vectors())
    archive.description.emplace_back("label_dissimilarity", fields_of(record_of(*space.label_space().dissimilarity)));
  if (units) add_units(*units, archive);
  add_lattice(*this, archive);
  for (const NamedValues& each : statistics)
    archive.add(std::string(statistics_prefix) + each.name, {each.values.size()}, each.values);
}

std::unique_ptr<Model> PrototypeModel::read(const StoredModel& stored, const PartMakers& make) {
  auto model = std::make_unique<PrototypeModel>();
  model->decision = decision_from(stored.description);
  demand_fitting(model->decision, {{}, stored.class_names});
  if (const Value* const fields = stored.description.find("expansion"))
    model->expansion = expansion_from(stored, *fields, make);
  model->space = space_from(stored, model->expansion, make);
  for (const ParameterBlock& block : model->space.layout()) {
    const std::vector<double>& values = stored.values(block.name, shape_of_block(model->space, block));
    model->parameters.insert(model->parameters.end(), values.begin(), values.end());
  }
  const Value& training = stored.description.at("training");
  if (const Value* const rule = training.find("rule"); rule && !rule->at("name").text().empty())
    model->rule = on_stored_lattice(make.rule(component_from(*rule)), stored, model->space.prototype_count());
  model->units = units_from(stored, model->space.prototype_count());
  for (const Tensor& tensor : stored.file.tensors) {
    if (!tensor.name.starts_with(statistics_prefix)) continue;
    model->statistics.push_back({tensor.name.substr(statistics_prefix.size()), stored.file.real_values(tensor.name)});
  }
  return model;
}

}   // namespace protea
