#include <protea/dissimilarity/domain.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

constexpr double largest_change = 0.3;   // of a coordinate in one step, as a share of it

// Coordinates of a probability vector: `least`, or half of 1/n where so many could not be held up.
double least_share(const DataDomain& domain, std::size_t n) {
  return std::min(domain.least, 0.5 / static_cast<double>(n));
}

// What the coordinates have above `least` is brought to sum 1 with it.
void bring_to_sum_one(MutableRow w, double least) {
  for (double& value : w) value = value < least ? 0 : value - least;   // NaN stays, to be noticed
  const double sum = lane_sum(w);
  const double rest = 1 - static_cast<double>(w.size()) * least;
  for (double& value : w) value = least + rest * (sum == 0 ? 1 / static_cast<double>(w.size()) : value / sum);
}

// Calls act(i, e^(u_i − shift)) for all i in order.
template <class Act>
void for_each_exponential(Row u, double shift, Act act) {
  constexpr std::size_t stretch = 64;   // at once
  double part[stretch];
  for (std::size_t first = 0; first < u.size(); first += stretch) {
    const std::size_t count = std::min(stretch, u.size() - first);
    for (std::size_t i = 0; i < count; ++i) part[i] = u[first + i] - shift;
    kernels().exponentials(part, count, part);
    for (std::size_t i = 0; i < count; ++i) act(first + i, part[i]);
  }
}

}   // namespace

void project_prototype(const DataDomain& domain, MutableRow w) {
  if (domain.kind != Domain::probability) {
    for (double& value : w) value = value < domain.least ? domain.least : value;
    return;
  }
  const double least = least_share(domain, w.size());
  const bool is_inside = std::all_of(w.begin(), w.end(), [&](double value) { return value >= least; });
  if (is_inside && std::abs(lane_sum(w) - 1) <= 1e-15 * static_cast<double>(w.size())) return;
  bring_to_sum_one(w, least);
}

void limit_step(Row before, MutableRow w) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    w[i] = std::clamp(w[i], (1 - largest_change) * before[i], (1 + largest_change) * before[i]);
  }
}

void step_in_logs(Row before, MutableRow w) {
  const double least = logarithm(1 - largest_change);
  const double most = logarithm(1 + largest_change);
  for (double& step : w) step = std::clamp(step, least, most);
  kernels().exponentials(w.data(), w.size(), w.data());
  for (std::size_t i = 0; i < w.size(); ++i) w[i] *= before[i];
}

void make_tangential(Row w, MutableRow gradient) {
  double mean = 0;
  for (std::size_t i = 0; i < w.size(); ++i) mean += w[i] * gradient[i];
  for (double& value : gradient) value -= mean;
}

void prototype_to_free(const DataDomain& domain, MutableRow w) {
  const double least = domain.kind == Domain::probability ? least_share(domain, w.size()) : domain.least;
  for (double& value : w) value = std::max(value - least, 1e-3 * least);
  kernels().logs(w.data(), w.size(), w.data());
}

void prototype_from_free(const DataDomain& domain, MutableRow w) {
  if (domain.kind != Domain::probability) {
    for_each_exponential(w, 0, [&](std::size_t i, double each) { w[i] = domain.least + each; });
    return;
  }
  const double least = least_share(domain, w.size());
  const double largest = *std::max_element(w.begin(), w.end());
  for_each_exponential(w, largest, [&](std::size_t i, double each) { w[i] = least + each; });
  bring_to_sum_one(w, least);
}

// ∂w_l/∂u_m = e^{u_m} δ_lm; for probability vectors (1 − n·least) s_m (δ_lm − s_l), s = eᵘ/Σeᵘ
void pull_back_prototype(const DataDomain& domain, Row free, MutableRow gradient) {
  if (domain.kind != Domain::probability) {
    for_each_exponential(free, 0, [&](std::size_t i, double each) { gradient[i] *= each; });
    return;
  }
  const double largest = *std::max_element(free.begin(), free.end());
  double sum = 0;
  double mean = 0;
  for_each_exponential(free, largest, [&](std::size_t i, double each) {
    sum += each;
    mean += each * gradient[i];
  });
  mean /= sum;
  const double rest = 1 - static_cast<double>(free.size()) * least_share(domain, free.size());
  for_each_exponential(free, largest,
                       [&](std::size_t i, double each) { gradient[i] = rest * each / sum * (gradient[i] - mean); });
}

}   // namespace protea
