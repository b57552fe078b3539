// From arrays to a model and its answers: typed options, own parts, no files in between.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/arrays.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/method/configuration.hpp>
#include <protea/method/method.hpp>

namespace PROTEA_EXPORT protea {

using Options = Configuration;

// The options of a named method that is a composition of parts, as they are when nothing is said: see
// `protea describe`. Throws a UsageError for an unknown name.
Options preset(const std::string& method);

// A part with its options: `make_rule(Glvq{.steepness = 5})`, or a type of one's own.
template <Rule R>
std::shared_ptr<const AnyRule> make_rule(R rule = {}) {
  return std::make_shared<const LiftedRule<R>>(std::move(rule));
}
template <Dissimilarity D>
std::shared_ptr<const AnyDissimilarity> make_dissimilarity(D dissimilarity = {}) {
  return std::make_shared<const LiftedDissimilarity<D>>(std::move(dissimilarity));
}
template <std::derived_from<Optimizer> O>
std::shared_ptr<const Optimizer> make_optimizer(O optimizer = {}) {
  return std::make_shared<const O>(std::move(optimizer));
}

// Parts that no catalogue knows, with which a file was written.
struct OwnParts {
  std::vector<std::shared_ptr<const AnyDissimilarity>> dissimilarities = {};
  std::vector<std::shared_ptr<const AnyRule>> rules = {};
};

struct FitSetting {
  std::vector<double> weights = {};   // of the samples; empty: all one
  ArrayNames names = {};
  std::size_t threads = 0;   // all of the machine; the result is the same for any number
  Observer observer = {};    // called after each epoch; returning false stops
};

// A model, and a pool to ask it on. A value: copies share both, and neither changes.
class Fitted {
 public:
  explicit Fitted(std::unique_ptr<Model> model, std::size_t threads = 0);

  // A file of any method, or its bytes. Throws a DataError for what is no whole model, or has a dissimilarity that
  // nobody knows or that is given with other options. A rule that nobody knows is no hindrance: answers do not need it.
  static Fitted load(const std::string& path, const OwnParts& own = {});
  static Fitted from_bytes(const std::string& bytes, const OwnParts& own = {});
  void save(const std::string& path) const;
  std::string bytes() const;

  const std::vector<std::string>& classes() const { return model_->class_names; }
  // The class of each row, no_label where the model rejects it. Throws a UsageError for a model without classes.
  std::vector<Label> predict(const ArrayView& x) const;
  std::vector<std::string> predict_names(const ArrayView& x) const;   // "" where it rejects
  // The number told for each row. Throws a UsageError for a model that tells none.
  std::vector<double> numbers(const ArrayView& x) const;
  // Rows of scores, one for each class, with sum 1.
  Matrix scores(const ArrayView& x) const;
  // To every unit; the nearest unit of each row.
  Matrix distances(const ArrayView& x) const;
  std::vector<std::size_t> winners(const ArrayView& x) const;
  // Coordinates on the leading directions of the metric.
  Matrix projection(const ArrayView& x, std::size_t dimensions = 2) const;
  // Share of the rows with the right answer. Labels are as in fit().
  double accuracy(const ArrayView& x, const ArrayTargets& labels) const;

  const Model& model() const { return *model_; }   // see demand() for what else it can do
  const Outcome& outcome() const { return outcome_; }

 private:
  friend Fitted fit(const Method& method, const ArrayView& x, const ArrayTargets& targets, const FitSetting& setting);
  Dataset rows_of(const ArrayView& x) const;
  Matrix prepared(const ArrayView& x) const;

  std::shared_ptr<const Model> model_;
  std::shared_ptr<Runtime> runtime_;
  Outcome outcome_;
};

// Trains on rows that stay with the caller: scaling, missing values (NaN), calibration and all else as the options say.
Fitted fit(const Options& options, const ArrayView& x, const ArrayTargets& targets = {},
           const FitSetting& setting = {});
Fitted fit(const Method& method, const ArrayView& x, const ArrayTargets& targets = {}, const FitSetting& setting = {});

// Accuracies, confusion and answers on parts that had no share in training.
CrossValidation cross_validate(const Options& options, const ArrayView& x, const ArrayTargets& targets,
                               const CrossValidationPlan& plan = {}, const FitSetting& setting = {});
CrossValidation cross_validate(const std::shared_ptr<const Method>& method, const ArrayView& x,
                               const ArrayTargets& targets, const CrossValidationPlan& plan = {},
                               const FitSetting& setting = {});

}   // namespace protea
