#include <protea/model/model.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/base/error.hpp>

namespace protea {
namespace {

constexpr std::size_t block_rows = 256;

void score_row(Row d, const std::vector<Label>& labels, MutableRow scores) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::fill(scores.begin(), scores.end(), infinity);
  for (std::size_t k = 0; k < d.size(); ++k) {
    double& nearest = scores[static_cast<std::size_t>(labels[k])];
    nearest = std::min(nearest, std::max(0.0, d[k]));   // below 0 by rounding, or for a matrix that is not Euclidean
  }
  // Relative to the smallest distance, so that no inverse overflows; a distance of 0 takes everything.
  const double smallest = *std::min_element(scores.begin(), scores.end());
  if (!std::isfinite(smallest)) throw NumericalError("a sample is infinitely far from every prototype: its values are too large");
  double sum = 0;
  for (double& score : scores) {
    score = score == infinity ? 0 : (score == smallest ? 1 : smallest / score);
    sum += score;
  }
  for (double& score : scores) score /= sum;
}

}  // namespace

Matrix Model::prototypes_in_original_units() const {
  if (expansion) throw UsageError("the prototypes are combinations of samples: they have coefficients instead of values of features");
  const MatrixView w = space.prototypes(Row(parameters));
  Matrix result(w.rows, w.columns);
  for (std::size_t k = 0; k < w.rows; ++k) {
    std::copy_n(w.row(k).begin(), w.columns, result.row(k).begin());
    preparation.unscale(result.row(k));
  }
  return result;
}

Matrix Model::relevance_matrix(std::size_t group) const {
  Matrix lambda(space.features(), space.features());
  space.dissimilarity().relevance_matrix(space.metric(Row(parameters), group), space.features(), lambda.view());
  return lambda;
}

Predictions predict(const Model& model, MatrixView x, Runtime& runtime) {
  Predictions result{std::vector<Label>(x.rows), Matrix(x.rows, model.class_names.size())};
  const std::size_t blocks = (x.rows + block_rows - 1) / block_rows;
  runtime.run(blocks, [&](std::size_t b) {
    const std::size_t first = b * block_rows;
    const MatrixView rows{x.data + first * x.stride, std::min(block_rows, x.rows - first), x.columns, x.stride};
    PrototypeSpace::Scratches scratches;
    Matrix d(rows.rows, model.space.prototype_count());
    model.space.distances(rows, model.parameters, d.view(), scratches);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      const Row distances = std::as_const(d).row(i);
      const auto winner = std::min_element(distances.begin(), distances.end()) - distances.begin();
      result.labels[first + i] = model.space.labels()[static_cast<std::size_t>(winner)];
      score_row(distances, model.space.labels(), result.scores.row(first + i));
    }
  });
  return result;
}

}  // namespace protea
