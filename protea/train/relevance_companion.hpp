// A relevance estimator at work on a prototype space: it owns the relevances, the optimizer the prototypes.
#pragma once

#include <memory>

#include <protea/base/export.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/relevance/estimator.hpp>
#include <protea/train/companion.hpp>
#include <protea/train/importance.hpp>

namespace PROTEA_EXPORT protea {

// The samples of an objective; they must outlive whoever looks.
struct LabelledRows {
  MatrixView x;
  Labels y;
  Importance importance = {};
};

class RelevanceCompanion final : public Companion {
 public:
  // Starts the estimator. Throws a UsageError unless the dissimilarity is `relevance`, shared by all prototypes.
  RelevanceCompanion(const PrototypeSpace& space, std::shared_ptr<RelevanceEstimator> estimator, LabelledRows samples,
                     std::size_t classes);

  void observe(std::uint32_t sample, MutableRow parameters) override;
  std::vector<StateBuffer> state() override { return estimator_->state(); }

 private:
  const PrototypeSpace& space_;
  std::shared_ptr<RelevanceEstimator> estimator_;
  LabelledRows samples_;
  double mean_weight_ = 1;
  std::vector<double> d_;
  PrototypeSpace::Scratches scratches_;
};

}   // namespace protea
