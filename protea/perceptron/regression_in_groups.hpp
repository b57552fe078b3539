// Linear regression from sums over groups of rows, as exact as from all rows at once: products of columns lose half of the digits, so
// that they are taken twice, the second time of columns that the first has made nearly orthogonal.
#pragma once

#include <cstddef>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/grouped_rows.hpp>
#include <protea/perceptron/regression.hpp>

namespace PROTEA_EXPORT protea {

// What a group answers; inputs are monomials of its features.
std::vector<double> answer_about_regression(const RowsOfGroup& group, const PolynomialTerms& terms, std::size_t what,
                                            Row parameters);

struct GroupedFit {
  LinearFit fit;
  std::vector<double> deviations;   // √ of the mean square about the mean, of each input
  double target_deviation = 0;
};
GroupedFit fit_linear(GroupedRows& rows, std::size_t inputs, const LinearFitOptions& options);

}   // namespace protea
