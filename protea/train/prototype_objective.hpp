// A rule over a prototype space: distances go forward to the rule, pulls come back to the parameters.
#pragma once

#include <memory>

#include <protea/model/prototype_space.hpp>
#include <protea/optimize/objective.hpp>
#include <protea/rule/lifted.hpp>

namespace protea {

class PrototypeObjective final : public Objective {
 public:
  // `x` and `y` must outlive the objective. Throws a UsageError where the rule needs prototypes that are not there.
  PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule, MatrixView x, Labels y);

  const ParameterLayout& layout() const override { return space_.layout(); }
  std::size_t sample_count() const override { return x_.rows; }
  bool has_cost() const override { return rule_->traits().has_cost && space_.dissimilarity().has_gradient(); }
  std::unique_ptr<Workspace> make_workspace() const override;
  double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Gradient& gradient,
                    Workspace& workspace) const override;
  void look_ahead(std::span<const std::uint32_t> samples, Row parameters, Workspace& workspace) const override;
  void project(MutableRow parameters) const override { space_.project(parameters); }
  void to_free(MutableRow parameters) const override;
  void from_free(Row free, MutableRow parameters) const override;
  void pull_back(Row free, MutableRow gradient) const override;

 private:
  double pull(MatrixView x, MatrixView d, Labels y, Row parameters, double progress, Gradient& gradient, Workspace& workspace) const;

  const PrototypeSpace& space_;
  std::shared_ptr<const AnyRule> rule_;
  Reads reads_;
  MatrixView x_;
  Labels y_;
};

}  // namespace protea
