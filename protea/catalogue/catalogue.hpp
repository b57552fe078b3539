// Everything that has a name: the lists of rules, dissimilarities, optimizers, relevance estimators and presets.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/catalogue/family.hpp>
#include <protea/dissimilarity/lifted.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/optimize/optimizer.hpp>
#include <protea/relevance/estimator.hpp>
#include <protea/rule/lifted.hpp>

namespace PROTEA_EXPORT protea {

const Family<const AnyRule>& rules();
const Family<const AnyDissimilarity>& dissimilarities();
const Family<Optimizer>& optimizers();
const Family<RelevanceEstimator>& relevance_estimators();

// A named method is a row of data: which parts, and what differs from their defaults ("rule.activation", "epochs", …).
struct Preset {
  std::string name;
  std::string summary;
  std::string rule;
  std::string dissimilarity;
  Scope scope = Scope::shared;
  std::string optimizer;
  Settings settings = {};
  bool embeds = false;   // the data become the units of a map, and get places: see method/embedding.hpp
};

const std::vector<Preset>& presets();
const Preset& find_preset(std::string_view name);

}   // namespace protea
