// A trained model: a value that answers questions about samples and knows nothing of training.
#pragma once

#include <string>
#include <vector>

#include <protea/base/option.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/preparation.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/runtime/runtime.hpp>

namespace protea {

// The name of a component and its options, as text.
struct ComponentRecord {
  std::string name;
  Settings settings;
};

// How the model came to be; kept for people and for training further.
struct TrainingRecord {
  std::string method;
  ComponentRecord rule;
  ComponentRecord optimizer;
  ComponentRecord relevance;               // the relevance estimator; no name: none
  Settings plan;
  std::size_t samples = 0;
  std::size_t epochs = 0;
  bool converged = false;
  double cost = 0;
  std::string version;
};

struct Model {
  PrototypeSpace space;
  std::vector<double> parameters;
  std::vector<std::string> class_names;
  Encoding encoding;
  Preparation preparation;
  TrainingRecord record;

  // The prototypes in original units, where the scaling can be undone.
  Matrix prototypes_in_original_units() const;
  // Λ of a metric group, n × n.
  Matrix relevance_matrix(std::size_t group) const;
};

struct Predictions {
  std::vector<Label> labels;
  Matrix scores;                           // samples × classes, rows sum to 1
};

// Labels of the nearest prototypes (ties go to the lowest index) of rows in model units. A score is the share of the inverse
// distance to the nearest prototype of the class, 1/d_c : Σ 1/d, so the largest belongs to the predicted class.
Predictions predict(const Model& model, MatrixView x, Runtime& runtime);

}  // namespace protea
