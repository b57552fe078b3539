#include <protea/model/model.hpp>

#include <algorithm>

namespace protea {
namespace {

constexpr std::size_t block_rows = 256;

void distances(const Model& model, MatrixView x, MutableMatrixView d, PrototypeSpace::Scratches& scratches) {
  model.space.distances(x, model.parameters, d, scratches);
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (has_missing(x.row(i))) model.space.observed_distances(x.row(i), model.parameters, d.row(i), scratches);
  }
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

void calibrate(Model& model, MatrixView x, std::span<const Label> y) {
  constexpr std::size_t enough = 10'000;   // samples; more do not change the width
  const std::size_t step = (x.rows + enough - 1) / enough;
  std::vector<Label> labels;
  Matrix d((x.rows + step - 1) / step, model.space.prototype_count());
  PrototypeSpace::Scratches scratches;
  for (std::size_t i = 0; i < d.rows(); ++i) {
    distances(model, matrix_view(x.row(i * step), 1, x.columns), {d.row(i).data(), 1, d.columns(), d.columns()}, scratches);
    labels.push_back(y[i * step]);
  }
  model.decision.sigma = likeliest_width(model.decision, {model.space.labels(), model.class_names}, std::as_const(d).view(), labels);
}

Predictions predict(const Model& model, MatrixView x, Runtime& runtime) {
  Predictions result{std::vector<Label>(x.rows), Matrix(x.rows, model.class_names.size())};
  if (model.decision.reject != Rejection::none) result.certainty.resize(x.rows);
  const std::size_t blocks = (x.rows + block_rows - 1) / block_rows;
  runtime.run(blocks, [&](std::size_t b) {
    const std::size_t first = b * block_rows;
    const MatrixView rows{x.data + first * x.stride, std::min(block_rows, x.rows - first), x.columns, x.stride};
    PrototypeSpace::Scratches scratches;
    Decider decider(model.decision, {model.space.labels(), model.class_names});
    Matrix d(rows.rows, model.space.prototype_count());
    distances(model, rows, d.view(), scratches);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      result.labels[first + i] = decider.decide(std::as_const(d).row(i), result.scores.row(first + i));
      if (!result.certainty.empty()) result.certainty[first + i] = decider.certainty();
    }
  });
  return result;
}

}  // namespace protea
