// From one sample to blocks of samples: the virtual interface of rules and the template that lifts any rule to it.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/weights.hpp>
#include <protea/rule/limit.hpp>

namespace PROTEA_EXPORT protea {

// Samples on their way through a rule: row i of `d` holds the distances of a sample with label y[i].
struct RuleBlock {
  MatrixView d;
  Labels labels;   // of the prototypes
  Labels y;
  Row weights = {};   // of the samples, empty: all one; multiply loss, pull and gθ
  double progress = 1;
  Row theta = {};
  MutableRow spare = {};   // as long as θ; needed where there are weights
};

class AnyRule {
 public:
  virtual ~AnyRule() = default;

  virtual std::string_view name() const = 0;
  virtual RuleTraits traits() const = 0;
  virtual bool changes_with_progress() const = 0;
  virtual std::string steady_settings()
      const = 0;   // with which it would not: "give rule.annealing = 1", settings marked
  virtual std::vector<std::pair<std::string, OptionValue>> options() const = 0;

  virtual std::string caveat(std::string_view option) const = 0;   // see HasRuleCaveat

  virtual std::size_t parameter_count(std::size_t prototypes) const = 0;
  virtual void initialize(MutableRow theta) const = 0;
  virtual std::optional<NamedNumber> named_parameter(Row theta) const = 0;

  // See HasLattice; none, and itself, where there is no lattice.
  virtual const Lattice* lattice() const = 0;
  virtual std::shared_ptr<const AnyRule> on(const Lattice& lattice) const = 0;

  virtual std::optional<Growth> growth() const = 0;   // see GrowsUnits

  // See HasOpenWidth; itself where nothing is open.
  virtual bool has_open_width() const = 0;
  virtual std::shared_ptr<const AnyRule> with_typical_distance(double distance) const = 0;

  // In the theory of learning, see rule/limit.hpp.
  virtual Settings limit_settings() const = 0;
  virtual std::shared_ptr<const AnyRule> in_dimensions(double n) const = 0;
  virtual RuleLimit limit() const = 0;

  // Sets what is not zero in the rows of `pull`, which arrive zeroed, adds to gtheta, returns the sum of the losses.
  virtual double pull(const RuleBlock& block, MutableMatrixView pull, MutableRow gtheta) const = 0;
  // The same for one sample of weight 1, of a rule without parameters: steps of one sample cost little more than such calls.
  virtual double pull_one(Row d, Labels labels, Label y, double progress, MutableRow pull) const {
    return this->pull({matrix_view(d, 1, d.size()), labels, {&y, 1}, {}, progress, {}, {}},
                      matrix_view(pull, 1, d.size()), {});
  }

  // See HasWinner. Winners are found for a block, and the sum of the losses; `spread` follows at the same progress.
  virtual bool has_winner() const = 0;
  virtual double find_winners(const RuleBlock& block, std::span<std::uint32_t> winners) const = 0;
  virtual void spread(double progress, MatrixView by_winner, MutableMatrixView to) const = 0;
};

template <Rule R>
class LiftedRule final : public AnyRule {
 public:
  explicit LiftedRule(R rule = {}) : rule_(std::move(rule)) {
    if constexpr (HasLattice<R>) demand_sound(rule_.lattice());
  }

  std::string_view name() const override { return R::name; }
  RuleTraits traits() const override { return R::traits; }
  bool changes_with_progress() const override { return rule_.changes_with_progress(); }
  std::string steady_settings() const override {
    if constexpr (HasSteadySetting<R>)
      return "give " + setting("rule." + std::string(R::steady_setting.first), std::string(R::steady_setting.second));
    else return "choose another rule";
  }
  std::vector<std::pair<std::string, OptionValue>> options() const override { return option_values(rule_); }

  std::string caveat([[maybe_unused]] std::string_view option) const override {
    if constexpr (HasRuleCaveat<R>) return std::string(rule_.caveat(option));
    else return {};
  }
  std::size_t parameter_count(std::size_t prototypes) const override {
    if constexpr (HasRuleParameters<R>) return rule_.parameter_count(prototypes);
    else return 0;
  }
  std::optional<NamedNumber> named_parameter([[maybe_unused]] Row theta) const override {
    if constexpr (HasNamedRuleParameter<R>) return rule_.named_parameter(theta);
    else return std::nullopt;
  }
  void initialize(MutableRow theta) const override {
    if constexpr (HasRuleParameters<R>) rule_.initialize(theta);
  }

