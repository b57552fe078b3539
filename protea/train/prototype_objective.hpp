// A rule over a prototype space: distances go forward to the rule, pulls come back to the parameters.
#pragma once

#include <functional>
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
  MatrixView memberships = {};   // of the samples in the classes, where prototypes learn label vectors
  double penalty_share = 1;      // of what the metric asks of each sample, see SharesPenalty
};

// The rule on its lattice, where it has one: a chain of these units unless another was chosen. Throws a UsageError
// where the lattice has another number of units.
std::shared_ptr<const AnyRule> on_lattice(std::shared_ptr<const AnyRule> rule, std::size_t units);

// What a rule is told of each of `count` samples: their labels, or, where there are none, `own` filled with no_label.
// Throws a UsageError where the rule learns from labels.
Labels labels_or_none(const AnyRule& rule, Labels y, std::size_t count, std::vector<Label>& own);

// Throws a UsageError where the rule needs prototypes of classes that have none.
void demand_prototypes(const AnyRule& rule, Labels prototypes, Labels samples);

// A sample that is far from its own prototype; one that is there comes last of those that were asked for.
struct FarSample {
  double loss = 0;
  std::size_t sample = 0;
  std::vector<double> x = {};

  bool is_at_prototype() const;
};

class PrototypeObjective final : public Objective {
 public:
  // Throws a UsageError where the rule needs prototypes that are not there.
  PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule, TrainingRows rows);
  PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule, MatrixView x, Labels y)
      : PrototypeObjective(space, std::move(rule), TrainingRows{x, y}) {}

  const ParameterLayout& layout() const override { return space_.layout(); }
  std::size_t sample_count() const override { return rows_.x.rows; }
  double total_weight() const override { return total_weight_; }
  bool has_penalty() const override { return space_.dissimilarity().has_penalty(); }
  double add_penalty(std::span<const std::uint32_t> samples, Row parameters, Wanted wanted) const override;
  std::size_t samples_per_penalty() const override;
  Labels sample_labels() const override { return rows_.y; }
  std::size_t values_per_sample() const override { return rows_.x.columns; }
  bool has_cost() const override { return rule_->traits().has_cost && space_.dissimilarity().has_gradient(); }
  bool changes_with_progress() const override { return rule_->changes_with_progress(); }
  std::unique_ptr<Workspace> make_workspace() const override;
  double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Wanted wanted,
                    Workspace& workspace) const override;
  bool gives_factors() const override { return space_.follows_steps() && is_incomplete_.empty(); }
  void look_ahead(std::span<const std::uint32_t> samples, Row parameters, Workspace& workspace) const override;
  // Where coordinates are missing, means are those of the observed ones.
  PullMoments make_moments() const override;
  void finish_moments(double progress, PullMoments& moments) const override;
  void move_to_means(const PullMoments& moments, MutableRow parameters) const override;
  std::size_t seed_again(const PullMoments& moments, Row before, MutableRow parameters) const override;
  // … with samples from elsewhere, of which so many are wanted.
  using FarSamples = std::function<std::vector<FarSample>(std::size_t count)>;
  std::size_t seed_again(const PullMoments& moments, const FarSamples& far, MutableRow parameters) const;
  // As many complete samples with different values as wanted, the farthest first, down to one that is at its prototype.
  std::vector<FarSample> far_samples(Row parameters, std::size_t count) const;

 private:
  struct Work;
  struct Step {
    Row parameters;
    double progress;
    Wanted wanted;
  };
  // Samples on their way: where they stand, and what is known of them.
  struct Block {
    std::span<const std::uint32_t> samples;
    MatrixView x;
    Labels y;
    MatrixView memberships;
    bool is_incomplete = false;
  };
  Block block_of(std::span<const std::uint32_t> samples, bool is_incomplete, Work& work) const;
  double accumulate_block(const Block& block, const Step& step, Work& work) const;
  void measure(const Block& block, Row parameters, Work& work) const;
  double pull(const Importance::Block& block, const Step& step, Work& work) const;
  void list_pulls(Gradient& gradient, std::size_t rows, Work& work) const;
  void add_pulls(const Block& block, const Step& step, Work& work) const;
  void add_dense_moments(const Block& block, PullMoments& moments, Work& work) const;
  bool can_shortlist() const;
  bool can_ask_nearest(std::size_t samples) const;
  double lose_to_nearest(const Block& block, const Step& step, Work& work) const;
  double find_winners(const Block& block, const Step& step, Work& work) const;
  double pull_on_rivals(std::uint32_t sample, const Step& step, Work& work) const;
  double accumulate_one_ahead(std::uint32_t sample, const Step& step, Work& work) const;
  double accumulate_followed(std::uint32_t sample, const Step& step, Work& work) const;
  void gather(std::span<const std::uint32_t> samples, Work& work) const;

  const PrototypeSpace& space_;
  std::shared_ptr<const AnyRule> rule_;
  Reads reads_;
  bool reads_distances_;   // or who is nearest, alone
  TrainingRows rows_;
  std::vector<Label> no_labels_;   // of samples that have none
  double total_weight_ = 0;
  std::vector<char> is_incomplete_;   // samples with missing values; empty where there are none
};

}   // namespace protea
