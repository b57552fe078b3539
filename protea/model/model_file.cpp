#include <protea/model/model_file.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/safetensors.hpp>
#include <protea/dissimilarity/expansion_distance.hpp>

namespace protea {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

Json to_json(const Settings& settings) {
  Json json = Json::object();
  for (const auto& [name, text] : settings) json[name] = text;
  return json;
}

Settings settings_from(const Json& json) {
  Settings settings;
  for (const auto& [name, text] : json.items()) settings.emplace_back(name, text.get<std::string>());
  return settings;
}

Json to_json(const ComponentRecord& record) { return {{"name", record.name}, {"options", to_json(record.settings)}}; }

ComponentRecord component_from(const Json& json) {
  return {json.at("name").get<std::string>(), settings_from(json.at("options"))};
}

Settings settings_of(const Decision& decision) {
  Settings settings{{"kind", std::string(choice_name(decision.kind))}};
  for (const auto& [name, value] : option_values(decision)) {
    if (decision.reject == Rejection::none && name.starts_with("reject")) continue;   // as earlier versions wrote them
    settings.emplace_back(name, value_text(value));
  }
  return settings;
}

// Files of earlier versions have none: they answer by the nearest prototype.
Decision decision_from(const Json& json) {
  Decision decision;
  if (!json.contains("decision")) return decision;
  for (const auto& [name, text] : settings_from(json.at("decision"))) {
    if (name == "kind") decision.kind = parse_choice<DecisionKind>("decision", text);
    else set_option(decision, "decision", name, text);
  }
  return decision;
}

Json to_json(const Encoding& encoding) {
  Json columns = Json::array();
  for (const FeatureColumn& column : encoding.columns) columns.push_back({{"name", column.name}, {"categories", column.categories}});
  Json json = {{"columns", columns},
               {"label", encoding.label_name},
               {"label_position", encoding.label_position},
               {"has_names", encoding.has_names}};
  if (!encoding.optional_column.empty()) json["optional"] = encoding.optional_column;
  if (!encoding.label_columns.empty()) json["label_columns"] = encoding.label_columns;
  if (!encoding.target_name.empty()) json["target"] = encoding.target_name;
  if (!encoding.target_positions.empty()) json["target_positions"] = encoding.target_positions;
  return json;
}

Encoding encoding_from(const Json& json) {
  Encoding encoding;
  for (const Json& column : json.at("columns")) {
    encoding.columns.push_back({column.at("name").get<std::string>(), column.at("categories").get<std::vector<std::string>>()});
  }
  encoding.label_name = json.at("label").get<std::string>();
  encoding.label_position = json.at("label_position").get<std::size_t>();
  encoding.has_names = json.at("has_names").get<bool>();
  encoding.optional_column = json.value("optional", std::string());
  encoding.label_columns = json.value("label_columns", std::vector<std::string>());
  encoding.target_name = json.value("target", std::string());
  encoding.target_positions = json.value("target_positions", std::vector<std::size_t>());
  return encoding;
}

ComponentRecord record_of(const AnyDissimilarity& dissimilarity) {
  ComponentRecord record{std::string(dissimilarity.name()), {}};
  for (const auto& [name, value] : dissimilarity.options()) record.settings.emplace_back(name, value_text(value));
  return record;
}

Json to_json(const TrainingRecord& record) {
  Json json = {{"method", record.method},   {"rule", to_json(record.rule)}, {"optimizer", to_json(record.optimizer)},
               {"plan", to_json(record.plan)}, {"samples", record.samples},   {"epochs", record.epochs},
               {"converged", record.converged}, {"cost", record.cost},        {"version", record.version}};
  if (!record.relevance.name.empty()) json["relevance"] = to_json(record.relevance);
  return json;
}

TrainingRecord record_from(const Json& json) {
  TrainingRecord record;
  record.method = json.at("method").get<std::string>();
  record.rule = component_from(json.at("rule"));
  record.optimizer = component_from(json.at("optimizer"));
  if (json.contains("relevance")) record.relevance = component_from(json.at("relevance"));
  record.plan = settings_from(json.at("plan"));
  record.samples = json.at("samples").get<std::size_t>();
  record.epochs = json.at("epochs").get<std::size_t>();
  record.converged = json.at("converged").get<bool>();
  record.cost = json.at("cost").get<double>();
  record.version = json.at("version").get<std::string>();
  return record;
}

Tensor real_tensor(std::string name, std::vector<std::size_t> shape, Row values) {
  return {std::move(name), std::move(shape), std::vector<double>(values.begin(), values.end())};
}

std::vector<double> optional_values(const TensorFile& file, std::string_view name, std::size_t size) {
  if (!file.has_tensor(name)) return {};
  std::vector<double> values = file.real_values(name);
  if (values.size() != size) throw DataError(fmt::format("{}: the tensor '{}' has a wrong size", file.source, name));
  return values;
}

// Prototypes × features; groups × parameters, or groups × rows × features for a metric of whole rows over the features.
std::vector<std::size_t> shape_of_block(const PrototypeSpace& space, std::size_t block) {
  if (block == 0) return {space.prototype_count(), space.features()};
  if (block == 2) return {space.layout()[2].size};
  const std::size_t size = space.layout()[1].size / space.group_count();
  if (size > space.features() && size % space.features() == 0) return {space.group_count(), size / space.features(), space.features()};
  return {space.group_count(), size};
}

Json to_json(const Expansion& expansion) {
  Json json = {{"space", choice_name(expansion.space)}};
  if (expansion.dissimilarity) json["dissimilarity"] = to_json(record_of(*expansion.dissimilarity));
  return json;
}

void add_expansion(const Expansion& expansion, TensorFile& file) {
  file.tensors.push_back({"expansion.rows", {expansion.size()}, expansion.rows});
  if (!expansion.self.empty()) file.tensors.push_back(real_tensor("expansion.self", {expansion.size()}, expansion.self));
  if (expansion.space != Space::combinations) return;
  file.tensors.push_back(real_tensor("expansion.samples", {expansion.size(), expansion.columns}, expansion.samples.values()));
}

Expansion expansion_from(const TensorFile& file, const Json& json, std::size_t columns, const DissimilarityMaker& make) {
  Expansion expansion{parse_choice<Space>("space", json.at("space").get<std::string>()), {}, {}, {}, {}, columns};
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
  expansion.dissimilarity = make(component_from(json.at("dissimilarity")));
  const std::vector<double>& values = file.real_values("expansion.samples");
  if (file.tensor("expansion.samples").shape != std::vector<std::size_t>{expansion.size(), columns} ||
      expansion.dissimilarity->parameter_count(columns) > 0) {
    throw DataError(fmt::format("{}: the tensor 'expansion.samples' has a wrong shape", file.source));
  }
  expansion.samples = Matrix(expansion.size(), columns);
  std::copy(values.begin(), values.end(), expansion.samples.values().begin());
  return expansion;
}

// The space of the prototypes: the features, or the samples that they are combinations of.
PrototypeSpace space_from(const Model& model, const Json& json, std::vector<Label> labels, std::size_t rule_parameters,
                          const DissimilarityMaker& make) {
  const Scope scope = parse_choice<Scope>("scope", json.at("scope").get<std::string>());
  if (model.expansion) {
    return PrototypeSpace(std::make_shared<const LiftedDissimilarity<ExpansionDistance>>(), model.expansion->size() + 1,
                          std::move(labels), scope, rule_parameters);
  }
  return PrototypeSpace(make(component_from(json.at("dissimilarity"))), model.encoding.feature_count(), std::move(labels), scope,
                        rule_parameters);
}

Model model_from(const TensorFile& file, const Json& json, const DissimilarityMaker& make) {
  if (json.at("format").get<int>() != format_version) {
    throw DataError(fmt::format("{}: this model file has format {}, this program reads format {}", file.source,
                                json.at("format").dump(), format_version));
  }
  Model model;
  model.class_names = json.at("classes").get<std::vector<std::string>>();
  model.encoding = encoding_from(json.at("encoding"));
  model.record = record_from(json.at("training"));
  model.decision = decision_from(json);
  demand_fitting(model.decision, {model.space.labels(), model.class_names});
  const std::size_t n = model.encoding.feature_count();

  const std::vector<std::int32_t>& labels = file.integer_values("labels");
  for (const std::int32_t label : labels) {
    if (label < 0 || static_cast<std::size_t>(label) >= model.class_names.size()) {
      throw DataError(fmt::format("{}: a prototype has a label that no class has", file.source));
    }
  }
  if (labels.empty() || n == 0) throw DataError(fmt::format("{}: the model holds no prototype", file.source));
  const std::vector<double>& rule = file.real_values("rule");
  if (json.contains("expansion")) model.expansion = expansion_from(file, json.at("expansion"), n, make);
  model.space = space_from(model, json, {labels.begin(), labels.end()}, rule.size(), make);
  for (std::size_t b = 0; b < model.space.layout().size(); ++b) {
    const std::string& name = model.space.layout()[b].name;
    const std::vector<double>& values = file.real_values(name);
    if (file.tensor(name).shape != shape_of_block(model.space, b)) {
      throw DataError(fmt::format("{}: the tensor '{}' has a wrong shape", file.source, name));
    }
    model.parameters.insert(model.parameters.end(), values.begin(), values.end());
  }

  constexpr std::string_view prefix = "statistics.";
  for (const Tensor& tensor : file.tensors) {
    if (tensor.name.starts_with(prefix)) model.statistics.push_back({tensor.name.substr(prefix.size()), file.real_values(tensor.name)});
  }
  model.preparation.missing = parse_choice<Missing>("missing", json.at("missing").get<std::string>());
  model.preparation.scaling = parse_choice<Scaling>("scale", json.at("scaling").get<std::string>());
  model.preparation.fill = optional_values(file, "preparation.fill", n);
  model.preparation.shift = optional_values(file, "preparation.shift", n);
  model.preparation.factor = optional_values(file, "preparation.factor", n);
  const bool is_affine = model.preparation.scaling == Scaling::z_score || model.preparation.scaling == Scaling::min_max;
  const bool imputes = model.preparation.missing == Missing::mean || model.preparation.missing == Missing::median;
  const auto is_positive = [](double factor) { return factor > 0; };
  if (model.preparation.shift.size() != (is_affine ? n : 0) || model.preparation.factor.size() != (is_affine ? n : 0) ||
      model.preparation.fill.size() != (imputes ? n : 0) ||
      !std::all_of(model.preparation.factor.begin(), model.preparation.factor.end(), is_positive)) {
    throw DataError(fmt::format("{}: the scaling or filling of the model is incomplete", file.source));
  }
  return model;
}

}  // namespace

