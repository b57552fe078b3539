#include <protea/perceptron/layered.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

double sign_of(double value) { return value > 0 ? 1 : -1; }

// Unit weights that turn one example over and leave all others: those of w = −(ξ − mean), whose plane lies between it and the next. Nothing where some input
// lies as far out.
std::optional<std::vector<double>> grandmother_of(const Dichotomy& dichotomy, std::size_t example, Row mean) {
  const std::size_t n = dichotomy.dimension() - 1;   // without the clamped input
  const Row own = dichotomy.inputs.row(example);
  std::vector<double> w(n + 1);
  for (std::size_t j = 0; j < n; ++j) w[j] = mean[j] - own[j];
  const auto along = [&](std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += w[j] * dichotomy.inputs.row(i)[j];
    return sum;
  };
  const double least = along(example);
  double next = infinity;
  for (std::size_t i = 0; i < dichotomy.size(); ++i) {
    if (i != example) next = std::min(next, along(i));
  }
  const double middle = next == infinity ? least + 1 : least + (next - least) / 2;
  if (!(middle > least) || !(next > middle)) return std::nullopt;
  w[n] = -middle;
  return w;
}

// Planes across one line where the wanted signs change along it; the first is turned around where the product has the wrong sign.
Matrix planes_across_a_line(const Dichotomy& dichotomy, const std::vector<double>& wanted, std::uint64_t seed) {
  const std::size_t n = dichotomy.dimension() - 1;
  const std::size_t count = dichotomy.size();
  std::vector<double> best_direction;
  std::vector<double> best_places;
  double best_gap = -1;
  for (std::uint32_t attempt = 0; attempt < 20; ++attempt) {
    Random random(seed, Purpose::generator, attempt);
    std::vector<double> direction(n);
    for (double& value : direction) value = random.normal();
    std::vector<double> places(count);
    for (std::size_t i = 0; i < count; ++i) places[i] = dot(direction, dichotomy.inputs.row(i).first(n));
    std::vector<double> sorted = places;
    std::ranges::sort(sorted);
    double gap = infinity;
    for (std::size_t i = 1; i < count; ++i) {
      if (sorted[i] > sorted[i - 1]) gap = std::min(gap, sorted[i] - sorted[i - 1]);
    }
    if (gap <= best_gap) continue;
    best_gap = gap;
    best_direction = std::move(direction);
    best_places = std::move(places);
  }
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return best_places[a] < best_places[b]; });
  std::vector<double> thresholds;
  std::uint32_t last = order[0];   // of several inputs at one place the first has its way
  for (const std::uint32_t next : order) {
    const double left = best_places[last];
    const double middle = left + (best_places[next] - left) / 2;
    if (!(middle > left && best_places[next] > middle)) continue;
    if (wanted[last] != wanted[next]) thresholds.push_back(middle);
    last = next;
  }
  // At the beginning of the line all signs are −, so that their product depends on the number of planes.
  const double first = wanted[order[0]];
  if (thresholds.empty() && first < 0) thresholds.push_back(best_places[order.back()] + 1);
  const bool turns_first = (thresholds.size() % 2 == 0 ? 1 : -1) != first;
  Matrix planes(thresholds.size(), n + 1);
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    const double sign = k == 0 && turns_first ? -1 : 1;
    for (std::size_t j = 0; j < n; ++j) planes(k, j) = sign * best_direction[j];
    planes(k, n) = -sign * thresholds[k];
  }
  return planes;
}

void append(Matrix& weights, MatrixView more) {
  Matrix all(weights.rows() + more.rows, more.columns);
  std::ranges::copy(weights.values(), all.values().begin());
  for (std::size_t k = 0; k < more.rows; ++k) std::ranges::copy(more.row(k), all.row(weights.rows() + k).begin());
  weights = std::move(all);
}

// S of the machine times the output that is wanted: −1 where it is wrong.
std::vector<double> agreement_of(MatrixView weights, const Dichotomy& dichotomy) {
  std::vector<double> result(dichotomy.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = parity_output(weights, dichotomy.inputs.row(i)) * dichotomy.outputs[i];
  return result;
}

std::size_t count_wrong(const std::vector<double>& agreement) {
  return static_cast<std::size_t>(std::ranges::count_if(agreement, [](double sign) { return sign < 0; }));
}

}   // namespace

double committee_output(MatrixView weights, Row input) {
  double sum = 0;
  for (std::size_t k = 0; k < weights.rows; ++k) sum += sign_of(dot(weights.row(k), input));
  return sign_of(sum);
}

double parity_output(MatrixView weights, Row input) {
  double product = 1;
  for (std::size_t k = 0; k < weights.rows; ++k) product *= sign_of(dot(weights.row(k), input));
  return product;
}

