#include <protea/perceptron/dichotomy.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

double norm_of(Row w) { return std::sqrt(lane_dot(w, w)); }

}   // namespace

Matrix with_clamped_input(MatrixView x) {
  Matrix result(x.rows, x.columns + 1);
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::copy_n(x.row(i).begin(), x.columns, result.row(i).begin());
    result(i, x.columns) = 1;
  }
  return result;
}

std::vector<double> potentials(const Dichotomy& dichotomy, Row w) {
  std::vector<double> result(dichotomy.size());
  if (result.empty()) return result;
  kernels().products(w.data(), 1, dichotomy.inputs.data, dichotomy.size(), dichotomy.dimension(), result.data(),
                     result.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] *= dichotomy.outputs[i];
  return result;
}

std::vector<double> stabilities(const Dichotomy& dichotomy, Row w) {
  std::vector<double> result = potentials(dichotomy, w);
  const double norm = norm_of(w);
  for (double& stability : result) stability = norm > 0 ? stability / norm : 0;
  return result;
}

double kappa(const Dichotomy& dichotomy, Row w) {
  const std::vector<double> all = stabilities(dichotomy, w);
  return all.empty() ? 0 : *std::min_element(all.begin(), all.end());
}

double kappa_bound(const Dichotomy& dichotomy, Row strengths) {
  std::vector<double> sum(dichotomy.dimension());
  double total = 0;
  for (std::size_t i = 0; i < dichotomy.size(); ++i) {
    if (!(strengths[i] > 0)) continue;
    total += strengths[i];
    kernels().add_scaled(strengths[i] * dichotomy.outputs[i], dichotomy.inputs.row(i).data(), sum.size(), sum.data());
  }
  return total > 0 ? norm_of(sum) / total : std::numeric_limits<double>::infinity();
}

double update_bound(const Dichotomy& dichotomy, double margin, double kappa) {
  if (!(kappa > 0)) return std::numeric_limits<double>::infinity();
  double longest = 0;
  for (std::size_t i = 0; i < dichotomy.size(); ++i)
    longest = std::max(longest, lane_dot(dichotomy.inputs.row(i), dichotomy.inputs.row(i)));
  return (longest + 2 * margin * static_cast<double>(dichotomy.dimension())) / (kappa * kappa);
}

double kkt_residual(Row potentials, Row strengths, double upper, Row weights) {
  double largest = 0;
  for (std::size_t i = 0; i < potentials.size(); ++i) {
    const double missing = 1 - potentials[i];
    const bool can_rise = strengths[i] < upper * weight_at(weights, i);
    const bool can_fall = strengths[i] > 0;
    if ((missing > 0 && can_rise) || (missing < 0 && can_fall)) largest = std::max(largest, std::abs(missing));
  }
  return largest;
}

Conflict find_conflict(const Dichotomy& dichotomy) {
  const MatrixView x = dichotomy.inputs;
  std::vector<std::uint32_t> order(x.rows);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (std::ranges::all_of(x.row(i), [](double value) { return value == 0; }))
      return {static_cast<std::ptrdiff_t>(i), static_cast<std::ptrdiff_t>(i)};
  }
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(x.row(a), x.row(b));
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (!std::ranges::equal(x.row(order[i - 1]), x.row(order[i]))) continue;
    if (dichotomy.outputs[order[i - 1]] != dichotomy.outputs[order[i]])
      return {static_cast<std::ptrdiff_t>(order[i - 1]), static_cast<std::ptrdiff_t>(order[i])};
  }
  return {};
}

}   // namespace protea
