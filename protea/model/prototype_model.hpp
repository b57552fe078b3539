// A model that answers by its prototypes: a value, with everything that was learned.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/decision.hpp>
#include <protea/model/expansion.hpp>
#include <protea/model/model.hpp>
#include <protea/model/model_file.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/model/shortlist.hpp>
#include <protea/rule/lifted.hpp>

namespace PROTEA_EXPORT protea {

// Make parts from their name and options; the catalogue knows how.
struct PartMakers {
  std::function<std::shared_ptr<const AnyDissimilarity>(const ComponentRecord&)> dissimilarity;
  std::function<std::shared_ptr<const AnyRule>(const ComponentRecord&)>
      rule;   // nothing where it does not know the name
};

struct NamedValues {
  std::string name;
  std::vector<double> values;
};

// What became of the units of a quantizer, a map or a gas in training.
struct UnitRecord {
  std::vector<double> hits;               // samples that each has won, by weight; empty where they are not known
  std::vector<std::string> class_names;   // of the label column that was kept out of learning; empty without one
  Matrix classes;                         // units × classes, of those samples

  // The class of most samples of a unit, the first of equals; no_label where it has none.
  Label label_of(std::size_t unit) const;
};

// Complete rows of somebody else in single precision and in original units, `stride` numbers apart.
struct FloatRows {
  const float* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;
};

class PrototypeModel final : public Model, public Deciding, public Measuring, public Projecting {
 public:
  static constexpr std::string_view what = "prototypes";
  static constexpr std::string_view kind_name = "prototypes";

  PrototypeSpace space;   // prototypes without classes are labelled no_label
  std::vector<double> parameters;
  Decision decision;
  std::vector<NamedValues> statistics;   // of a relevance estimator, so that it can go on
  std::optional<Expansion>
      expansion;   // where prototypes are combinations of samples: then `space` is that of its rows
  std::shared_ptr<const AnyRule> rule;   // it was trained with; none where that is not known here
  std::optional<UnitRecord> units;       // of a model whose training did not go by classes

  std::unique_ptr<Model> clone() const override { return std::make_unique<PrototypeModel>(*this); }
  std::string_view kind() const override { return kind_name; }
  std::size_t parameter_count() const override { return parameters.size(); }
  Matrix prepare(const Dataset& dataset) const override;
  Predictions predict(MatrixView x, Runtime& runtime) const override;
  std::vector<Label> labels(MatrixView x, Runtime& runtime) const override;
  std::vector<Label> labels(const Dataset& dataset, Runtime& runtime) const override;
  // As of a data set of the same numbers: compared where they are, if scaling is a matter of shifts and factors.
  std::vector<Label> labels(const FloatRows& x, Runtime& runtime) const;
  void write(ModelArchive& archive) const override;
  // Throws a DataError for tensors that do not fit together.
  static std::unique_ptr<Model> read(const StoredModel& stored, const PartMakers& make);
  Fields parts() const override;
  Showcase showcase() const override;
  Fields learned() const override;
  std::string learned_text() const override;

  const Decision& current_decision() const override { return decision; }
  void decide_by(const Decision& wanted) override;
  std::size_t unit_count() const override { return space.prototype_count(); }
  Matrix distances(MatrixView x) const override;
  // On the leading eigenvectors v of a shared Λ, each coordinate √λ·vᵀx, so that squared distances in all of them are
  // those of the model. The largest number of an eigenvector is positive. Throws a UsageError where there is no such Λ.
  Matrix projection(MatrixView x, std::size_t dimensions) const override;

  // The prototypes in original units, where the scaling can be undone. Combinations of samples have none: a UsageError.
  Matrix prototypes_in_original_units() const;
  // Λ of a metric group, n × n.
  Matrix relevance_matrix(std::size_t group) const;
  // Between a sample and a prototype, or between the samples that prototypes are combinations of.
  const AnyDissimilarity& dissimilarity() const;
  const Lattice* lattice() const { return rule ? rule->lattice() : nullptr; }   // of a map
  const std::string& class_of(std::size_t prototype) const;                     // empty without classes

  // Numbers with a name of their own: what the dissimilarity has learned for each group (none where it has no such),
  // and the rule.
  std::vector<NamedNumber> learned_by_groups() const;
  std::optional<NamedNumber> learned_by_rule() const;
  std::string group_name(std::size_t group) const;   // "shared", the class, "prototype 2"

 private:
  bool answers_by_shortlist() const;
  std::optional<Shortlist> shortlist_in_original_units() const;
  // `data_of` gives rows that a shortlist cannot tell.
  std::vector<Label> labels_of_singles(Shortlist& shortlist, const FloatRows& x, Runtime& runtime,
                                       const std::function<Dataset(const std::vector<std::uint32_t>&)>& data_of) const;
  void vote(MatrixView x, Predictions& result, Runtime& runtime) const;
};

// Gives the model's scores the width that makes these labels likeliest.
void calibrate(PrototypeModel& model, MatrixView x, std::span<const Label> y, Row weights = {});
std::size_t step_of_calibration(std::size_t rows);   // every so many-th row is looked at

}   // namespace protea
