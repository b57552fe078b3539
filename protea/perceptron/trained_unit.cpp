#include <protea/perceptron/trained_unit.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/base/weights.hpp>

namespace protea {

TrainedUnit unit_of(Row weights, Row strengths, const IterationOutcome& outcome, const Dichotomy& dichotomy) {
  TrainedUnit unit;
  unit.weights = {weights.begin(), weights.end()};
  unit.strengths = {strengths.begin(), strengths.end()};
  unit.updates = outcome.updates;
  unit.epochs = outcome.epochs;
  unit.converged = outcome.is_settled;
  unit.kappa = kappa(dichotomy, unit.weights);
  return unit;
}

std::vector<double> weights_of(const Dichotomy& dichotomy, Row strengths) {
  std::vector<double> w(dichotomy.dimension());
  const double per_input = 1 / static_cast<double>(w.size());
  for (std::size_t i = 0; i < dichotomy.size(); ++i) {
    if (strengths[i] == 0) continue;
    kernels().add_scaled(strengths[i] * dichotomy.outputs[i] * per_input, dichotomy.inputs.row(i).data(), w.size(),
                         w.data());
  }
  return w;
}

double largest_self(const Dichotomy& dichotomy) {
  double largest = 0;
  for (std::size_t i = 0; i < dichotomy.size(); ++i)
    largest =
        std::max(largest, weight_at(dichotomy.weights, i) * lane_dot(dichotomy.inputs.row(i), dichotomy.inputs.row(i)));
  return largest / static_cast<double>(std::max<std::size_t>(1, dichotomy.dimension()));
}

double sum_of_selves(const Dichotomy& dichotomy) {
  double sum = 0;
  for (std::size_t i = 0; i < dichotomy.size(); ++i)
    sum += weight_at(dichotomy.weights, i) * lane_dot(dichotomy.inputs.row(i), dichotomy.inputs.row(i));
  return sum / static_cast<double>(std::max<std::size_t>(1, dichotomy.dimension()));
}

void demand_rate(std::string_view name, double rate, double admissible) {
  if (rate < admissible) return;
  throw UsageError(fmt::format("{}: on these data it cannot converge: it must be below {:.6g}; 0 chooses it",
                               setting(name, fmt::format("{}", rate)), admissible));
}

}   // namespace protea