  const Lattice* lattice() const override {
    if constexpr (HasLattice<R>) return &rule_.lattice();
    else return nullptr;
  }
  std::shared_ptr<const AnyRule> on([[maybe_unused]] const Lattice& lattice) const override {
    if constexpr (HasLattice<R>) return std::make_shared<LiftedRule>(rule_.on(lattice));
    else return std::make_shared<LiftedRule>(rule_);
  }

  std::optional<Growth> growth() const override {
    if constexpr (GrowsUnits<R>) return rule_.growth();
    else return std::nullopt;
  }
  bool has_open_width() const override { return HasOpenWidth<R>; }
  std::shared_ptr<const AnyRule> with_typical_distance([[maybe_unused]] double distance) const override {
    if constexpr (HasOpenWidth<R>) return std::make_shared<LiftedRule>(rule_.with_typical_distance(distance));
    else return std::make_shared<LiftedRule>(rule_);
  }

  Settings limit_settings() const override {
    if constexpr (HasLimitSettings<R>) return R::limit_settings();
    else return {};
  }
  std::shared_ptr<const AnyRule> in_dimensions([[maybe_unused]] double n) const override {
    if constexpr (ScalesWithDimension<R>) return std::make_shared<LiftedRule>(rule_.in_dimensions(n));
    else return std::make_shared<LiftedRule>(rule_);
  }
  RuleLimit limit() const override { return limit_of(rule_); }

  double pull(const RuleBlock& block, MutableMatrixView pull, [[maybe_unused]] MutableRow gtheta) const override {
    const R rule = rule_.at(block.progress);
    double loss = 0;
    for (std::size_t i = 0; i < block.d.rows; ++i) {
      const double weight = weight_at(block.weights, i);
      loss += weight * pull_one(rule, block, i, pull.row(i), weight, gtheta);
      if (weight == 1) continue;
      for (double& each : pull.row(i)) each *= weight;
    }
    return loss;
  }

  double pull_one(Row d, Labels labels, Label y, double progress, MutableRow pull) const override {
    if constexpr (HasRuleParameters<R>) return AnyRule::pull_one(d, labels, y, progress, pull);
    else return rule_.at(progress).pull(d, labels, y, pull);
  }

  bool has_winner() const override { return HasWinner<R>; }
  double find_winners([[maybe_unused]] const RuleBlock& block,
                      [[maybe_unused]] std::span<std::uint32_t> winners) const override {
    double loss = 0;
    if constexpr (HasWinner<R>) {
      const R rule = rule_.at(block.progress);
      for (std::size_t i = 0; i < block.d.rows; ++i) {
        const Winner winner = rule.winner(block.d.row(i));
        winners[i] = static_cast<std::uint32_t>(winner.unit);
        loss += weight_at(block.weights, i) * winner.loss;
      }
    }
    return loss;
  }
  void spread([[maybe_unused]] double progress, [[maybe_unused]] MatrixView by_winner,
              [[maybe_unused]] MutableMatrixView to) const override {
    if constexpr (HasWinner<R>) rule_.at(progress).spread(by_winner, to);
  }

 private:
  static double pull_one(const R& rule, const RuleBlock& block, std::size_t i, MutableRow pull,
                         [[maybe_unused]] double weight, [[maybe_unused]] MutableRow gtheta) {
    if constexpr (!HasRuleParameters<R>) {
      return rule.pull(block.d.row(i), block.labels, block.y[i], pull);
    } else if (weight == 1 || R::traits.sets_own_rates) {   // a rate changes by counting, whatever a sample weighs
      return rule.pull(block.d.row(i), block.labels, block.y[i], pull, block.theta, gtheta);
    } else {
      std::fill(block.spare.begin(), block.spare.end(), 0.0);
      const double loss = rule.pull(block.d.row(i), block.labels, block.y[i], pull, block.theta, block.spare);
      for (std::size_t j = 0; j < gtheta.size(); ++j) gtheta[j] += weight * block.spare[j];
      return loss;
    }
  }

  R rule_;
};

}   // namespace protea
