// The rows of a training run, those it learns from and those held out, as read and in model units; and a rule, an
// optimizer and objectives put together for one model and these rows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/combinations.hpp>
#include <protea/method/method.hpp>
#include <protea/train/growth.hpp>
#include <protea/train/prototype_objective.hpp>
#include <protea/train/relevance_companion.hpp>

namespace PROTEA_EXPORT protea {

struct Part {
  Dataset rows;
  Matrix x = {};                      // in model units: the only copy of the values
  std::vector<double> weights = {};   // empty: all one
  Matrix memberships = {};            // where label vectors are learned
};

struct TrainingParts {
  Part training;
  Part held_out;   // empty without one
  Matrix costs;    // of confusing classes; empty: all alike
  std::size_t dropped_rows = 0;
  bool are_weights_absolute = false;   // a stream does not know the mean of its weights
  double earlier_rows = 0;             // that the model has learned from before a stream

  bool has_held_out() const { return held_out.rows.size() > 0; }
  Importance importance_of(const Part& part) const { return {part.weights, costs.view(), are_weights_absolute}; }
  // For the objective over one of the parts, whose metric pays its penalty for the training rows.
  TrainingRows rows_of(const Part& part, const Importance& importance, const AnyDissimilarity& metric) const;
};

// How many rows the samples stand for: whole weights count rows.
double rows_meant(const Part& part);

// Drops rows with missing values where the configuration says so, and holds a share of each class out.
TrainingParts cut_into_parts(const Configuration& configuration, Dataset dataset);

// Brings all parts into model units and weighs their rows. Throws a NumericalError for values too large to square.
void prepare_parts(TrainingParts& parts, const Configuration& configuration, const Preparation& preparation);

// Brings one part into model units; its weights are left alone.
void prepare_part(Part& part, const Configuration& configuration, const Preparation& preparation);
// Prototypes stay above the floor of a dissimilarity; data that do not would all look alike from there. A floor that was
// asked for is taken at its word.
void demand_moderate_values(const Part& part);   // whose squares are finite
bool reaches_above_floor(const Part& part, const AnyDissimilarity& dissimilarity);
[[noreturn]] void refuse_below_floor(const std::string& source, const AnyDissimilarity& dissimilarity);
// Of values, labels, weights, memberships: tells these rows from others.
std::string checksum_of(const Part& part);

struct TrainingRun {
  const Configuration& configuration;
  std::shared_ptr<Optimizer> optimizer;
  std::unique_ptr<Objective> objective = {};
  std::unique_ptr<Objective> validation = {};
  std::optional<Combinations> combinations = {};
  const KernelObjective* combined = nullptr;   // the objective, where prototypes are combinations of samples
  std::unique_ptr<RelevanceCompanion> companion = {};
  std::unique_ptr<BetweenEpochs> between = {};
  std::vector<std::uint32_t> presented = {};   // samples of an epoch, where weights make some come more than once

  explicit TrainingRun(const Configuration& configuration);

  // Objectives over the prototypes of `space`, which the run refers to from then on, as it does to the parts.
  void attach(const PrototypeSpace& space, const TrainingParts& parts, Runtime& runtime);
  // Objectives over combinations of the training samples; `combinations` is there.
  void attach_combinations(const std::vector<Label>& labels, const TrainingParts& parts);

  // How much the training samples count beside how often they are presented: a step at a time, weight 2 is the
  // sample twice.
  Importance importance_in_steps(const TrainingParts& parts);

  // The statistics of the estimator, to be kept in a model and given back.
  std::vector<NamedValues> statistics() const;
  void set_statistics(const std::vector<NamedValues>& kept) const;

  // Trains from `state`, with checkpoints under the name `identity`.
  Outcome fit(TrainingState& state, const TrainingContext& context, const std::string& identity) const;
};

// Everything a run depends on: options, samples, held-out samples, first numbers.
std::string identity_of(const Configuration& configuration, const TrainingParts& parts, Row start,
                        const std::vector<Label>& labels);
// … with what tells the rows from others.
std::string identity_of(const Configuration& configuration, const std::string& rows, Row start,
                        const std::vector<Label>& labels);

// What the model will say of how it came to be; samples are those it has learned from in all.
TrainingRecord record_of(const Configuration& configuration, const Outcome& outcome, std::size_t samples);

}   // namespace protea