LayeredMachine train_committee(const Committee& plan, const Dichotomy& dichotomy, std::uint64_t seed) {
  const std::size_t n = dichotomy.dimension();
  const auto per_input = 1 / static_cast<double>(std::max<std::size_t>(1, n));
  LayeredMachine best;
  Matrix weights(plan.units, n);
  Random start(seed, Purpose::prototypes);
  for (double& value : weights.values()) value = start.normal() * per_input;
  best.weights = weights;
  const auto errors_of = [&](const Matrix& of) {
    std::size_t errors = 0;
    for (std::size_t i = 0; i < dichotomy.size(); ++i)
      errors += committee_output(of.view(), dichotomy.inputs.row(i)) == dichotomy.outputs[i] ? 0 : 1;
    return errors;
  };
  best.errors = errors_of(weights);
  std::vector<std::uint32_t> order(dichotomy.size());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<std::pair<double, std::size_t>> wrong;
  std::size_t updates = 0;
  while (best.epochs < plan.epochs && best.errors > 0) {
    Random random(seed, Purpose::presentation, static_cast<std::uint32_t>(best.epochs++));
    random.shuffle(std::span(order));
    for (const std::uint32_t i : order) {
      const Row input = dichotomy.inputs.row(i);
      wrong.clear();
      for (std::size_t k = 0; k < plan.units; ++k) {
        const double potential = dichotomy.outputs[i] * dot(weights.row(k), input);
        if (dichotomy.outputs[i] > 0 ? potential > 0 : potential >= 0) continue;   // a sign of 0 is −
        const double length = length_of(weights.row(k));
        wrong.emplace_back(length > 0 ? -potential / length : 0, k);
      }
      const std::size_t allowed = (plan.units - 1) / 2;
      if (wrong.size() <= allowed) continue;
      std::ranges::sort(wrong);
      for (std::size_t k = 0; k < wrong.size() - allowed; ++k)
        kernels().add_scaled(dichotomy.outputs[i] * per_input, input.data(), n, weights.row(wrong[k].second).data());
      ++updates;
    }
    const std::size_t errors = errors_of(weights);
    if (errors >= best.errors) continue;
    best.errors = errors;
    best.weights = weights;
  }
  best.updates = updates;
  return best;
}

LayeredMachine grow_parity(const Tiling& plan, const Dichotomy& dichotomy, std::uint64_t seed) {
  const std::size_t n = dichotomy.dimension();
  const std::size_t count = dichotomy.size();
  LayeredMachine machine;
  machine.weights = Matrix(0, n);
  std::vector<double> agreement = dichotomy.outputs;   // of a machine without units, which answers +1
  for (double& sign : agreement) sign = sign > 0 ? 1 : -1;
  std::size_t wrong = count_wrong(agreement);
  std::vector<double> mean(n);
  for (std::size_t i = 0; i < count; ++i)
    kernels().add_scaled(1 / static_cast<double>(count), dichotomy.inputs.row(i).data(), n, mean.data());
  const auto has_room = [&] { return plan.most_units == 0 || machine.weights.rows() < plan.most_units; };
  const auto take = [&](MatrixView units) {
    append(machine.weights, units);
    agreement = agreement_of(machine.weights.view(), dichotomy);
    wrong = count_wrong(agreement);
  };
  while ((wrong > 0 || machine.weights.rows() == 0) && has_room()) {
    const Dichotomy next{dichotomy.inputs, agreement, dichotomy.weights};
    const TrainedUnit unit = plan.train(next, seed + machine.weights.rows());
    machine.updates += unit.updates;
    machine.epochs += unit.epochs;
    std::vector<double> w = unit.weights;
    std::size_t errors = 0;
    for (std::size_t i = 0; i < count; ++i) errors += sign_of(dot(w, dichotomy.inputs.row(i))) == agreement[i] ? 0 : 1;
    if (errors > count / 2) {   // the other way round it errs less
      for (double& value : w) value = -value;
      errors = 0;
      for (std::size_t i = 0; i < count; ++i)
        errors += sign_of(dot(w, dichotomy.inputs.row(i))) == agreement[i] ? 0 : 1;
    }
    const bool is_first = machine.weights.rows() == 0;
    if (errors < wrong || (is_first && errors <= count / 2)) {
      take(matrix_view(Row(w), 1, n));
      continue;
    }
    std::optional<std::vector<double>> grandmother;
    for (std::size_t i = 0; i < count && !grandmother; ++i) {
      if (agreement[i] < 0) grandmother = grandmother_of(dichotomy, i, mean);
    }
    if (grandmother) {
      const std::size_t before = wrong;
      const Matrix kept = machine.weights;
      take(matrix_view(Row(*grandmother), 1, n));
      if (wrong < before) continue;
      machine.weights = kept;   // rounding
      agreement = agreement_of(machine.weights.view(), dichotomy);
      wrong = count_wrong(agreement);
    }
    const Matrix planes = planes_across_a_line(dichotomy, agreement, seed);
    if (plan.most_units == 0 || machine.weights.rows() + planes.rows() <= plan.most_units) take(planes.view());
    break;   // nothing else could help: what is left are equal inputs with both outputs
  }
  machine.errors = wrong;
  return machine;
}

std::size_t best_unit_count(MatrixView weights, const Dichotomy& others) {
  std::vector<double> signs(others.size(), 1.0);
  std::size_t best = 1;
  std::size_t fewest = others.size() + 1;
  for (std::size_t k = 0; k < weights.rows; ++k) {
    std::size_t errors = 0;
    for (std::size_t i = 0; i < others.size(); ++i) {
      signs[i] *= sign_of(dot(weights.row(k), others.inputs.row(i)));
      errors += signs[i] == others.outputs[i] ? 0 : 1;
    }
    if (errors >= fewest) continue;
    fewest = errors;
    best = k + 1;
  }
  return best;
}

}   // namespace protea
