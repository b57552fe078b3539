#include <protea/perceptron/machine_training.hpp>

#include <algorithm>

#include <protea/perceptron/sharpness.hpp>

namespace protea {

OwnExamples own_examples(const Sides& sides, MatrixView inputs, const PreparedSamples& samples) {
  OwnExamples result;
  SidedExamples examples = examples_of(sides, samples.rows.y);
  result.dichotomy.outputs = std::move(examples.outputs);
  result.places = std::move(examples.rows);
  if (result.dichotomy.outputs.size() == inputs.rows) {
    result.places.clear();
    result.dichotomy.inputs = inputs;
    result.dichotomy.weights.assign(samples.weights.begin(), samples.weights.end());
    return result;
  }
  result.rows = Matrix(result.places.size(), inputs.columns);
  for (std::size_t k = 0; k < result.places.size(); ++k) {
    std::ranges::copy(inputs.row(result.places[k]), result.rows.row(k).begin());
    if (!samples.weights.empty()) result.dichotomy.weights.push_back(samples.weights[result.places[k]]);
  }
  result.dichotomy.inputs = result.rows.view();
  return result;
}

std::vector<double> for_all_rows(const OwnExamples& examples, std::vector<double> numbers, std::size_t rows) {
  if (examples.places.empty() || numbers.empty()) return numbers;
  std::vector<double> all(rows);
  for (std::size_t k = 0; k < numbers.size(); ++k) all[examples.places[k]] = numbers[k];
  return all;
}

void sum_up(MachinesModel& model) {
  model.record.converged = true;
  for (const MachineRecord& machine : model.records()) {
    model.record.epochs = std::max(model.record.epochs, machine.epochs);
    model.record.converged = model.record.converged && machine.converged;
  }
}

std::unique_ptr<MachinesModel> train_linear(const PreparedSamples& samples, const LinearPlan& plan,
                                            const MachineTrainer& train, Runtime& runtime) {
  const std::vector<Sides> sides = sides_of(present_classes(samples.rows.y), plan.classes);
  const Matrix clamped = plan.threshold ? with_clamped_input(samples.x.view()) : Matrix();
  const MatrixView inputs = plan.threshold ? clamped.view() : samples.x.view();
  std::vector<TrainedMachine> machines(sides.size());
  runtime.run(sides.size(), [&](std::size_t m) {
    const OwnExamples examples = own_examples(sides[m], inputs, samples);
    machines[m] = train(examples.dichotomy, samples.seed + m);
    machines[m].record.strengths = for_all_rows(examples, std::move(machines[m].record.strengths), samples.x.rows());
  });
  return linear_model_of(sides, std::move(machines), plan, samples.x.columns());
}

std::unique_ptr<MachinesModel> linear_model_of(const std::vector<Sides>& sides, std::vector<TrainedMachine> machines,
                                               const LinearPlan& plan, std::size_t features) {
  LinearModel::Units units{.assembly = plan.assembly, .has_scale = plan.has_scale};
  std::vector<MachineRecord> records;
  std::vector<double> weights;
  for (TrainedMachine& machine : machines) {
    units.counts.push_back(machine.weights.rows());
    for (std::size_t k = 0; k < machine.weights.rows(); ++k) {
      const Row w = machine.weights.row(k);
      weights.insert(weights.end(), w.begin(), w.begin() + static_cast<std::ptrdiff_t>(features));
      units.thresholds.push_back(plan.threshold ? -w.back() : 0);
    }
    records.push_back(std::move(machine.record));
  }
  units.weights = Matrix(units.thresholds.size(), features);
  std::ranges::copy(weights, units.weights.values().begin());
  auto model = std::make_unique<LinearModel>(sides, std::move(records), std::move(units));
  sum_up(*model);
  return model;
}

TrainedMachine machine_of(TrainedUnit unit, const Dichotomy& dichotomy, Precision precision) {
  if (precision == Precision::full) judge(unit, dichotomy);
  return machine_of(std::move(unit));
}

TrainedMachine machine_of(TrainedUnit unit) {
  TrainedMachine machine;
  machine.weights = Matrix(1, unit.weights.size());
  std::ranges::copy(unit.weights, machine.weights.row(0).begin());
  machine.record = {.updates = unit.updates,
                    .epochs = unit.epochs,
                    .converged = unit.converged,
                    .kappa = unit.kappa,
                    .separable = unit.separable,
                    .residual = unit.residual,
                    .has_support = unit.has_support,
                    .strengths = std::move(unit.strengths),
                    .bound = unit.bound};
  return machine;
}

namespace {

// Scores of sharpness 1, and the labels and weights of the rows that have them.
struct ScoredRows {
  std::size_t classes;
  std::vector<double> scores = {};
  std::vector<Label> y = {};
  std::vector<double> weights = {};

  void add(const MachinesModel& model, MatrixView x, std::span<const Label> labels, Row own_weights) {
    weights.insert(weights.end(), own_weights.begin(), own_weights.end());
    const Matrix all = model.values(x);
    std::vector<double> own(classes);
    for (std::size_t i = 0; i < x.rows; ++i) {
      answer_of(all.row(i), model.sides(), 1, own);
      scores.insert(scores.end(), own.begin(), own.end());
      y.push_back(labels[i]);
    }
  }
  double sharpness() const { return likeliest_sharpness(matrix_view(Row(scores), y.size(), classes), y, weights); }
};

}   // namespace

double sharpness_on(const MachinesModel& model, MatrixView x, std::span<const Label> y, Row weights,
                    std::size_t classes) {
  ScoredRows rows{classes};
  rows.add(model, x, y, weights);
  return rows.sharpness();
}

std::unique_ptr<Model> train_with_scores(const PreparedSamples& samples, const TrainMachines& train, Runtime& runtime,
                                         std::size_t most_held_out) {
  std::unique_ptr<MachinesModel> model = train(samples, Precision::full, runtime);
  ScoredRows rows{samples.rows.class_names.size()};
  if (samples.rows.size() <= most_held_out) {
    const std::vector<PreparedFold> folds = prepared_folds(samples);
    std::vector<std::unique_ptr<MachinesModel>> without(folds.size());
    runtime.run(folds.size(), [&](std::size_t f) {
      const PreparedSamples part{folds[f].training, folds[f].x, folds[f].weights, folds[f].preparation, samples.seed};
      without[f] = train(part, Precision::coarse, runtime);
    });
    for (std::size_t f = 0; f < folds.size(); ++f)
      rows.add(*without[f], folds[f].test_x.view(), folds[f].test.y, folds[f].test_weights);
  } else {
    rows.add(*model, samples.x.view(), samples.rows.y, samples.weights);
  }
  if (!rows.y.empty()) model->set_sharpness(rows.sharpness());
  return model;
}

}   // namespace protea
