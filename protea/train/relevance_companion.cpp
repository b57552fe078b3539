#include <protea/train/relevance_companion.hpp>

namespace protea {

RelevanceCompanion::RelevanceCompanion(const PrototypeSpace& space, std::shared_ptr<RelevanceEstimator> estimator,
                                       LabelledRows samples, std::size_t classes)
    : space_(space), estimator_(std::move(estimator)), samples_(samples), d_(space.prototype_count()) {
  if (!space_.dissimilarity().traits().has_relevances || space_.scope() != Scope::shared) {
    throw UsageError(
        "a relevance estimator needs a dissimilarity with one relevance per feature, shared by all prototypes");
  }
  estimator_->start(space_.features(), space_.labels(), classes);
}

void RelevanceCompanion::observe(std::uint32_t sample, MutableRow parameters) {
  const Row x = samples_.x.row(sample);
  space_.distances(matrix_view(x, 1, x.size()), parameters, matrix_view(MutableRow(d_), 1, d_.size()), scratches_);
  estimator_->observe({x, samples_.y[sample], d_, space_.prototypes(Row(parameters))}, space_.metric(parameters, 0));
}

}   // namespace protea
