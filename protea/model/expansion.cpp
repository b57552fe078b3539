#include <protea/model/expansion.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

void demand_finite(const Dataset& dataset, std::size_t row, Row values) {
  if (std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) return;
  throw NumericalError(fmt::format("{}: the values are too large to compute with: change their unit, or scale the data",
                                   dataset.place(row, 0)));
}

// κ(x,x) where nobody gave it; see rows_for.
double likely_self(Row kernel, const Expansion& expansion) {
  double result =
      std::accumulate(expansion.self.begin(), expansion.self.end(), 0.0) / static_cast<double>(expansion.size());
  for (std::size_t j = 0; j < expansion.size(); ++j) {
    const double kappa = kernel[static_cast<std::size_t>(expansion.rows[j])];
    if (expansion.self[j] > 0) result = std::max(result, kappa / expansion.self[j] * kappa);
  }
  return result;
}

}   // namespace

Matrix Expansion::rows_for(const Dataset& dataset, const Matrix& x) const {
  const bool has_self = space == Space::kernel_matrix && x.columns() > columns;
  Matrix result(x.rows(), size() + 1);
  Scratch scratch;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    const MutableRow row = result.row(i);
    const Row given = x.row(i);
    if (space == Space::combinations) {
      dissimilarity->values({given.data(), 1, given.size(), given.size()}, samples.view(), {},
                            {row.data(), 1, size(), size()}, scratch);
    }
    const double own = space != Space::kernel_matrix ? 0 : (has_self ? given.back() : likely_self(given, *this));
    for (std::size_t j = 0; j < size() && space != Space::combinations; ++j) {
      const double value = given[static_cast<std::size_t>(rows[j])];
      row[j] = space == Space::kernel_matrix ? own - 2 * value + self[j] : value;
    }
    row[size()] = 1;
    demand_finite(dataset, i, row);
  }
  return result;
}

}   // namespace protea