std::string encode_model(const Model& model) {
  const PrototypeSpace& space = model.space;
  Json json = {{"format", format_version},
               {"dissimilarity", to_json(record_of(space.dissimilarity()))},
               {"scope", choice_name(space.scope())},
               {"classes", model.class_names},
               {"encoding", to_json(model.encoding)},
               {"missing", choice_name(model.preparation.missing)},
               {"scaling", choice_name(model.preparation.scaling)},
               {"decision", to_json(settings_of(model.decision))},
               {"training", to_json(model.record)}};
  if (model.expansion) json["expansion"] = to_json(*model.expansion);
  TensorFile file;
  file.metadata.emplace_back("protea", json.dump());
  for (std::size_t b = 0; b < space.layout().size(); ++b) {
    const Row values = Row(model.parameters).subspan(space.layout()[b].first, space.layout()[b].size);
    file.tensors.push_back(real_tensor(space.layout()[b].name, shape_of_block(space, b), values));
  }
  file.tensors.push_back({"labels", {space.prototype_count()}, std::vector<std::int32_t>(space.labels().begin(), space.labels().end())});
  const auto add_preparation = [&](const char* name, const std::vector<double>& values) {
    if (!values.empty()) file.tensors.push_back(real_tensor(name, {values.size()}, values));
  };
  add_preparation("preparation.fill", model.preparation.fill);
  add_preparation("preparation.shift", model.preparation.shift);
  add_preparation("preparation.factor", model.preparation.factor);
  if (model.expansion) add_expansion(*model.expansion, file);
  for (const NamedValues& each : model.statistics) file.tensors.push_back(real_tensor("statistics." + each.name, {each.values.size()}, each.values));
  return encode_tensors(file);
}

Model decode_model(std::string_view bytes, const std::string& source, const DissimilarityMaker& make) {
  const TensorFile file = decode_tensors(bytes, source);
  if (!file.has_metadata("protea")) throw DataError(fmt::format("{}: a safetensors file, but not a model of protea", source));
  try {
    return model_from(file, Json::parse(file.metadata_text("protea")), make);
  } catch (const nlohmann::json::exception&) {
    throw DataError(fmt::format("{}: the description of the model is damaged", source));
  } catch (const UsageError& error) {
    throw DataError(fmt::format("{}: {}", source, error.what()));
  }
}

void save_model(const Model& model, const std::string& path) { write_file_atomically(path, encode_model(model)); }

Model load_model(const std::string& path, const DissimilarityMaker& make) { return decode_model(read_file(path), path, make); }

}  // namespace protea
