// Divergences of the catalogue on single pairs, for property tests: values, gradients and how wrong those are.
#pragma once

#include <rapidcheck.h>

#include <cmath>
#include <string>
#include <vector>

#include <protea/catalogue/catalogue.hpp>

#include <support/random_problem.hpp>

namespace protea::testing {

using Vector = std::vector<double>;

struct PairOfVectors {
  Vector p;
  Vector rho;
};

inline Vector divided_by_sum(Vector x) {
  double sum = 0;
  for (const double value : x) sum += value;
  for (double& value : x) value /= sum;
  return x;
}

// Numbers from about 0.05 to 2.7, over all scales alike. They are drawn at full size and not shrunk: equal vectors, to
// which shrinking leads, are a case of their own in which relative errors mean nothing.
inline Vector any_positive(std::size_t n) {
  const auto exponents = *rc::gen::noShrink(
      rc::gen::resize(rc::kNominalSize, rc::gen::container<std::vector<int>>(n, rc::gen::inRange(-3000, 1000))));
  Vector result;
  for (const int each : exponents) result.push_back(std::exp(each / 1000.0));
  return result;
}

inline PairOfVectors any_pair(const DataDomain& domain = {}) {
  const auto n =
      static_cast<std::size_t>(*rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(2, 12))));
  PairOfVectors pair{any_positive(n), any_positive(n)};
  if (domain.kind == Domain::probability) pair = {divided_by_sum(pair.p), divided_by_sum(pair.rho)};
  return pair;
}

inline std::shared_ptr<const AnyDissimilarity> divergence(const std::string& name, const Settings& settings = {}) {
  return dissimilarities().make(name, settings);
}

inline std::shared_ptr<const AnyDissimilarity> divergence(const std::string& name, const std::string& parameter,
                                                          double value) {
  return dissimilarities().make(name, {{parameter, number_text(value)}});
}

inline double value_of(const AnyDissimilarity& d, const Vector& p, const Vector& rho, const Vector& theta = {}) {
  return d.value(p, rho, theta);
}

struct Gradients {
  Vector by_rho;
  Vector by_theta;
};

inline Gradients gradients_of(const AnyDissimilarity& d, const Vector& p, const Vector& rho, const Vector& theta = {}) {
  Gradients result{Vector(p.size()), Vector(theta.size())};
  d.add_gradient(p, rho, theta, 1, result.by_rho, result.by_theta);
  return result;
}

// Differences of fourth order with steps relative to the numbers: exact to about 1e-9 of the largest slope.
template <class Function>
Vector precise_differences(Vector x, Function function) {
  Vector result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double centre = x[i];
    const double h = 3e-4 * std::abs(centre);
    const auto at = [&](double steps) {
      x[i] = centre + steps * h;
      return function(x);
    };
    result[i] = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
    x[i] = centre;
  }
  return result;
}

// Largest difference, in parts of the largest number, or of 0.001 where that is larger: differences of tiny
// numbers are rounding.
inline double relative_gap(const Vector& found, const Vector& expected) {
  double gap = 0;
  double scale = 1e-3;
  for (std::size_t i = 0; i < found.size(); ++i) {
    gap = std::max(gap, std::abs(found[i] - expected[i]));
    scale = std::max(scale, std::abs(expected[i]));
  }
  return gap / scale;
}

inline double relative_gap(double found, double expected) { return relative_gap(Vector{found}, Vector{expected}); }

}   // namespace protea::testing
