#include <protea/perceptron/linear_frame.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>
#include <protea/base/golden_section.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

std::size_t rank_of(const SingularValues& svd, std::size_t rows) {
  const double side = static_cast<double>(std::max(rows, svd.right.columns()));
  const double least = svd.values.empty() ? 0 : svd.values.front() * side * std::numeric_limits<double>::epsilon();
  return static_cast<std::size_t>(std::ranges::count_if(svd.values, [&](double s) { return s > least; }));
}

std::optional<double> left_out_of(const ErrorSums& sums) {
  if (!(sums.counted > 0)) return std::nullopt;
  return sums.left_out / sums.counted;
}

// The least error of samples left out, on a grid of ln γ and then between its neighbours.
double chosen_strength(const LinearFrame& frame, const ErrorsAt& errors_at) {
  if (frame.values.empty()) return 0;
  const double largest = logarithm(frame.values.front() * frame.values.front());
  const double least = logarithm(frame.values.back() * frame.values.back());
  const double low = std::max(least, largest - 30 * logarithm(10.0)) - logarithm(1e6);
  const double high = largest + logarithm(1e6);   // where the weights are as good as 0
  constexpr double step = 0.5;
  std::vector<double> places;   // from the strongest down
  for (double at = high; places.empty() || at > low; at -= step) places.push_back(at);
  std::vector<double> strengths;
  for (const double at : places) strengths.push_back(exponential(at));
  const std::vector<ErrorSums> errors = errors_at(strengths);
  std::size_t best = 0;   // of equals the strongest
  for (std::size_t k = 1; k < places.size(); ++k) {
    if (left_out_of(errors[k]).value_or(0) < left_out_of(errors[best]).value_or(0)) best = k;
  }
  const auto error = [&](double log_strength) {
    const double strength = exponential(log_strength);
    return left_out_of(errors_at(Row(&strength, 1)).front()).value_or(0);
  };
  return exponential(golden_section(error, places[best] - step, places[best] + step, 1e-6));
}

}   // namespace

void demand_finite(Row values) {
  if (std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) return;
  throw NumericalError("the numbers of the regression are too large to compute with: change their unit");
}

void LinearFrame::set(const SingularValues& svd, std::size_t rows) {
  values.assign(svd.values.begin(), svd.values.begin() + static_cast<std::ptrdiff_t>(rank_of(svd, rows)));
  directions = Matrix(values.size(), svd.right.columns());
  std::copy_n(svd.right.values().begin(), directions.values().size(), directions.values().begin());
}

void ErrorSums::add(const ErrorSums& later) {
  squared += later.squared;
  left_out += later.left_out;
  counted += later.counted;
}

std::vector<ErrorSums> error_sums(const LinearFrame& frame, const FramedRows& rows, Row strengths) {
  const std::size_t count = rows.target.size();
  const std::size_t rank = frame.values.size();
  // What of the target no input can reach, and 1 − leverage for γ = 0.
  std::vector<double> beside(rows.target.begin(), rows.target.end());
  std::vector<double> own_beside(count, 1.0);
  for (std::size_t i = 0; i < count && frame.has_intercept; ++i)
    own_beside[i] -= weight_at(rows.weights, i) / frame.total;
  for (std::size_t r = 0; r < rank; ++r) {
    const double* const u = rows.left.row(r).data();
    for (std::size_t i = 0; i < count; ++i) {
      beside[i] -= u[i] * frame.along[r];
      own_beside[i] -= u[i] * u[i];
    }
  }
  // Rounding: no sample lies outside by less.
  constexpr double nothing = 1e-12;
  for (std::size_t i = 0; i < count; ++i) {
    if (own_beside[i] <= nothing) own_beside[i] = beside[i] = 0;
  }
  std::vector<ErrorSums> result;
  std::vector<double> residual(count);   // times √w
  std::vector<double> share(count);      // 1 − h
  for (const double strength : strengths) {
    residual = beside;
    share = own_beside;
    for (std::size_t r = 0; r < rank && strength > 0; ++r) {
      const double* const u = rows.left.row(r).data();
      const double left =
          strength / (frame.values[r] * frame.values[r] + strength);   // what γ leaves of the coordinate
      const double of_target = left * frame.along[r];
      for (std::size_t i = 0; i < count; ++i) {
        residual[i] += of_target * u[i];
        share[i] += left * (u[i] * u[i]);
      }
    }
    ErrorSums sums;
    for (std::size_t i = 0; i < count; ++i) {
      sums.squared += residual[i] * residual[i];
      const double weight = weight_at(rows.weights, i);
      // Of several one is left out.
      const double own = rows.is_count && weight > 1 ? 1 - (1 - share[i]) / weight : share[i];
      if (!(own > 0)) continue;
      sums.left_out += residual[i] / own * (residual[i] / own);
      sums.counted += weight;
    }
    result.push_back(sums);
  }
  return result;
}

LinearFit finished_fit(const LinearFrame& frame, const LinearFitOptions& options, const ErrorsAt& errors_at) {
  const std::size_t n = frame.means.size();
  LinearFit fit;
  fit.strength = options.chooses_strength ? chosen_strength(frame, errors_at) : options.strength;
  fit.has_intercept = frame.has_intercept;
  fit.means = frame.means;
  fit.level = frame.level;
  fit.total_weight = frame.total;
  fit.rank = frame.values.size();
  fit.weights.assign(n, 0.0);
  fit.parameters = frame.has_intercept ? 1 : 0;
  for (std::size_t r = 0; r < fit.rank; ++r) {
    const double s = frame.values[r];
    const double factor = s / (s * s + fit.strength) * frame.along[r];
    for (std::size_t j = 0; j < n; ++j) fit.weights[j] += factor * frame.directions(r, j);
    fit.parameters += s * s / (s * s + fit.strength);
    fit.stiffness.push_back(s * s + fit.strength);
  }
  fit.directions = frame.directions;
  for (std::size_t j = 0; j < frame.column_unit.size(); ++j) {
    fit.weights[j] /= frame.column_unit[j];
    for (std::size_t r = 0; r < fit.rank; ++r) fit.directions(r, j) /= frame.column_unit[j];
  }
  const ErrorSums errors = errors_at(Row(&fit.strength, 1)).front();
  fit.squared_error = errors.squared / frame.total;
  fit.left_out_error = left_out_of(errors);
  const double freedom = frame.total - fit.parameters;
  if (freedom > 1e-9 * frame.total) fit.noise = errors.squared / freedom;
  demand_finite(fit.weights);
  demand_finite(fit.directions.values());
  demand_finite(fit.stiffness);
  demand_finite(std::vector{fit.intercept(), fit.squared_error, fit.left_out_error.value_or(0), fit.noise.value_or(0)});
  return fit;
}

}   // namespace protea
