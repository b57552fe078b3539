// A model: anything that answers for rows. What it may be able to do beside is asked for by `demand`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/option.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/preparation.hpp>
#include <protea/model/inspection.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct ModelArchive;

// The name of a component and its options, as text.
struct ComponentRecord {
  std::string name;
  Settings settings;
};

// How the model came to be; kept for people and for training further.
struct TrainingRecord {
  struct Part {
    std::string family;   // "rule"
    ComponentRecord component;
  };

  std::string method;
  std::vector<Part> parts = {};   // of which the method was put together, where it was
  Settings plan = {};
  std::size_t samples = 0;
  std::size_t epochs = 0;
  bool converged = false;
  double cost = 0;
  std::string version = {};

  // The component of a family; one without a name where there is none.
  const ComponentRecord& part(std::string_view family) const;
};

struct Predictions {
  std::vector<Label> labels;            // no_label: rejected; empty for a model without classes
  Matrix scores;                        // samples × classes, rows sum to 1; without columns where a model has none
  std::vector<double> certainty = {};   // see Decider::certainty; empty without rejection
  std::vector<std::uint32_t> winners = {};   // the nearest unit, for a model without classes or with label vectors
  std::vector<double> distances = {};        // to it
  Matrix places = {};                        // samples × dimensions, for an embedding
  Matrix memberships = {};                   // samples × classes, for a model with label vectors
  std::vector<double> numbers = {};          // for a model that answers with numbers
};

class Model {
 public:
  std::vector<std::string> class_names;   // empty: it answers no classes
  Encoding encoding;
  Preparation
      preparation;   // everything learned from data, filling and scaling included, was learned from the training rows
  TrainingRecord record;

  virtual ~Model() = default;
  virtual std::unique_ptr<Model> clone() const = 0;

  virtual std::string_view kind() const = 0;   // by which its file is read
  virtual std::size_t parameter_count() const = 0;
  // Rows of a data set as the model wants them, in model units, or a DataError.
  virtual Matrix prepare(const Dataset& dataset) const;
  // Answers for rows in model units; missing values are NaN.
  virtual Predictions predict(MatrixView x, Runtime& runtime) const = 0;
  // The answers alone, which may take much less.
  virtual std::vector<Label> labels(MatrixView x, Runtime& runtime) const { return predict(x, runtime).labels; }
  // … for rows of a data set, or what prepare() throws.
  virtual std::vector<Label> labels(const Dataset& dataset, Runtime& runtime) const;

  // What it adds to its file beside classes, encoding, preparation and record.
  virtual void write(ModelArchive& archive) const = 0;
  // What there is to see, for programs and for people.
  virtual Fields parts() const = 0;
  virtual Showcase showcase() const = 0;
  // Numbers with a name that were learned, such as the γ of a divergence; the text has a line for each family. Nothing
  // where there are none.
  virtual Fields learned() const { return {}; }
  virtual std::string learned_text() const { return {}; }

  bool has_classes() const { return !class_names.empty(); }

 protected:
  Model() = default;
  Model(const Model&) = default;
  Model(Model&&) = default;
  Model& operator=(const Model&) = default;
  Model& operator=(Model&&) = default;
};

// How rows are scaled and filled, and how training went, for Model::parts.
Fields scaling_fields(const Preparation& preparation);
Fields training_fields(const TrainingRecord& record);

Matrix prepare(const Model& model, const Dataset& dataset);
Predictions predict(const Model& model, MatrixView x, Runtime& runtime);

// Throws a UsageError for a model without classes.
void demand_classes(const Model& model, std::string_view purpose);

// "a model of svm has no prototypes, which margins need". An ability is a class that a model may derive from, with a
// name for it in `what`: Deciding, Measuring, Projecting, PrototypeModel.
[[noreturn]] void refuse_ability(const Model& model, std::string_view what, std::string_view purpose);

template <class Ability>
const Ability* find_ability(const Model& model) {
  return dynamic_cast<const Ability*>(&model);
}
template <class Ability>
const Ability& demand(const Model& model, std::string_view purpose) {
  if (const Ability* const able = find_ability<Ability>(model)) return *able;
  refuse_ability(model, Ability::what, purpose);
}
template <class Ability>
Ability& demand(Model& model, std::string_view purpose) {
  return const_cast<Ability&>(demand<Ability>(static_cast<const Model&>(model), purpose));
}

}   // namespace protea
