#include <protea/catalogue/load.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/version.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/method/training_run.hpp>
#include <protea/model/map_view.hpp>
#include <protea/rule/cooperation.hpp>

namespace protea {
namespace {

constexpr std::string_view lvq_topology = "lvq";

// Features without names of their own, and behind them the label where there is one.
Encoding encoding_of(std::size_t features, bool has_labels) {
  Encoding encoding;
  for (std::size_t j = 0; j < features; ++j) encoding.columns.push_back({fmt::format("x{}", j + 1), {}});
  if (!has_labels) return encoding;
  encoding.label_name = "class";
  encoding.label_position = features;
  return encoding;
}

// A grid of one row is a chain.
Topology grid_topology(std::size_t rows, Topology otherwise) {
  return rows == 1 && otherwise == Topology::rectangle ? Topology::chain : otherwise;
}

// Vectors on a grid, and how units learn together where that is known: what the method som would have trained.
PrototypeModel map_of(const Matrix& vectors, const Lattice& lattice, const Settings& known) {
  Settings changes{{"scale", std::string(choice_name(Scaling::none))},
                   {"topology", std::string(choice_name(lattice.topology))},
                   {"grid", fmt::format("{}x{}", lattice.columns, lattice.rows)}};
  changes.insert(changes.end(), known.begin(), known.end());
  const Configuration configuration = configure("som", changes);
  PrototypeModel model;
  model.encoding = encoding_of(vectors.columns(), false);
  model.rule = configuration.rule;
  model.space = PrototypeSpace(configuration.dissimilarity, vectors.columns(),
                               std::vector<Label>(vectors.rows(), no_label), configuration.scope);
  model.parameters.assign(vectors.values().begin(), vectors.values().end());
  model.record = record_of(configuration, {}, 0);
  return model;
}

// Each labelled unit counts as one sample of its class; how many it has won is not known.
std::optional<UnitRecord> units_of(const Codebook& codebook) {
  std::set<std::string> names(codebook.labels.begin(), codebook.labels.end());
  names.erase(std::string());
  if (names.empty()) return std::nullopt;
  UnitRecord units{{}, {names.begin(), names.end()}, Matrix(codebook.labels.size(), names.size())};
  for (std::size_t k = 0; k < codebook.labels.size(); ++k) {
    if (codebook.labels[k].empty()) continue;
    units.classes(k, static_cast<std::size_t>(std::distance(names.begin(), names.find(codebook.labels[k])))) = 1;
  }
  return units;
}

PrototypeModel map_from_codebook(const Codebook& codebook) {
  const Topology topology =
      grid_topology(codebook.ydim, codebook.topology == "hexa" ? Topology::hexagon : Topology::rectangle);
  const Lattice lattice{topology, static_cast<std::int64_t>(codebook.xdim), static_cast<std::int64_t>(codebook.ydim)};
  PrototypeModel model = map_of(codebook.vectors, lattice, {{"rule.neighbourhood", codebook.neighbourhood}});
  model.units = units_of(codebook);
  model.encoding = encoding_of(codebook.dimension, model.units.has_value());
  return model;
}

const Lattice* grid_of(const PrototypeModel& model) {
  const Lattice* const lattice = model.lattice();
  return lattice && lattice->topology != Topology::free && !model.expansion ? lattice : nullptr;
}

std::string neighbourhood_of(const AnyRule& rule) {
  for (const auto& [name, value] : rule.options()) {
    if (name == "neighbourhood") return value_text(value);
  }
  return std::string(choice_name(Falloff::gaussian));
}

}   // namespace

std::unique_ptr<Model> load_model(const std::string& path) {
  if (path.ends_with(".cod"))
    return std::make_unique<PrototypeModel>(model_from_codebook(parse_codebook(read_file(path), path), path));
  if (path.ends_with(".wts"))
    return std::make_unique<PrototypeModel>(model_from_weights(parse_esom_weights(read_file(path), path)));
  return decode_model(read_file(path), path, model_kinds());
}

PrototypeModel model_from_codebook(const Codebook& codebook, const std::string& source) {
  if (codebook.topology != lvq_topology) return map_from_codebook(codebook);
  PrototypeModel model;
  std::set<std::string> names;
  const bool has_labels = std::any_of(codebook.labels.begin(), codebook.labels.end(),
                                      [](const std::string& label) { return !label.empty(); });
  for (std::size_t k = 0; has_labels && k < codebook.labels.size(); ++k) {
    if (codebook.labels[k].empty()) throw DataError(fmt::format("{}: vector {} has no label", source, k + 1));
    names.insert(codebook.labels[k]);
  }
  model.class_names.assign(names.begin(), names.end());
  std::vector<Label> labels;
  for (const std::string& name : codebook.labels) {
    labels.push_back(has_labels ? static_cast<Label>(std::distance(names.begin(), names.find(name))) : no_label);
  }
  model.encoding = encoding_of(codebook.dimension, has_labels);
  model.space =
      PrototypeSpace(dissimilarities().make(SquaredEuclidean::name, {}), codebook.dimension, labels, Scope::shared);
  model.parameters.assign(codebook.vectors.values().begin(), codebook.vectors.values().end());
  model.record.method = "codebook";
  model.record.parts = {{"rule", {}}, {"optimizer", {}}};   // not known
  model.record.version = std::string(version());
  return model;
}

Codebook codebook_from_model(const PrototypeModel& model) {
  Codebook codebook;
  codebook.vectors = model.prototypes_in_original_units();
  codebook.dimension = codebook.vectors.columns();
  const Lattice* const grid = grid_of(model);
  for (std::size_t k = 0; k < model.space.prototype_count(); ++k)
    codebook.labels.push_back(grid ? label_of_unit(model, k) : model.class_of(k));
  if (!grid) return codebook;
  codebook.topology = grid->topology == Topology::hexagon ? "hexa" : "rect";
  codebook.xdim = static_cast<std::size_t>(grid->columns);
  codebook.ydim = static_cast<std::size_t>(grid->rows);
  codebook.neighbourhood = neighbourhood_of(*model.rule);
  return codebook;
}

PrototypeModel model_from_weights(const EsomWeights& weights) {
  const Topology topology =
      grid_topology(weights.grid.rows, weights.grid.is_toroid.value_or(false) ? Topology::torus : Topology::rectangle);
  return map_of(
      weights.vectors,
      {topology, static_cast<std::int64_t>(weights.grid.columns), static_cast<std::int64_t>(weights.grid.rows)}, {});
}

EsomWeights weights_from_model(const PrototypeModel& model) {
  const Lattice* const grid = grid_of(model);
  if (!grid) throw UsageError("weights of the ESOM tools (.wts) are those of a map on a grid");
  return {esom_grid(*grid), model.prototypes_in_original_units()};
}

}   // namespace protea
