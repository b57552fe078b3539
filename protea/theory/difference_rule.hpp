// Rules of two prototypes that move both, by the difference of distances and the label alone; their averages need
// one-dimensional Gaussian quadrature only.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/rule/lifted.hpp>
#include <protea/theory/theory_rule.hpp>

namespace PROTEA_EXPORT protea {

// The factors f of the prototype of the sample's class and of the other one.
struct Strength {
  double right = 0;
  double wrong = 0;
};

// One law: the factors as functions of δ = d(right) − d(wrong), negative for a correctly classified sample.
struct DifferenceLaw {
  std::function<Strength(double difference, std::size_t cluster)> strength;
  // Where they jump or bend, in ascending order; between two of these they are smooth.
  std::function<std::vector<double>(std::size_t cluster)> breaks = [](std::size_t) { return std::vector<double>{}; };
  // Bounds their growth: |f(δ)| ≤ constant · e^{growth·|δ|}.
  double growth = 0;
};

class DifferenceRule final : public TheoryRule {
 public:
  explicit DifferenceRule(DifferenceLaw law) : law_(std::move(law)) {}

  const std::vector<std::size_t>& labels() const override { return labels_; }
  std::array<double, most_prototypes> factors(const std::array<double, most_prototypes>& d,
                                              std::size_t cluster) const override;
  Moments moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const override;

 private:
  DifferenceLaw law_;
  std::vector<std::size_t> labels_{0, 1};
};

// The law of a rule of the library: f = 2·pull, in the limit of many dimensions. Throws a UsageError for a rule
// that has none.
DifferenceLaw law_of(const AnyRule& rule, const ClusterModel& model);
// The factor of the right prototype where the law is the same for every sample, of differences as large as any that
// can be followed.
std::optional<double> constant_factor(const DifferenceLaw& law);

}   // namespace protea
