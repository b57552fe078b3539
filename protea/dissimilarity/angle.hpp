// Angle between sample and prototype: d = 1 − cos(x, w), or shaped exponentially as in angle LVQ. Lengths do not count.
#pragma once

#include <protea/dissimilarity/dissimilarity.hpp>

namespace protea {

struct Angle {
  double shape = 0;

  static constexpr std::string_view name = "angle";
  static constexpr std::string_view summary = "One minus the cosine of the angle between sample and prototype.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .formula = "d = 1 − c, or (e^{β(1−c)} − 1)/(e^{2β} − 1), c = x·w/(‖x‖‖w‖)",
                                              .source = "lecture notes, section 5.2; angle LVQ"};
  static constexpr auto options() {
    return std::tuple{option("shape", &Angle::shape, "β of the exponential form; 0 gives 1 − cos", {.at_least = 0, .at_most = 100})};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t) const { return 0; }
  void initialize(MutableRow, std::size_t, Random&) const {}
  void project(MutableRow) const {}
};

}  // namespace protea
