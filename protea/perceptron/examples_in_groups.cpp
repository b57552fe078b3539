#include <protea/perceptron/examples_in_groups.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/perceptron/trained_unit.hpp>

namespace protea {
namespace {

enum class ExampleQuestion : std::size_t {
  selves,   // Σ C_μμ
  correlations,
  costs,   // and their slope, at some weights
  least_potential
};

constexpr std::size_t examples_of_a_block = 256;

// Who the examples are: the head of every question.
struct Asked {
  Sides sides;
  bool is_clamped;
  Row rest;

  explicit Asked(Row question) {
    if (question.size() < 3)
      throw UsageError("rows were asked what they do not know: all processes need the same version of protea");
    sides = {static_cast<Label>(question[0]), static_cast<Label>(question[1])};
    is_clamped = question[2] > 0;
    rest = question.subspan(3);
  }
};

// Calls use(some examples) until it was all of them, in order.
template <class Use>
void for_each_block(const RowsOfGroup& group, const Asked& asked, Use use) {
  const std::size_t n = group.x.columns + (asked.is_clamped ? 1 : 0);
  Matrix inputs(examples_of_a_block, n);
  Dichotomy block;
  const auto give = [&] {
    block.inputs = {std::as_const(inputs).values().data(), block.outputs.size(), n, n};
    if (!block.outputs.empty()) use(block);
    block.outputs.clear();
    block.weights.clear();
  };
  for (std::size_t i = 0; i < group.x.rows; ++i) {
    const bool is_positive = group.y[i] == asked.sides.positive;
    if (!is_positive && asked.sides.negative != no_label && group.y[i] != asked.sides.negative) continue;
    const MutableRow row = inputs.row(block.outputs.size());
    std::ranges::copy(group.x.row(i), row.begin());
    if (asked.is_clamped) row.back() = 1;
    block.outputs.push_back(is_positive ? 1 : -1);
    if (!group.weights.empty()) block.weights.push_back(group.weights[i]);
    if (block.outputs.size() == examples_of_a_block) give();
  }
  give();
}

void append(Row more, std::vector<double>& to) { to.insert(to.end(), more.begin(), more.end()); }

std::vector<double> costs(const RowsOfGroup& group, const Asked& asked) {
  const CostDescent trainer{.power = asked.rest[0], .margin = asked.rest[1]};
  const Row w = asked.rest.subspan(2);
  std::vector<double> answer(2 + w.size());
  for_each_block(group, asked, [&](const Dichotomy& block) {
    const CostAt own = cost_at(trainer, block, w);
    answer[0] += own.cost;
    answer[1] += static_cast<double>(own.pulled);
    for (std::size_t j = 0; j < w.size(); ++j) answer[2 + j] += own.slope[j];
  });
  return answer;
}

}   // namespace

std::vector<double> answer_about_examples(const RowsOfGroup& group, std::size_t what, Row parameters) {
  const Asked asked(parameters);
  std::vector<double> answer;
  switch (static_cast<ExampleQuestion>(what)) {
    case ExampleQuestion::selves: {
      answer.push_back(0);
      for_each_block(group, asked, [&](const Dichotomy& block) { answer[0] += sum_of_selves(block); });
      break;
    }
    case ExampleQuestion::correlations: {
      Correlations all(group.x.columns + (asked.is_clamped ? 1 : 0));
      for_each_block(group, asked, [&](const Dichotomy& block) { all.add(block); });
      append(std::as_const(all.c).values(), answer);
      append(all.aim, answer);
      break;
    }
    case ExampleQuestion::costs: return costs(group, asked);
    case ExampleQuestion::least_potential: {
      answer.push_back(infinity);
      for_each_block(group, asked, [&](const Dichotomy& block) {
        answer[0] = std::min(answer[0], std::ranges::min(potentials(block, asked.rest)));
      });
      break;
    }
  }
  return answer;
}

ExamplesInGroups::ExamplesInGroups(GroupedRows& rows, const Sides& sides, bool is_clamped)
    : rows_(rows), sides_(sides), is_clamped_(is_clamped), dimension_(rows.features() + (is_clamped ? 1 : 0)) {
  const std::vector<std::size_t> sizes = rows.class_sizes();
  size_ = sides.negative == no_label
              ? rows.size()
              : sizes[static_cast<std::size_t>(sides.positive)] + sizes[static_cast<std::size_t>(sides.negative)];
}

std::vector<double> ExamplesInGroups::head() const {
  return {static_cast<double>(sides_.positive), static_cast<double>(sides_.negative), is_clamped_ ? 1.0 : 0.0};
}

Correlations ExamplesInGroups::correlations() const {
  const std::vector<double> sums = rows_.sum(static_cast<std::size_t>(ExampleQuestion::correlations), head());
  Correlations all(dimension_);
  const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(dimension_ * dimension_);
  std::copy(sums.begin(), middle, all.c.values().begin());
  std::copy(middle, sums.end(), all.aim.begin());
  return all;
}

double ExamplesInGroups::sum_of_selves() const {
  return rows_.sum(static_cast<std::size_t>(ExampleQuestion::selves), head()).front();
}

CostAt ExamplesInGroups::cost_at(const CostDescent& trainer, Row w) const {
  std::vector<double> question = head();
  append(std::vector{trainer.power, trainer.margin}, question);
  append(w, question);
  const std::vector<double> sums = rows_.sum(static_cast<std::size_t>(ExampleQuestion::costs), question);
  return {sums[0], {sums.begin() + 2, sums.end()}, static_cast<std::size_t>(sums[1]), {}};
}

double ExamplesInGroups::kappa(Row w) const {
  const double length = length_of(w);
  if (!(length > 0)) return 0;
  std::vector<double> question = head();
  append(w, question);
  double least = infinity;
  rows_.ask(static_cast<std::size_t>(ExampleQuestion::least_potential), question,
            [&](const std::vector<double>& answer) { least = std::min(least, answer.front()); });
  return least / length;
}

TrainedUnit train_unit(const Adaline& trainer, const ExamplesInGroups& examples) {
  const Correlations all = examples.correlations();
  ParallelDescent end = descend(trainer, all.c, all.aim, DescentOf::weights);
  TrainedUnit unit{.weights = std::move(end.y)};
  unit.epochs = end.epochs;
  unit.updates = end.epochs * examples.size();
  unit.converged = end.converged;
  return unit;
}

TrainedUnit train_unit(const CostDescent& trainer, const ExamplesInGroups& examples) {
  return descend(trainer, examples.dimension(), examples.sum_of_selves(),
                 [&](Row w) { return examples.cost_at(trainer, w); });
}

std::unique_ptr<Model> train_in_groups(GroupedRows& rows, const LinearPlan& plan,
                                       const std::function<TrainedUnit(const ExamplesInGroups&)>& train) {
  std::vector<Label> present;
  const std::vector<std::size_t> sizes = rows.class_sizes();
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (sizes[c] > 0) present.push_back(static_cast<Label>(c));
  }
  const std::vector<Sides> sides = sides_of(present, plan.classes);
  std::vector<TrainedMachine> machines;
  for (const Sides& own : sides) {
    const ExamplesInGroups examples(rows, own, plan.threshold);
    TrainedUnit unit = train(examples);
    unit.kappa = examples.kappa(unit.weights);
    if (unit.kappa > 0) unit.separable = true;
    machines.push_back(machine_of(std::move(unit)));
  }
  std::unique_ptr<MachinesModel> model = linear_model_of(sides, std::move(machines), plan, rows.features());
  rows.look_at_each(step_of_calibration(rows.size()), [&](const RowsOfGroup& some) {
    model->set_sharpness(sharpness_on(*model, some.x, some.y, some.weights, rows.class_names().size()));
  });
  return model;
}

}   // namespace protea
