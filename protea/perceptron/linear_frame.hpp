// Least squares in the coordinates of a singular value decomposition: what all rows have in common, what each adds to the errors,
// and the fit that comes of both. Rows may be looked at all at once (regression.cpp) or group by group
// (regression_in_groups.cpp).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/matrix.hpp>
#include <protea/perceptron/regression.hpp>

namespace PROTEA_EXPORT protea {

struct LinearFrame {
  bool has_intercept = true;
  double total = 0;            // Σ weights of the rows
  std::vector<double> means;   // of the inputs and of the target; 0 without an intercept
  double level = 0;

  // Of rows √w·(ξ − means): singular values above rounding, row r of `directions` belongs to value r.
  std::vector<double> values = {};
  Matrix directions = {};
  std::vector<double> column_unit = {};   // by which columns were divided before; empty: 1
  std::vector<double> along = {};         // uᵀ·√w(y − level)

  // Takes over those above rounding.
  void set(const SingularValues& svd, std::size_t rows);
};

// Rows in these coordinates.
struct FramedRows {
  MatrixView left;        // row r: u_r, a number for each row of the data
  Row target;             // √w·(y − level)
  Row weights;            // empty: all one
  bool is_count = true;   // weights count rows: of several one is left out
};

// What is left of errors for a price γ, over some rows.
struct ErrorSums {
  double squared = 0;    // Σ w r²
  double left_out = 0;   // Σ (r/(1 − h))²
  double counted = 0;    // weights of the rows that can be left out

  void add(const ErrorSums& later);
};
std::vector<ErrorSums> error_sums(const LinearFrame& frame, const FramedRows& rows, Row strengths);

// For each γ the sums over all rows.
using ErrorsAt = std::function<std::vector<ErrorSums>(Row strengths)>;
LinearFit finished_fit(const LinearFrame& frame, const LinearFitOptions& options, const ErrorsAt& errors_at);

// Throws a NumericalError in one sentence.
void demand_finite(Row values);

}   // namespace protea
