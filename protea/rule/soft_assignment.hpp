// Shares of responsibility: softmax of −s·d over some of the prototypes, safe for distances of any size.
#pragma once

#include <cmath>
#include <limits>

#include <protea/base/export.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

// Sums of exp(−s(d_k − nearest)) over all prototypes and over those of class y; `nearest_right` is the reference of the
// latter, so that neither sum vanishes.
struct SoftSums {
  double nearest = std::numeric_limits<double>::infinity();
  double nearest_right = std::numeric_limits<double>::infinity();
  double all = 0;
  double right = 0;
};

inline SoftSums soft_sums(Row d, Labels labels, Label y, double s) {
  SoftSums sums;
  for (std::size_t k = 0; k < d.size(); ++k) {
    if (d[k] < sums.nearest) sums.nearest = d[k];
    if (labels[k] == y && d[k] < sums.nearest_right) sums.nearest_right = d[k];
  }
  for (std::size_t k = 0; k < d.size(); ++k) {
    sums.all += std::exp(-s * (d[k] - sums.nearest));
    if (labels[k] == y) sums.right += std::exp(-s * (d[k] - sums.nearest_right));
  }
  return sums;
}

}   // namespace protea
