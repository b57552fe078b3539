#include <protea/train/growth.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <protea/base/weights.hpp>
#include <protea/rule/winners.hpp>

namespace protea {
namespace {

constexpr std::size_t rows_at_once = 256;

// What samples say of the units that take part: how far they are from their own, and which unit comes second to which.
struct Errors {
  std::vector<double> of_unit;
  Matrix seconds;   // weight of the samples whose nearest unit is that of the row, and whose second that of the column
  double sum = 0;
  double weight = 0;

  explicit Errors(std::size_t units) : of_unit(units), seconds(units, units) {}
};

}   // namespace

BetweenEpochs::Verdict GrowingUnits::act(std::size_t epochs, MutableRow parameters) {
  const MutableRow theta = space_.rule_parameters(parameters);
  const auto units = static_cast<std::size_t>(theta[0]);
  const std::size_t most = space_.prototype_count();
  if (epochs % growth_.every != 0) return units < most ? Verdict::goes_on : Verdict::may_end;
  if (units >= most && growth_.error == 0) return Verdict::may_end;

  // Distances by blocks, side by side; sums in the order of the samples.
  std::vector<NearestTwo> nearest(x_.rows);
  std::vector<double> distances(x_.rows);
  runtime_.run((x_.rows + rows_at_once - 1) / rows_at_once, [&](std::size_t b) {
    const std::size_t first = b * rows_at_once;
    const std::size_t count = std::min(rows_at_once, x_.rows - first);
    PrototypeSpace::Scratches scratches;
    std::vector<double> d(most);
    for (std::size_t i = first; i < first + count; ++i) {
      space_.observed_distances(x_.row(i), parameters, d, scratches);
      nearest[i] = nearest_two(Row(d).first(units));
      distances[i] = d[nearest[i].first];
    }
  });
  Errors errors(units);
  for (std::size_t i = 0; i < x_.rows; ++i) {
    const double weight = weight_at(weights_, i);
    errors.sum += weight * distances[i];
    errors.weight += weight;
    errors.of_unit[nearest[i].first] += weight * distances[i];
    if (nearest[i].second != nobody) errors.seconds(nearest[i].first, nearest[i].second) += weight;
  }
  if (growth_.error > 0 && errors.sum <= growth_.error * errors.weight) return Verdict::is_reached;
  if (units >= most) return Verdict::may_end;

  // Between the unit of the largest error and that one of its neighbours, units that come second to it or to which it
  // comes second, whose error is largest.
  const auto largest = std::max_element(errors.of_unit.begin(), errors.of_unit.end());
  double size = 0;
  for (std::size_t i = 0; i < x_.rows; ++i) {
    for (const double value : x_.row(i)) size += std::isnan(value) ? 0 : value * value;
  }
  constexpr double rounding = 1e-24;   // of squared distances, relative to the sizes of what is compared
  if (!(*largest > rounding * size)) return Verdict::may_end;   // every sample has a unit of its own
  const auto worst = static_cast<std::size_t>(largest - errors.of_unit.begin());
  std::size_t neighbour = worst == 0 && units > 1 ? 1 : 0;
  double best = -1;
  for (std::size_t k = 0; k < units; ++k) {
    if (k == worst) continue;
    const double shared = errors.seconds(worst, k) + errors.seconds(k, worst);
    const double merit = shared > 0 ? errors.of_unit[k] : -1;
    if (merit > best) {
      best = merit;
      neighbour = k;
    }
  }
  const MutableMatrixView w = space_.prototypes(parameters);
  for (std::size_t j = 0; j < w.columns; ++j) w.row(units)[j] = 0.5 * (w.row(worst)[j] + w.row(neighbour)[j]);
  space_.prototype_block().manifold->project(w.row(units));
  theta[0] = static_cast<double>(units + 1);
  return Verdict::goes_on;
}

}   // namespace protea
