#include <protea/evaluate/metric_space.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/linear_algebra.hpp>

namespace protea {
namespace {

constexpr double no_eigenvalue = 1e-13;   // relative to the largest: 0 but for rounding

// Λ = VSVᵀ; Ω = S^½Vᵀ over the eigenvalues that are not 0.
void decompose(const Matrix& lambda, MetricSpace& space) {
  const std::size_t n = lambda.rows();
  const Spectrum spectrum = spectrum_of(lambda);
  const double largest = spectrum.values.back();
  if (!(largest > 0)) throw UsageError("margins need a metric that is not zero");
  std::size_t first = 0;
  while (spectrum.values[first] <= no_eigenvalue * largest) ++first;
  space.omega = Matrix(n - first, n);
  space.back = Matrix(n, n - first);
  for (std::size_t r = 0; r < n - first; ++r) {
    const double singular = std::sqrt(spectrum.values[first + r]);
    if (r == 0) space.smallest_singular = singular;
    for (std::size_t j = 0; j < n; ++j) {
      const double v = spectrum.vectors(first + r, j);
      space.omega(r, j) = singular * v;
      space.back(j, r) = v / singular;
    }
  }
  space.largest_singular = std::sqrt(largest);
  space.form_error = no_eigenvalue + 16 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
}

bool is_diagonal(const Matrix& lambda) {
  for (std::size_t i = 0; i < lambda.rows(); ++i) {
    for (std::size_t j = 0; j < lambda.columns(); ++j) {
      if (i != j && lambda(i, j) != 0) return false;
    }
  }
  return true;
}

// The same without rounding where features are only weighted.
void take_roots(const Matrix& lambda, MetricSpace& space) {
  std::vector<std::size_t> used;
  for (std::size_t j = 0; j < lambda.rows(); ++j) {
    if (lambda(j, j) > 0) used.push_back(j);
  }
  if (used.empty()) throw UsageError("margins need a metric that is not zero");
  const bool is_exact = std::all_of(used.begin(), used.end(), [&](std::size_t j) {
    const double root = std::sqrt(lambda(j, j));
    return root * root == lambda(j, j) && std::trunc(root) == root;
  });
  space.form_error = is_exact ? 0 : 4 * std::numeric_limits<double>::epsilon();
  space.omega = Matrix(used.size(), lambda.rows());
  space.back = Matrix(lambda.rows(), used.size());
  space.largest_singular = 0;
  space.smallest_singular = std::sqrt(lambda(used[0], used[0]));
  for (std::size_t r = 0; r < used.size(); ++r) {
    const double root = std::sqrt(lambda(used[r], used[r]));
    space.omega(r, used[r]) = root;
    space.back(used[r], r) = 1 / root;
    space.largest_singular = std::max(space.largest_singular, root);
    space.smallest_singular = std::min(space.smallest_singular, root);
  }
}

}   // namespace

Matrix quadratic_form_of(const PrototypeModel& model, std::size_t group) {
  if (model.space.dissimilarity().traits().is_quadratic_form) return model.relevance_matrix(group);
  Matrix identity(model.space.features(), model.space.features());
  for (std::size_t j = 0; j < identity.rows(); ++j) identity(j, j) = 1;
  return identity;
}

void demand_nearest_under_quadratic_forms(const PrototypeModel& model) {
  if (model.expansion)
    throw UsageError("margins need prototypes in the space of the features: these are combinations of samples");
  if (!model.has_classes()) throw UsageError("margins need prototypes with classes: the model has none");
  const AnyDissimilarity& dissimilarity = model.space.dissimilarity();
  if (!dissimilarity.traits().is_quadratic_form && !dissimilarity.traits().is_root_of_quadratic_form) {
    throw UsageError(fmt::format("margins need a Euclidean, relevance or matrix distance: the model has '{}'",
                                 dissimilarity.name()));
  }
  if (model.decision.kind != DecisionKind::nearest || model.decision.threshold) {
    throw UsageError(fmt::format("margins belong to the nearest prototype: use {} {}", setting("decision", "nearest"),
                                 setting("decision.threshold", "none")));
  }
  const std::vector<Label>& labels = model.space.labels();
  if (std::all_of(labels.begin(), labels.end(), [&](Label label) { return label == labels[0]; })) {
    throw UsageError(fmt::format("margins need prototypes of two classes: all {} of the model are of class '{}'",
                                 labels.size(), model.class_names[static_cast<std::size_t>(labels[0])]));
  }
}

Matrix MetricSpace::transform(MatrixView x) const {
  Matrix z(x.rows, rank());
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t r = 0; r < rank(); ++r) {
      double sum = 0;
      for (std::size_t j = 0; j < x.columns; ++j) sum += omega(r, j) * (x.row(i)[j] - reference[j]);
      z(i, r) = sum;
    }
  }
  return z;
}

MetricSpace metric_space_of(const PrototypeModel& model) {
  demand_nearest_under_quadratic_forms(model);
  if (model.space.group_count() > 1) {
    throw UsageError("one space needs one metric for all prototypes: the model has one per class or per prototype");
  }
  MetricSpace space;
  const Matrix lambda = quadratic_form_of(model, 0);
  if (is_diagonal(lambda)) take_roots(lambda, space);
  else decompose(lambda, space);
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  space.reference.assign(w.columns, 0.0);
  for (std::size_t k = 0; k < w.rows; ++k) {
    for (std::size_t j = 0; j < w.columns; ++j) space.reference[j] += w.row(k)[j] / static_cast<double>(w.rows);
  }
  for (std::size_t k = 0; k < w.rows; ++k) {
    double square = 0;
    for (std::size_t j = 0; j < w.columns; ++j)
      square += (w.row(k)[j] - space.reference[j]) * (w.row(k)[j] - space.reference[j]);
    space.spread.push_back(std::sqrt(square));
  }
  space.prototypes = space.transform(w);
  space.labels = model.space.labels();
  return space;
}

}   // namespace protea
