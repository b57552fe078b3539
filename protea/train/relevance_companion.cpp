#include <protea/train/relevance_companion.hpp>

namespace protea {

RelevanceCompanion::RelevanceCompanion(const PrototypeSpace& space, std::shared_ptr<RelevanceEstimator> estimator,
                                       LabelledRows samples, std::size_t classes)
    : space_(space), estimator_(std::move(estimator)), samples_(samples), d_(space.prototype_count()) {
  const std::size_t count = samples_.x.rows;
  if (count > 0) mean_weight_ = samples_.importance.total(count) / static_cast<double>(count);
  if (!space_.dissimilarity().traits().has_relevances || space_.scope() != Scope::shared) {
    throw UsageError(
        "a relevance estimator needs a dissimilarity with one relevance per feature, shared by all prototypes");
  }
  estimator_->start(space_.features(), space_.labels(), classes);
}

void RelevanceCompanion::observe(std::uint32_t sample, MutableRow parameters) {
  const Row x = samples_.x.row(sample);
  space_.distances(matrix_view(x, 1, x.size()), parameters, matrix_view(MutableRow(d_), 1, d_.size()), scratches_);
  const Row weights = samples_.importance.weights;
  const double weight = weights.empty() ? 1 : weights[sample] / mean_weight_;
  estimator_->observe({x, samples_.y[sample], d_, space_.prototypes(Row(parameters)), weight},
                      space_.metric(parameters, 0));
}

}   // namespace protea
