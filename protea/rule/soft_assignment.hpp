// Shares of responsibility: softmax of −s·d over some of the prototypes, safe for distances of any size.
#pragma once

#include <limits>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/kernels.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

// Sums of exp(−s(d_k − nearest)) over all prototypes and over those of class y; `nearest_right` is the reference of the
// latter, so that neither sum vanishes. The terms of the right ones stand one after the other, up to the next call.
struct SoftSums {
  double nearest = std::numeric_limits<double>::infinity();
  double nearest_right = std::numeric_limits<double>::infinity();
  double all = 0;
  double right = 0;
  Row right_terms = {};
};

inline SoftSums soft_sums(Row d, Labels labels, Label y, double s, MutableRow terms) {
  SoftSums sums;
  for (std::size_t k = 0; k < d.size(); ++k) {
    if (d[k] < sums.nearest) sums.nearest = d[k];
    if (labels[k] == y && d[k] < sums.nearest_right) sums.nearest_right = d[k];
  }
  thread_local std::vector<double> right;
  right.clear();
  for (std::size_t k = 0; k < d.size(); ++k) {
    terms[k] = -s * (d[k] - sums.nearest);
    if (labels[k] == y) right.push_back(-s * (d[k] - sums.nearest_right));
  }
  kernels().exponentials(terms.data(), terms.size(), terms.data());
  kernels().exponentials(right.data(), right.size(), right.data());
  for (const double term : terms) sums.all += term;
  for (const double term : right) sums.right += term;
  sums.right_terms = right;
  return sums;
}

}   // namespace protea
