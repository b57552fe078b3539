#include <protea/dissimilarity/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

constexpr double negligible = 1e-12;   // an eigenvalue of rounding, relative to the largest

std::vector<double> mean_of(MatrixView x, Row weights = {}) {
  std::vector<double> mean(x.columns);
  std::vector<double> count(x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) {
      if (std::isnan(x.row(i)[j])) continue;
      mean[j] += weight_at(weights, i) * x.row(i)[j];
      count[j] += weight_at(weights, i);
    }
  }
  for (std::size_t j = 0; j < x.columns; ++j) mean[j] /= count[j] > 0 ? count[j] : 1;
  return mean;
}

// About the centre; a missing value is where the centre is.
void centre(MatrixView x, const std::vector<double>& mean, MutableMatrixView centred) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) centred.row(i)[j] = std::isnan(x.row(i)[j]) ? 0 : x.row(i)[j] - mean[j];
  }
}

// aᵀ·diag(weights)·a
Matrix scatter_of(const Matrix& a, Row weights = {}) {
  Matrix result(a.columns(), a.columns());
  Matrix weighed = weights.empty() ? Matrix() : a;
  for (std::size_t i = 0; i < weighed.rows(); ++i) {
    for (double& value : weighed.row(i)) value *= weights[i];
  }
  const Matrix& b = weights.empty() ? a : weighed;
  kernels().add_outer_products(a.values().data(), a.rows(), a.columns(), b.values().data(), a.columns(),
                               result.values().data());
  return result;
}

Matrix last_rows(const Matrix& a, std::size_t count) {
  Matrix result(count, a.columns());
  std::copy_n(a.row(a.rows() - count).begin(), result.values().size(), result.values().begin());
  return result;
}

// Eigenvectors of aᵀa whose eigenvalues exceed `least` times the largest, ascending, from those of the smaller aaᵀ
// where a has fewer rows than columns: aᵀu/‖aᵀu‖ for each u.
Matrix spanning_axes(const Matrix& a, double least) {
  const bool is_wide = a.rows() < a.columns();
  const Spectrum spectrum = spectrum_of(is_wide ? products_of_rows(a) : scatter_of(a));
  const double enough = least * *std::max_element(spectrum.values.begin(), spectrum.values.end());
  const auto rank =
      std::count_if(spectrum.values.begin(), spectrum.values.end(), [&](double value) { return value > enough; });
  const Matrix kept = last_rows(spectrum.vectors, least > 0 ? static_cast<std::size_t>(rank) : spectrum.vectors.rows());
  if (!is_wide) return kept;
  Matrix axes = product(kept, a);
  for (std::size_t r = 0; r < axes.rows(); ++r) {
    const double length = length_of(axes.row(r));
    if (!(length > 0)) continue;
    for (double& each : axes.row(r)) each /= length;
  }
  return axes;
}

}   // namespace

MeanTerms mean_terms(MatrixView x, Row weights) {
  MeanTerms terms{std::vector<double>(x.columns), std::vector<double>(x.columns)};
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) {
      if (std::isnan(x.row(i)[j])) continue;
      terms.sums[j] += weight_at(weights, i) * x.row(i)[j];
      terms.counts[j] += weight_at(weights, i);
    }
  }
  return terms;
}

void MeanTerms::add(const MeanTerms& later) {
  for (std::size_t j = 0; j < sums.size(); ++j) {
    sums[j] += later.sums[j];
    counts[j] += later.counts[j];
  }
}

std::vector<double> MeanTerms::mean() const {
  std::vector<double> result = sums;
  for (std::size_t j = 0; j < result.size(); ++j) result[j] /= counts[j] > 0 ? counts[j] : 1;
  return result;
}

ScatterTerms scatter_terms(MatrixView x, Row weights, const std::vector<double>& mean) {
  Matrix centred(x.rows, x.columns);
  centre(x, mean, centred.view());
  Matrix present(x.rows, x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) present(i, j) = std::isnan(x.row(i)[j]) ? 0 : 1;
  }
  std::vector<double> squares(weights.begin(), weights.end());
  for (double& each : squares) each *= each;
  return {scatter_of(centred, weights), scatter_of(present, weights), scatter_of(present, squares), are_whole(weights)};
}

void ScatterTerms::add(const ScatterTerms& later) {
  const auto add_to = [](const Matrix& from, Matrix& to) {
    const MutableRow all = to.values();
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += from.values()[i];
  };
  add_to(later.products, products);
  add_to(later.counts, counts);
  add_to(later.squares, squares);
  are_whole = are_whole && later.are_whole;
}

Matrix ScatterTerms::covariance() const {
  Matrix result = products;
  const FreedomOfWeights freedom(are_whole);
  for (std::size_t i = 0; i < result.values().size(); ++i) {
    const double divisor = freedom.of(counts.values()[i], squares.values()[i]);
    result.values()[i] /= divisor > 0 ? divisor : 1;   // one row, or none
  }
  return result;
}

