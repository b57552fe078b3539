#include <protea/dissimilarity/domain.hpp>

#include <algorithm>
#include <cmath>

namespace protea {
namespace {

constexpr double largest_change = 0.3;     // of a coordinate in one step, as a share of it

double sum_of(Row values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

void lift(MutableRow w, double least) {
  for (double& value : w) value = value < least ? least : value;   // NaN stays, to be noticed
}

}  // namespace

void project_prototype(const DataDomain& domain, MutableRow w) {
  if (domain.kind != Domain::probability) return lift(w, domain.least);
  // Dividing by a sum above 1 may lead below `least` again: half of it is near enough, so that projecting twice changes nothing.
  const bool is_inside = std::all_of(w.begin(), w.end(), [&](double value) { return value >= domain.least / 2; });
  if (is_inside && std::abs(sum_of(w) - 1) <= 1e-15 * static_cast<double>(w.size())) return;
  lift(w, 0);
  if (const double sum = sum_of(w); sum > 0) {
    for (double& value : w) value /= sum;
  }
  lift(w, domain.least);
  const double sum = sum_of(w);
  for (double& value : w) value /= sum;
}

void limit_step(Row before, MutableRow w) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    w[i] = std::clamp(w[i], (1 - largest_change) * before[i], (1 + largest_change) * before[i]);
  }
}

void step_in_logs(Row before, MutableRow w) {
  const double least = std::log(1 - largest_change);
  const double most = std::log(1 + largest_change);
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = before[i] * std::exp(std::clamp(w[i], least, most));
}

void make_tangential(Row w, MutableRow gradient) {
  double mean = 0;
  for (std::size_t i = 0; i < w.size(); ++i) mean += w[i] * gradient[i];
  for (double& value : gradient) value -= mean;
}

void prototype_to_free(const DataDomain& domain, MutableRow w) {
  for (double& value : w) value = std::log(std::max(value - domain.least, 1e-3 * domain.least));
}

void prototype_from_free(const DataDomain& domain, Row free, MutableRow w) {
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = domain.least + std::exp(free[i]);
  if (domain.kind != Domain::probability) return;
  const double sum = sum_of(w);
  for (double& value : w) value /= sum;
}

// ∂w_l/∂u_m = e^{u_m} δ_lm; for probability vectors e^{u_m}(δ_lm − w_l)/V, V = Σ(least + eᵘ)
void pull_back_prototype(const DataDomain& domain, Row free, MutableRow gradient) {
  double sum = 0;
  double mean = 0;
  if (domain.kind == Domain::probability) {
    for (std::size_t i = 0; i < free.size(); ++i) {
      const double value = domain.least + std::exp(free[i]);
      sum += value;
      mean += value * gradient[i];
    }
    mean /= sum;
  } else {
    sum = 1;
  }
  for (std::size_t i = 0; i < free.size(); ++i) gradient[i] = std::exp(free[i]) * (gradient[i] - mean) / sum;
}

}  // namespace protea
