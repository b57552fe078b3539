#include <protea/catalogue/combinations.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/dissimilarity/expansion_distance.hpp>
#include <protea/train/coefficients.hpp>
#include <protea/model/relations.hpp>

namespace protea {
namespace {

void demand_plain_table(const Configuration& configuration) {
  const std::string_view space = choice_name(configuration.space);
  if (configuration.scaling != Scaling::none) {
    throw UsageError(fmt::format("scale = {}: a {} is taken as it is: use --scale none", choice_name(configuration.scaling), space));
  }
  if (configuration.missing != Missing::refuse) {
    throw UsageError(fmt::format("missing = {}: a {} has no value to spare: use --missing refuse", choice_name(configuration.missing), space));
  }
  if (configuration.nominal != Nominal::refuse) {
    throw UsageError(fmt::format("nominal = {}: a {} holds numbers alone: use --nominal refuse", choice_name(configuration.nominal), space));
  }
}

}  // namespace

void demand_fitting_space(const Configuration& configuration) {
  if (configuration.space == Space::features) return;
  if (configuration.missing == Missing::mask) {
    throw UsageError("missing = mask: combinations of samples need complete samples: use --missing mean or median");
  }
  const auto optimizer = optimizers().make(configuration.optimizer.name, configuration.optimizer.settings);
  if (!optimizer->steps_linearly()) {
    throw UsageError(fmt::format("{} cannot step in coefficients of samples, which follow linear steps only: use --optimizer sgd or momentum",
                                 configuration.optimizer.name));
  }
  if (!has_coefficients(configuration.initialization)) {
    throw UsageError(fmt::format("init = {}: combinations of samples start from class-mean, random-sample or k-means",
                                 choice_name(configuration.initialization)));
  }
  if (is_given_matrix(configuration.space)) return demand_plain_table(configuration);
  const auto dissimilarity = dissimilarities().make(configuration.dissimilarity.name, configuration.dissimilarity.settings);
  constexpr std::size_t many = 1000;   // features: enough for any option that counts them
  if (dissimilarity->parameter_count(many) > 0) {
    throw UsageError(fmt::format("space = combinations needs a dissimilarity without parameters of its own, and {} has some: use "
                                 "--dissimilarity kernel or squared-euclidean, with nothing learned",
                                 configuration.dissimilarity.name));
  }
  if (!dissimilarity->traits().symmetric) {
    throw UsageError(fmt::format("space = combinations needs a symmetric dissimilarity, and {} is none: use --dissimilarity kernel",
                                 configuration.dissimilarity.name));
  }
}

Combinations::Combinations(const Configuration& configuration, PreparedRows training, Runtime& runtime) : y_(training.rows.y) {
  all_.space = configuration.space;
  all_.columns = training.x.columns();
  for (std::size_t i = 0; i < training.rows.size(); ++i) all_.rows.push_back(static_cast<std::int32_t>(training.rows.row_number(i)));
  switch (configuration.space) {
    case Space::features:
    case Space::combinations:
      all_.dissimilarity = dissimilarities().make(configuration.dissimilarity.name, configuration.dissimilarity.settings);
      all_.samples = training.x;
      among_ = dissimilarities_among(all_.samples.view(), *all_.dissimilarity, runtime);
      break;
    case Space::kernel_matrix:
      among_ = from_kernel_matrix(training.rows);
      for (std::size_t i = 0; i < training.rows.size(); ++i) all_.self.push_back(training.x(i, training.rows.row_number(i)));
      break;
    case Space::dissimilarity_matrix: among_ = from_dissimilarity_matrix(training.rows); break;
  }
}

std::unique_ptr<KernelObjective> Combinations::objective(std::vector<Label> labels, std::shared_ptr<const AnyRule> rule,
                                                         Importance importance) const {
  return std::make_unique<KernelObjective>(std::move(labels), std::move(rule), RelatedSamples{among(), y_, RelatedSamples::Role::training, importance});
}

std::unique_ptr<KernelObjective> Combinations::objective_of(PreparedRows held_out, std::vector<Label> labels,
                                                            std::shared_ptr<const AnyRule> rule, Importance importance) {
  held_out_ = relate(held_out);
  const RelatedSamples samples{std::as_const(held_out_).view(), held_out.rows.y, RelatedSamples::Role::held_out, importance};
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

void Combinations::finish(Model& model, const KernelObjective& objective, Row parameters) const {
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
    if (all_.space == Space::combinations) std::copy_n(all_.samples.row(kept[s]).begin(), all_.columns, expansion.samples.row(s).begin());
  }
  const ParameterBlock& rule = objective.rule_block();
  model.space = PrototypeSpace(std::make_shared<const LiftedDissimilarity<ExpansionDistance>>(), kept.size() + 1, objective.labels(),
                               Scope::shared, rule.size);
  model.parameters.clear();
  for (std::size_t k = 0; k < alpha.rows; ++k) {
    for (const std::size_t j : kept) model.parameters.push_back(alpha.row(k)[j]);
    model.parameters.push_back(-objective.energy(alpha.row(k)) / 2);
  }
  const Row own = parameters.subspan(rule.first, rule.size);
  model.parameters.insert(model.parameters.end(), own.begin(), own.end());
  model.expansion = std::move(expansion);
}

}  // namespace protea
