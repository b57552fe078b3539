#include <protea/catalogue/load.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/version.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>

namespace protea {

std::unique_ptr<Model> load_model(const std::string& path) {
  if (path.ends_with(".cod"))
    return std::make_unique<PrototypeModel>(model_from_codebook(parse_codebook(read_file(path), path), path));
  return decode_model(read_file(path), path, model_kinds());
}

PrototypeModel model_from_codebook(const Codebook& codebook, const std::string& source) {
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
  for (std::size_t j = 0; j < codebook.dimension; ++j)
    model.encoding.columns.push_back({fmt::format("x{}", j + 1), {}});
  if (has_labels) model.encoding.label_name = "class";
  model.encoding.label_position = codebook.dimension;
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
  for (std::size_t k = 0; k < model.space.prototype_count(); ++k) codebook.labels.push_back(model.class_of(k));
  return codebook;
}

}   // namespace protea
