// The laws of difference_rule.hpp; each is 2·pull of the rule of the same name, with d⁺ + d⁻ = 2N·v_σ.
#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/base/error.hpp>
#include <protea/theory/difference_rule.hpp>

#include <fmt/format.h>

namespace protea {
namespace {

double logistic_of(double t) { return t >= 0 ? 1 / (1 + std::exp(-t)) : std::exp(t) / (1 + std::exp(t)); }

Strength both(double f) { return {f, -f}; }

void demand_positive(const char* what, double value) {
  if (!(value > 0)) throw UsageError(fmt::format("{} = {}: must be greater than 0", what, value));
}

constexpr double logistic_panel = 4;       // in widths: the poles of a logistic function are at ±πi widths, which is smooth enough
constexpr int logistic_panels = 9;         // on either side: beyond 36 widths it is constant

std::vector<double> logistic_breaks(double width) {
  std::vector<double> result;
  for (int i = -logistic_panels; i <= logistic_panels; ++i) result.push_back(logistic_panel * i * width);
  return result;
}

// The variances of both clusters.
std::array<double, cluster_count> variances(const ClusterModel& model) { return {model.v_plus, model.v_minus}; }

}  // namespace

DifferenceLaw lvq2_1_law(double window) {
  demand_positive("rule.window", window);
  return {[window](double difference, std::size_t) { return both(std::abs(difference) <= window ? 1 : 0); },
          [window](std::size_t) { return std::isinf(window) ? std::vector<double>{} : std::vector<double>{-window, window}; }};
}

DifferenceLaw rslvq_law(double sigma) {
  demand_positive("rule.sigma", sigma);
  const double s = 1 / (2 * sigma * sigma);
  return {[s](double difference, std::size_t) { return both(2 * s * logistic_of(s * difference)); },
          [s](std::size_t) { return logistic_breaks(1 / s); }};
}

DifferenceLaw margin_hinge_law(double beta, const ClusterModel& model) {
  demand_positive("rule.beta", beta);
  const auto v = variances(model);
  return {[beta, v](double difference, std::size_t cluster) {
            const double root = std::sqrt(v[cluster]);
            return both(-beta * difference / (4 * root) < 1 ? beta / (2 * root) : 0);
          },
          [beta, v](std::size_t cluster) { return std::vector<double>{-4 * std::sqrt(v[cluster]) / beta}; }};
}

DifferenceLaw margin_broken_linear_law(double beta, const ClusterModel& model) {
  demand_positive("rule.beta", beta);
  const auto v = variances(model);
  return {[beta, v](double difference, std::size_t cluster) {
            const double root = std::sqrt(v[cluster]);
            return both(std::abs(beta * difference / (4 * root)) < 1 ? beta / (2 * root) : 0);
          },
          [beta, v](std::size_t cluster) {
            const double width = 4 * std::sqrt(v[cluster]) / beta;
            return std::vector<double>{-width, width};
          }};
}

DifferenceLaw margin_exponential_law(double beta, const ClusterModel& model) {
  demand_positive("rule.beta", beta);
  const auto v = variances(model);
  DifferenceLaw law{[beta, v](double difference, std::size_t cluster) {
    const double root = std::sqrt(v[cluster]);
    return both(beta / (2 * root) * std::exp(beta * difference / (4 * root)));
  }};
  law.growth = beta / (4 * std::sqrt(std::min(model.v_plus, model.v_minus)));
  return law;
}

DifferenceLaw glvq_law(double steepness, const ClusterModel& model) {
  demand_positive("rule.steepness", steepness);
  const auto v = variances(model);
  return {[steepness, v](double difference, std::size_t cluster) {
            const double f = logistic_of(steepness * difference / (2 * v[cluster]));
            return both(steepness / v[cluster] * f * (1 - f));
          },
          [steepness, v](std::size_t cluster) { return logistic_breaks(2 * v[cluster] / steepness); }};
}

}  // namespace protea
