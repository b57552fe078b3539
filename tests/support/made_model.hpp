// Models put together by hand, for tests of what is said about them.
#pragma once

#include <string>
#include <vector>

#include <protea/base/random.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/runtime/serial.hpp>

namespace protea::testing {

struct MadeModel {
  std::string dissimilarity = "squared-euclidean";
  Scope scope = Scope::shared;
  std::size_t features = 2;
  std::vector<Label> labels;
};

// Random prototypes and, where there are any, random metric parameters.
inline PrototypeModel random_model(const MadeModel& made, Random& random) {
  PrototypeModel model;
  const auto classes = static_cast<std::size_t>(*std::max_element(made.labels.begin(), made.labels.end())) + 1;
  for (std::size_t c = 0; c < classes; ++c) model.class_names.push_back(std::string(1, static_cast<char>('a' + c)));
  for (std::size_t j = 0; j < made.features; ++j) model.encoding.columns.push_back({"x" + std::to_string(j + 1), {}});
  model.space = PrototypeSpace(dissimilarities().make(made.dissimilarity, {}), made.features, made.labels, made.scope);
  model.parameters.resize(parameter_count(model.space.layout()));
  for (double& value : model.parameters) value = random.normal();
  for (std::size_t g = 0; g < model.space.group_count() && made.dissimilarity == "relevance"; ++g) {
    for (double& value : model.space.metric(MutableRow(model.parameters), g)) value = std::abs(value) + 0.05;
  }
  model.space.project(model.parameters);
  return model;
}

// Prototypes as given, the plain Euclidean distance.
inline PrototypeModel model_of(const std::vector<std::vector<double>>& prototypes, const std::vector<Label>& labels) {
  Random random(1, Purpose::generator);
  PrototypeModel model = random_model({.features = prototypes[0].size(), .labels = labels}, random);
  for (std::size_t k = 0; k < prototypes.size(); ++k) {
    std::copy(prototypes[k].begin(), prototypes[k].end(),
              model.space.prototypes(MutableRow(model.parameters)).row(k).begin());
  }
  return model;
}

inline std::vector<Label> answers_of(const PrototypeModel& model, const Matrix& x) {
  Serial serial;
  return predict(model, x.view(), serial).labels;
}

inline Label answer_of(const PrototypeModel& model, const std::vector<double>& x) {
  Matrix row(1, x.size());
  std::copy(x.begin(), x.end(), row.row(0).begin());
  return answers_of(model, row)[0];
}

inline Matrix row_of(const std::vector<double>& x) {
  Matrix row(1, x.size());
  std::copy(x.begin(), x.end(), row.row(0).begin());
  return row;
}

}   // namespace protea::testing
