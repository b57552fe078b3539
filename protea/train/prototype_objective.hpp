// A rule over a prototype space: distances go forward to the rule, pulls come back to the parameters.
#pragma once

#include <memory>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/optimize/objective.hpp>
#include <protea/rule/lifted.hpp>
#include <protea/train/importance.hpp>

namespace PROTEA_EXPORT protea {

// What is known of missing values before looking.
enum class Missingness : std::uint8_t { unknown, none };

// What is learned from. The views must outlive whoever uses them.
struct TrainingRows {
  MatrixView x;   // missing values are NaN
  Labels y;       // empty: the rule needs none
  Importance importance = {};
  Missingness missingness = Missingness::unknown;
};

// What a rule is told of each of `count` samples: their labels, or, where there are none, `own` filled with no_label. Throws a UsageError
// where the rule learns from labels.
Labels labels_or_none(const AnyRule& rule, Labels y, std::size_t count, std::vector<Label>& own);

// Throws a UsageError where the rule needs prototypes of classes that have none.
void demand_prototypes(const AnyRule& rule, Labels prototypes, Labels samples);

class PrototypeObjective final : public Objective {
 public:
  // Throws a UsageError where the rule needs prototypes that are not there.
  PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule, TrainingRows rows);
  PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule, MatrixView x, Labels y)
      : PrototypeObjective(space, std::move(rule), TrainingRows{x, y}) {}

  const ParameterLayout& layout() const override { return space_.layout(); }
  std::size_t sample_count() const override { return rows_.x.rows; }
  double total_weight() const override { return total_weight_; }
  Labels sample_labels() const override { return rows_.y; }
  bool has_cost() const override { return rule_->traits().has_cost && space_.dissimilarity().has_gradient(); }
  std::unique_ptr<Workspace> make_workspace() const override;
  double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Wanted wanted,
                    Workspace& workspace) const override;
  void look_ahead(std::span<const std::uint32_t> samples, Row parameters, Workspace& workspace) const override;
  // Batch means need complete samples.
  PullMoments make_moments() const override;
  void move_to_means(const PullMoments& moments, MutableRow parameters) const override;

 private:
  struct Work;
  struct Step {
    Row parameters;
    double progress;
    Wanted wanted;
  };
  double pull(const Importance::Block& block, const Step& step, Work& work) const;
  void add_pulls(MatrixView x, const Step& step, Work& work) const;
  double accumulate_one_ahead(std::uint32_t sample, const Step& step, Work& work) const;
  void gather(std::span<const std::uint32_t> samples, Work& work) const;
  double accumulate_incomplete(std::span<const std::uint32_t> samples, const Step& step, Work& work) const;
  double accumulate_block(std::span<const std::uint32_t> samples, const Step& step, Work& work) const;

  const PrototypeSpace& space_;
  std::shared_ptr<const AnyRule> rule_;
  Reads reads_;
  TrainingRows rows_;
  std::vector<Label> no_labels_;   // of samples that have none
  double total_weight_ = 0;
  std::vector<char> is_incomplete_;   // samples with missing values; empty where there are none
};

}   // namespace protea
