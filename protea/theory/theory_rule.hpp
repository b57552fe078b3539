// What the theory needs to know of a rule: w_l ← w_l + (η/N) f_l (ξ − w_l), with factors f_l that depend on the label
// of the sample and on differences of distances alone.
#pragma once

#include <array>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/theory/overlaps.hpp>

namespace PROTEA_EXPORT protea {

// Averages over the samples of one cluster.
struct Moments {
  std::array<double, most_prototypes> f{};                                  // ⟨f_l⟩
  std::array<std::array<double, most_projections>, most_prototypes> fx{};   // ⟨f_l x_n⟩
  std::array<std::array<double, most_prototypes>, most_prototypes> ff{};    // ⟨f_l f_m⟩
};

class TheoryRule {
 public:
  virtual ~TheoryRule() = default;

  // The class of each prototype, 0 for + and 1 for −.
  virtual const std::vector<std::size_t>& labels() const = 0;
  // The factors for one sample; d holds its squared distances up to a constant they share.
  virtual std::array<double, most_prototypes> factors(const std::array<double, most_prototypes>& d,
                                                      std::size_t cluster) const = 0;
  // Their averages when the projections are Gaussian.
  virtual Moments moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const = 0;
};

}   // namespace protea
