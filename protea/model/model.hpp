// A trained model: a value that answers questions about samples and knows nothing of training.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <protea/base/option.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/preparation.hpp>
#include <protea/model/decision.hpp>
#include <protea/model/expansion.hpp>
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

struct NamedValues {
  std::string name;
  std::vector<double> values;
};

struct Model {
  PrototypeSpace space;
  std::vector<double> parameters;
  std::vector<std::string> class_names;
  Encoding encoding;
  Preparation preparation;
  Decision decision;
  std::vector<NamedValues> statistics;     // of a relevance estimator, so that it can go on
  std::optional<Expansion> expansion;      // where prototypes are combinations of samples: then `space` is that of its rows
  TrainingRecord record;

  // The prototypes in original units, where the scaling can be undone. Combinations of samples have none: a UsageError.
  Matrix prototypes_in_original_units() const;
  // Λ of a metric group, n × n.
  Matrix relevance_matrix(std::size_t group) const;
};

struct Predictions {
  std::vector<Label> labels;               // no_label: rejected
  Matrix scores;                           // samples × classes, rows sum to 1
  std::vector<double> certainty = {};      // see Decider::certainty; empty without rejection
};

// Answers of model.decision for rows in model units; missing values are NaN.
Predictions predict(const Model& model, MatrixView x, Runtime& runtime);

// Gives the model's scores the width that makes these labels likeliest.
void calibrate(Model& model, MatrixView x, std::span<const Label> y);

}  // namespace protea