namespace {

// Calls use(rows of a group, their weights) for one after the other.
template <class Use>
void for_groups_of(const StartingPart& rows, Use use) {
  for (std::size_t first = 0; first < rows.x.rows;) {
    const auto group = [&](std::size_t i) { return (rows.numbers.empty() ? i : rows.numbers[i]) / group_rows; };
    std::size_t end = first;
    while (end < rows.x.rows && group(end) == group(first)) ++end;
    use(MatrixView{rows.x.data + first * rows.x.stride, end - first, rows.x.columns, rows.x.stride},
        rows.weights.empty() ? Row{} : rows.weights.subspan(first, end - first));
    first = end;
  }
}

// The largest entry of each is positive.
Matrix leading(const Matrix& ascending, std::size_t count) {
  Matrix axes(count, ascending.columns());
  for (std::size_t r = 0; r < count; ++r) {
    const Row axis = ascending.row(ascending.rows() - 1 - r);
    const double largest =
        *std::max_element(axis.begin(), axis.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    const double sign = largest < 0 ? -1 : 1;
    for (std::size_t j = 0; j < axis.size(); ++j) axes(r, j) = sign * axis[j];
  }
  return axes;
}

}   // namespace

Matrix covariance_of(const StartingPart& rows) {
  if (rows.covariance) return rows.covariance();
  std::optional<MeanTerms> sums;
  for_groups_of(rows, [&](MatrixView x, Row weights) {
    MeanTerms own = mean_terms(x, weights);
    if (sums) sums->add(own);
    else sums = std::move(own);
  });
  if (!sums) return Matrix(rows.x.columns, rows.x.columns);
  const std::vector<double> mean = sums->mean();
  std::optional<ScatterTerms> scatter;
  for_groups_of(rows, [&](MatrixView x, Row weights) {
    ScatterTerms own = scatter_terms(x, weights, mean);
    if (scatter) scatter->add(own);
    else scatter = std::move(own);
  });
  return scatter->covariance();
}

Matrix principal_axes(const StartingPart& rows, std::size_t count) {
  const MatrixView x = rows.x;
  if (rows.covariance || x.rows >= x.columns || count > x.rows)
    return leading(spectrum_of(covariance_of(rows)).vectors, count);
  Matrix centred(x.rows, x.columns);
  centre(x, mean_of(x, rows.weights), centred.view());
  for (std::size_t i = 0; i < rows.weights.size(); ++i) {
    for (double& value : centred.row(i)) value *= std::sqrt(rows.weights[i]);
  }
  return leading(spanning_axes(centred, 0), count);
}

std::size_t step_of_axes(std::size_t rows) {
  constexpr std::size_t enough = 600;
  return std::max<std::size_t>(1, (rows + enough - 1) / enough);
}

std::size_t axes_holding(double share, MatrixView x) {
  const std::size_t step = step_of_axes(x.rows);
  Matrix some((x.rows + step - 1) / step, x.columns);
  for (std::size_t i = 0; i < some.rows(); ++i) std::ranges::copy(x.row(i * step), some.row(i).begin());
  const Matrix rows = some;
  centre(rows.view(), mean_of(rows.view()), some.view());
  // The smaller of aaᵀ and aᵀa has all eigenvalues that are not zero.
  const Matrix smaller = some.rows() < some.columns() ? products_of_rows(some) : scatter_of(some);
  std::vector<double> variances = eigenvalues_of_symmetric(smaller);
  double all = 0;
  for (double& each : variances) all += each = std::max(each, 0.0);
  double held = 0;
  std::size_t count = 0;
  for (auto each = variances.rbegin(); each != variances.rend() && held < share * all; ++each, ++count) held += *each;
  return count;
}

Matrix inverse_root(const Matrix& s, double regularization) {
  const std::size_t n = s.rows();
  const Spectrum spectrum = spectrum_of(s);
  // Entries from different rows may make S indefinite: what is negative counts as zero.
  std::vector<double> values = spectrum.values;
  for (double& value : values) value = std::max(value, 0.0);
  Matrix result(n, n);
  if (!(*std::max_element(values.begin(), values.end()) > 0)) {
    for (std::size_t i = 0; i < n; ++i) result(i, i) = 1;
    return result;
  }
  const double mean = mean_of(Row(values));
  for (double& value : values) value = (1 - regularization) * value + regularization * mean;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (!(*least > negligible * *most)) {
    throw NumericalError(
        "the covariance of the samples is singular: set dissimilarity.regularization above 0, such as 0.01");
  }
  Matrix scaled(n, n);   // the eigenvectors as columns, divided by the roots of their values
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t r = 0; r < n; ++r) scaled(i, r) = spectrum.vectors(r, i) * (1 / std::sqrt(values[r]));
  }
  const Matrix root = product(scaled, spectrum.vectors);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) result(i, j) = (root(i, j) + root(j, i)) / 2;
  }
  return result;
}

// With the features brought to one size first, so that the unit of a feature does not decide what counts as rounding.
void project_onto_span(MutableRow omega, MatrixView x, MatrixView prototypes) {
  const std::size_t n = x.columns;
  const std::vector<double> mean = mean_of(x);
  Matrix rows(x.rows + prototypes.rows, n);
  centre(x, mean, {rows.values().data(), x.rows, n, n});
  centre(prototypes, mean, {rows.values().data() + x.rows * n, prototypes.rows, n, n});
  std::vector<double> size(n);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t j = 0; j < n; ++j) size[j] += rows(i, j) * rows(i, j);
  }
  for (double& each : size) each = std::sqrt(each);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t j = 0; j < n; ++j) rows(i, j) = size[j] > 0 ? rows(i, j) / size[j] : 0;
  }
  Matrix axes = spanning_axes(rows, negligible);
  if (axes.rows() == n || axes.rows() == 0) return;
  for (std::size_t r = 0; r < axes.rows(); ++r) {
    for (std::size_t j = 0; j < n; ++j) axes(r, j) *= size[j];
  }
  project_rows(matrix_view(omega, omega.size() / n, n), orthonormal_basis(axes));
}

}   // namespace protea
