// Winner-takes-all rules: only the nearest prototype moves, by g = a + b·c_l·σ for class c_l of the prototype and
// σ of the sample.
#pragma once

#include <protea/base/export.hpp>
#include <protea/rule/lifted.hpp>
#include <protea/theory/theory_rule.hpp>

namespace PROTEA_EXPORT protea {

// The factor of a winner: a + b for a sample of its class, a − b for any other.
struct WinnerFactor {
  double a = 0;
  double b = 0;
};
// 2·pull of a rule of the library whose pulls depend on the winner and the labels alone; throws a UsageError for
// another one.
WinnerFactor winner_factor_of(const AnyRule& rule);

class WinnerTakesAll final : public TheoryRule {
 public:
  // (0, 1) is lvq1, (½, ½) lvq+, (1, 0) vq. Two or three labels, 0 for + and 1 for −; throws a UsageError otherwise.
  WinnerTakesAll(double a, double b, std::vector<std::size_t> labels = {0, 1});

  double g(std::size_t prototype, std::size_t cluster) const {
    return a_ + b_ * sign_of(labels_[prototype]) * sign_of(cluster);
  }

  const std::vector<std::size_t>& labels() const override { return labels_; }
  std::array<double, most_prototypes> factors(const std::array<double, most_prototypes>& d,
                                              std::size_t cluster) const override;
  Moments moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const override;

 private:
  double a_;
  double b_;
  std::vector<std::size_t> labels_;
};

}   // namespace protea
