// From one sample to blocks of samples: the virtual interface of rules and the template that lifts any rule to it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <protea/rule/rule.hpp>

namespace protea {

class AnyRule {
 public:
  virtual ~AnyRule() = default;

  virtual std::string_view name() const = 0;
  virtual RuleTraits traits() const = 0;
  virtual bool changes_with_progress() const = 0;
  virtual std::vector<std::pair<std::string, OptionValue>> options() const = 0;

  virtual std::size_t parameter_count(std::size_t prototypes) const = 0;
  virtual void initialize(MutableRow theta) const = 0;

  // Row i of `d` holds the distances of a sample with label y[i]. Sets what is not zero in row i of `pull`, which arrives
  // zeroed, adds to gtheta, returns the sum of the losses.
  virtual double pull(MatrixView d, Labels labels, Labels y, double progress, MutableMatrixView pull, Row theta,
                      MutableRow gtheta) const = 0;
};

template <Rule R>
class LiftedRule final : public AnyRule {
 public:
  explicit LiftedRule(R rule = {}) : rule_(std::move(rule)) {}

  std::string_view name() const override { return R::name; }
  RuleTraits traits() const override { return R::traits; }
  bool changes_with_progress() const override { return rule_.changes_with_progress(); }
  std::vector<std::pair<std::string, OptionValue>> options() const override { return option_values(rule_); }

  std::size_t parameter_count(std::size_t prototypes) const override {
    if constexpr (HasRuleParameters<R>) return rule_.parameter_count(prototypes);
    else return 0;
  }
  void initialize(MutableRow theta) const override {
    if constexpr (HasRuleParameters<R>) rule_.initialize(theta);
  }

  double pull(MatrixView d, Labels labels, Labels y, double progress, MutableMatrixView pull, [[maybe_unused]] Row theta,
              [[maybe_unused]] MutableRow gtheta) const override {
    const R rule = rule_.at(progress);
    double loss = 0;
    for (std::size_t i = 0; i < d.rows; ++i) {
      if constexpr (HasRuleParameters<R>) loss += rule.pull(d.row(i), labels, y[i], pull.row(i), theta, gtheta);
      else loss += rule.pull(d.row(i), labels, y[i], pull.row(i));
    }
    return loss;
  }

 private:
  R rule_;
};

}  // namespace protea
