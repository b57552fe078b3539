// Small random learning problems for contract tests.
#pragma once

#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include <protea/base/random.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/prototype_objective.hpp>

namespace protea::testing {

// Numbers of any sign as numbers of a dissimilarity's domain.
inline void bring_inside(const DataDomain& domain, MutableRow x) {
  if (!domain.is_bounded()) return;
  double sum = 0;
  for (double& value : x) sum += value = std::exp(0.5 * value);
  for (double& value : x) value /= domain.kind == Domain::probability ? sum : 1;
}

// Where the rule learns label vectors.
inline LabelVectors label_vectors_for(const AnyRule& rule, std::size_t classes) {
  if (!rule.traits().learns_label_vectors) return {};
  return {dissimilarities().make("squared-euclidean", {}), classes};
}

// Rows of positive numbers that sum to one.
inline Matrix random_memberships(std::size_t samples, std::size_t classes, std::uint64_t seed) {
  Matrix c(samples, classes);
  Random random(seed, Purpose::generator, 2);
  for (std::size_t i = 0; i < samples; ++i) {
    double sum = 0;
    for (double& value : c.row(i)) sum += value = 0.05 + random.uniform();
    for (double& value : c.row(i)) value /= sum;
  }
  return c;
}

struct RandomProblem {
  Matrix x;
  std::vector<Label> y;
  std::vector<Label> prototype_labels;

  RandomProblem(std::size_t samples, std::size_t features, std::vector<Label> labels, std::uint64_t seed)
      : x(samples, features), prototype_labels(std::move(labels)) {
    Random random(seed, Purpose::generator);
    const auto classes =
        static_cast<std::size_t>(*std::max_element(prototype_labels.begin(), prototype_labels.end())) + 1;
    for (std::size_t i = 0; i < samples; ++i) {
      y.push_back(static_cast<Label>(i % classes));
      for (double& value : x.row(i)) value = random.normal() + 0.7 * static_cast<double>(y[i]);
    }
  }

  // The same samples, inside a domain.
  RandomProblem inside(const DataDomain& domain) const {
    RandomProblem result = *this;
    for (std::size_t i = 0; i < x.rows(); ++i) bring_inside(domain, result.x.row(i));
    return result;
  }

  // Random prototypes, a random admissible metric, the rule's own first parameters.
  std::vector<double> parameters(const PrototypeSpace& space, const AnyRule& rule, std::uint64_t seed) const {
    std::vector<double> p(parameter_count(space.layout()));
    Random random(seed, Purpose::generator, 1);
    for (double& value : p) value = random.normal();
    for (std::size_t g = 0; g < space.group_count(); ++g) {
      for (double& value : space.metric(MutableRow(p), g)) value = std::abs(value) + 0.1;
    }
    for (std::size_t k = 0; k < space.prototype_count(); ++k)
      bring_inside(space.domain(), space.prototypes(MutableRow(p)).row(k));
    space.project(p);
    rule.initialize(space.rule_parameters(MutableRow(p)));
    return p;
  }
};

inline std::vector<std::uint32_t> all_of(std::size_t count) {
  std::vector<std::uint32_t> samples(count);
  std::iota(samples.begin(), samples.end(), 0U);
  return samples;
}

// Largest |a − b| relative to the largest |b| (or 1 where that is smaller).
inline double relative_difference(Row a, Row b) {
  double difference = 0;
  double scale = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    scale = std::max(scale, std::abs(b[i]));
  }
  return difference / scale;
}

// Central differences of a function of a vector.
template <class Function>
std::vector<double> finite_differences(std::vector<double> p, Function function) {
  std::vector<double> result(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double centre = p[i];
    const double h = 1e-5 * std::max(1.0, std::abs(centre));
    p[i] = centre + h;
    const double up = function(Row(p));
    p[i] = centre - h;
    const double down = function(Row(p));
    p[i] = centre;
    result[i] = (up - down) / (2 * h);
  }
  return result;
}

}   // namespace protea::testing
