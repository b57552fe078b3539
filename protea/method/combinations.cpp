#include <protea/method/combinations.hpp>

#include <algorithm>

#include <protea/dissimilarity/expansion_distance.hpp>
#include <protea/model/relations.hpp>

namespace protea {
Combinations::Combinations(const Configuration& configuration, PreparedRows training, Runtime& runtime)
    : y_(training.rows.y) {
  all_.space = configuration.space;
  all_.columns = training.x.columns();
  for (std::size_t i = 0; i < training.rows.size(); ++i)
    all_.rows.push_back(static_cast<std::int32_t>(training.rows.row_number(i)));
  switch (configuration.space) {
    case Space::features:
    case Space::combinations:
      all_.dissimilarity = configuration.dissimilarity;
      all_.samples = training.x;
      among_ = dissimilarities_among(all_.samples.view(), *all_.dissimilarity, runtime);
      break;
    case Space::kernel_matrix:
      among_ = from_kernel_matrix(training.rows);
      for (std::size_t i = 0; i < training.rows.size(); ++i)
        all_.self.push_back(training.x(i, training.rows.row_number(i)));
      break;
    case Space::dissimilarity_matrix: among_ = from_dissimilarity_matrix(training.rows); break;
  }
}

std::unique_ptr<KernelObjective> Combinations::objective(std::vector<Label> labels, std::shared_ptr<const AnyRule> rule,
                                                         Importance importance) const {
  return std::make_unique<KernelObjective>(std::move(labels), std::move(rule),
                                           RelatedSamples{among(), y_, RelatedSamples::Role::training, importance});
}

std::unique_ptr<KernelObjective> Combinations::objective_of(PreparedRows held_out, std::vector<Label> labels,
                                                            std::shared_ptr<const AnyRule> rule,
                                                            Importance importance) {
  held_out_ = relate(held_out);
  const RelatedSamples samples{std::as_const(held_out_).view(), held_out.rows.y, RelatedSamples::Role::held_out,
                               importance};
  return std::make_unique<KernelObjective>(std::move(labels), std::move(rule), samples);
}

Matrix Combinations::relate(PreparedRows others) const {
  Matrix x = others.x;
  if (all_.space == Space::kernel_matrix) {
    x = Matrix(others.x.rows(), all_.columns + 1);
    for (std::size_t i = 0; i < x.rows(); ++i) {
      std::copy_n(others.x.row(i).begin(), all_.columns, x.row(i).begin());
      x(i, all_.columns) = others.x(i, others.rows.row_number(i));
    }
  }
  const Matrix rows = all_.rows_for(others.rows, x);
  Matrix result(rows.rows(), all_.size());
  for (std::size_t i = 0; i < rows.rows(); ++i) std::copy_n(rows.row(i).begin(), all_.size(), result.row(i).begin());
  return result;
}

void Combinations::finish(PrototypeModel& model, const KernelObjective& objective, Row parameters) const {
  const MatrixView alpha = objective.coefficients(parameters);
  std::vector<std::size_t> kept;
  for (std::size_t j = 0; j < all_.size(); ++j) {
    bool is_used = false;
    for (std::size_t k = 0; k < alpha.rows; ++k) is_used = is_used || alpha.row(k)[j] != 0;
    if (is_used) kept.push_back(j);
  }
  Expansion expansion{all_.space, all_.dissimilarity, {}, {}, {}, all_.columns};
  if (all_.space == Space::combinations) expansion.samples = Matrix(kept.size(), all_.columns);
  for (std::size_t s = 0; s < kept.size(); ++s) {
    expansion.rows.push_back(all_.rows[kept[s]]);
    if (!all_.self.empty()) expansion.self.push_back(all_.self[kept[s]]);
    if (all_.space == Space::combinations)
      std::copy_n(all_.samples.row(kept[s]).begin(), all_.columns, expansion.samples.row(s).begin());
  }
  const ParameterBlock& rule = objective.rule_block();
  model.space = PrototypeSpace(std::make_shared<const LiftedDissimilarity<ExpansionDistance>>(), kept.size() + 1,
                               objective.labels(), Scope::shared, rule.size);
  model.parameters.clear();
  for (std::size_t k = 0; k < alpha.rows; ++k) {
    for (const std::size_t j : kept) model.parameters.push_back(alpha.row(k)[j]);
    model.parameters.push_back(-objective.energy(alpha.row(k)) / 2);
  }
  const Row own = parameters.subspan(rule.first, rule.size);
  model.parameters.insert(model.parameters.end(), own.begin(), own.end());
  model.expansion = std::move(expansion);
}

}   // namespace protea
