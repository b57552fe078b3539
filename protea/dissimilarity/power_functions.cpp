#include <protea/dissimilarity/power_functions.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>

namespace protea {
namespace {

constexpr std::size_t part = 64;   // numbers handled at once, so that results may take the place of the logarithms

// ((z − 1)eᶻ + 1)/z² = Σ_j z^j/(j!(j + 2)), given eᶻ.
double slope_shape(double z, double exponential) {
  if (std::abs(z) > 0.5) return ((z - 1) * exponential + 1) / (z * z);
  double power = 1;
  double sum = 0;
  for (int j = 0; j < 14; ++j) {
    sum += power / (j + 2);
    power *= z / (j + 1);
  }
  return sum;
}

}   // namespace

double power_quotient(double epsilon, double log) {
  return epsilon == 0 ? log : exponential_minus_one(epsilon * log) / epsilon;
}

double power_quotient_slope(double epsilon, double log) {
  const double z = epsilon * log;
  return log * log * slope_shape(z, exponential(z));
}

double log_quotient(double epsilon, double s) {
  return epsilon == 0 ? s : logarithm_of_one_plus(epsilon * s) / epsilon;
}

// s²ψ′(z), z = εs, ψ = ln(1 + z)/z: ψ′ = (1/(1 + z) − ψ)/z = Σ_k (−1)^k k z^{k−1}/(k + 1)
double log_quotient_slope(double epsilon, double s) {
  const double z = epsilon * s;
  if (std::abs(z) > 0.1) return s * s * (1 / (1 + z) - logarithm_of_one_plus(z) / z) / z;
  double power = -1;
  double sum = 0;
  for (int k = 1; k < 18; ++k) {
    sum += power * k / (k + 1);
    power *= -z;
  }
  return s * s * sum;
}

double log_ratio(double p, double rho) {
  const double relative = (p - rho) / rho;
  return std::abs(relative) < 0.5 ? logarithm_of_one_plus(relative) : logarithm(p / rho);
}

void take_logs(Row x, MutableRow logs) { kernels().logs(x.data(), x.size(), logs.data()); }

void take_powers(Row logs, double exponent, MutableRow powers) {
  for (std::size_t i = 0; i < logs.size(); ++i) powers[i] = exponent * logs[i];
  kernels().exponentials(powers.data(), powers.size(), powers.data());
}

// Where ε is small, xᵉ − 1 has lost digits; (u − 1)·ln x/ln u with the rounded u = xᵉ has not [Kahan].
void take_quotients(Row logs, double epsilon, MutableRow quotients) {
  double powers[part];
  double back[part];
  if (epsilon == 0) {
    std::copy(logs.begin(), logs.end(), quotients.begin());
    return;
  }
  for (std::size_t first = 0; first < logs.size(); first += part) {
    const std::size_t count = std::min(part, logs.size() - first);
    take_powers(logs.subspan(first, count), epsilon, {powers, count});
    const bool is_small = !is_plain(epsilon);
    if (is_small) kernels().logs(powers, count, back);
    for (std::size_t i = 0; i < count; ++i) {
      double& result = quotients[first + i];
      if (!is_small) result = (powers[i] - 1) / epsilon;
      else result = back[i] == 0 ? logs[first + i] : (powers[i] - 1) * (logs[first + i] / back[i]);
    }
  }
}

void take_primitives(Row logs, double epsilon, MutableRow primitives) {
  if (!is_plain(epsilon)) return take_quotients(logs, epsilon, primitives);
  take_powers(logs, epsilon, primitives);
  for (double& each : primitives) each /= epsilon;
}

// xᵉ(ln x − 1/ε)/ε
void take_primitive_slopes(Row logs, double epsilon, MutableRow slopes) {
  if (!is_plain(epsilon)) return take_quotient_slopes(logs, epsilon, slopes);
  double powers[part];
  for (std::size_t first = 0; first < logs.size(); first += part) {
    const std::size_t count = std::min(part, logs.size() - first);
    take_powers(logs.subspan(first, count), epsilon, {powers, count});
    for (std::size_t i = 0; i < count; ++i) slopes[first + i] = powers[i] * (logs[first + i] - 1 / epsilon) / epsilon;
  }
}

void take_quotient_slopes(Row logs, double epsilon, MutableRow slopes) {
  double powers[part];
  for (std::size_t first = 0; first < logs.size(); first += part) {
    const std::size_t count = std::min(part, logs.size() - first);
    take_powers(logs.subspan(first, count), epsilon, {powers, count});
    for (std::size_t i = 0; i < count; ++i) {
      const double log = logs[first + i];
      slopes[first + i] = log * log * slope_shape(epsilon * log, powers[i]);
    }
  }
}

}   // namespace protea
