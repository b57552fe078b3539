// From prepared rows to models of machines: what all methods of two sides share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/linear_model.hpp>
#include <protea/perceptron/machines.hpp>
#include <protea/perceptron/prepared_folds.hpp>
#include <protea/perceptron/unit_trainer.hpp>

namespace PROTEA_EXPORT protea {

// How classes become two sides, and whether planes may miss the origin.
struct MachineOptions {
  bool threshold = true;
  ClassCoding classes = ClassCoding::one_vs_one;

  static constexpr auto machine_options() {
    return std::tuple{
        option("threshold", &MachineOptions::threshold, "learn a threshold, as the weight of an input clamped to 1"),
        option("classes", &MachineOptions::classes,
               "more than two: a machine for every pair, or for each against the rest")};
  }
};

// The examples of one machine, with rows of their own where they are not all.
struct OwnExamples {
  Matrix rows;
  Dichotomy dichotomy;
  std::vector<std::uint32_t> places;   // empty: all rows
};
OwnExamples own_examples(const Sides& sides, MatrixView inputs, const PreparedSamples& samples);
// Numbers of the examples as numbers of all rows, 0 for the others.
std::vector<double> for_all_rows(const OwnExamples& examples, std::vector<double> numbers, std::size_t rows);

// What a training is for: the model itself, or a choice or scores, for which less will do and no record is wanted.
enum class Precision { full, coarse };
inline double tolerance_for(Precision precision, double tolerance) {
  return precision == Precision::full || tolerance > 1e-3 ? tolerance : 1e-3;
}

struct TrainedMachine {
  Matrix weights;   // a row for each unit, that of a clamped input last
  MachineRecord record = {};
};
// The unit, and with full precision whether its dichotomy is separable.
TrainedMachine machine_of(TrainedUnit unit, const Dichotomy& dichotomy, Precision precision);
TrainedMachine machine_of(TrainedUnit unit);

struct LinearPlan {
  ClassCoding classes = ClassCoding::one_vs_one;
  bool threshold = true;
  Assembly assembly = Assembly::single;
  bool has_scale = true;   // see LinearModel
};
using MachineTrainer = std::function<TrainedMachine(const Dichotomy&, std::uint64_t seed)>;
std::unique_ptr<MachinesModel> train_linear(const PreparedSamples& samples, const LinearPlan& plan,
                                            const MachineTrainer& train, Runtime& runtime);

// Of machines with a weight for each feature, and one more for a clamped input where the plan has thresholds.
std::unique_ptr<MachinesModel> linear_model_of(const std::vector<Sides>& sides, std::vector<TrainedMachine> machines,
                                               const LinearPlan& plan, std::size_t features);

// Epochs and convergence of a model, from its machines.
void sum_up(MachinesModel& model);

using TrainMachines = std::function<std::unique_ptr<MachinesModel>(const PreparedSamples& samples, Precision precision,
                                                                   Runtime& runtime)>;
// The sharpness with which the scores of a model of sharpness 1 are likeliest on these rows.
double sharpness_on(const MachinesModel& model, MatrixView x, std::span<const Label> y, Row weights,
                    std::size_t classes);
// With a sharpness from rows that it has not seen; from the training rows where these are more than `most_held_out`.
std::unique_ptr<Model> train_with_scores(const PreparedSamples& samples, const TrainMachines& train, Runtime& runtime,
                                         std::size_t most_held_out = 5000);

// Rows are neither too few nor too many to choose options by cross-validation.
inline bool can_choose(const PreparedSamples& samples) {
  return samples.rows.size() > 1 && samples.rows.size() <= 5000;
}

// Right answers of what is trained on two thirds of the rows, for each candidate; the best, of equals the first.
template <class Candidate>
Candidate best_by_folds(
    const std::vector<Candidate>& candidates, const PreparedSamples& samples,
    const std::function<std::unique_ptr<MachinesModel>(const Candidate&, const PreparedSamples&)>& train,
    Runtime& runtime) {
  const std::vector<PreparedFold> folds = prepared_folds(samples);
  std::vector<double> right(candidates.size() * folds.size());
  runtime.run(right.size(), [&](std::size_t task) {
    const PreparedFold& fold = folds[task % folds.size()];
    const PreparedSamples part{fold.training, fold.x, fold.weights, fold.preparation, samples.seed};
    const std::unique_ptr<MachinesModel> model = train(candidates[task / folds.size()], part);
    const Matrix values = model->values(fold.test_x.view());
    std::vector<double> scores(samples.rows.class_names.size());
    for (std::size_t i = 0; i < values.rows(); ++i)
      right[task] +=
          answer_of(values.row(i), model->sides(), 1, scores) == fold.test.y[i] ? weight_at(fold.test_weights, i) : 0;
  });
  std::size_t best = 0;
  double most = -1;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    double own = 0;
    for (std::size_t f = 0; f < folds.size(); ++f) own += right[c * folds.size() + f];
    if (own <= most) continue;
    most = own;
    best = c;
  }
  return candidates[best];
}

}   // namespace protea
