// What starts of metrics need to know of the data: covariance, principal axes, span. A missing value (NaN) is left out,
// and rows count by their weights, where there are some.
#pragma once

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

// Each entry from the rows that have both features, divided by their number less one (weighted rows: see
// base/weights.hpp).
Matrix covariance_of(const StartingPart& rows);
inline Matrix covariance_of(MatrixView x, Row weights = {}) { return covariance_of(StartingPart{x, weights}); }

// The sums of which it is made, over one group of rows (base/row_groups.hpp) after the other.
struct MeanTerms {
  std::vector<double> sums;
  std::vector<double> counts;

  void add(const MeanTerms& later);
  std::vector<double> mean() const;
};
MeanTerms mean_terms(MatrixView x, Row weights);
struct ScatterTerms {
  Matrix products;   // about the mean
  Matrix counts;     // weights of the rows that have both features
  Matrix squares;    // … of their squares
  bool are_whole = true;

  void add(const ScatterTerms& later);
  Matrix covariance() const;
};
ScatterTerms scatter_terms(MatrixView x, Row weights, const std::vector<double>& mean);

// The `count` leading eigenvectors of the covariance as rows; the largest entry of each is positive.
Matrix principal_axes(const StartingPart& rows, std::size_t count);
inline Matrix principal_axes(MatrixView x, std::size_t count, Row weights = {}) {
  return principal_axes(StartingPart{x, weights}, count);
}

// How many principal axes hold `share` of the variance of x, from evenly spaced rows, a few hundred at most: 0 where there is
// none.
std::size_t axes_holding(double share, MatrixView x);
std::size_t step_of_axes(std::size_t rows);   // from one of them to the next

// Ω = S^{−½}, symmetric, for S ← (1 − r)S + r·(tr S/n)·I. The identity where S is zero; a NumericalError
// where r = 0 and S is singular.
Matrix inverse_root(const Matrix& s, double regularization);

// Rows of Ω projected onto the span of the centred x and the prototypes about the same centre. Leaves Ω alone, to the
// bit, where that is the whole space.
void project_onto_span(MutableRow omega, MatrixView x, MatrixView prototypes);

}   // namespace protea
