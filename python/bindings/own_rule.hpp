// A rule as a Python function of a block of samples.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <protea/rule/lifted.hpp>

#include "arrays.hpp"

namespace protea::python {

// function(d, labels, y) -> (losses, pulls), for distances of samples to prototypes and the classes of both.
class PythonRule final : public AnyRule {
 public:
  PythonRule(nb::object function, std::string name, bool has_cost)
      : function_(std::move(function)), name_(std::move(name)), has_cost_(has_cost) {}
  ~PythonRule() override;
  PythonRule(const PythonRule&) = delete;
  PythonRule& operator=(const PythonRule&) = delete;

  std::string_view name() const override { return name_; }
  RuleTraits traits() const override {
    return {.has_cost = has_cost_, .needs_own_prototype = true, .needs_other_prototype = true};
  }
  bool changes_with_progress() const override { return false; }
  std::string steady_settings() const override { return {}; }
  std::vector<std::pair<std::string, OptionValue>> options() const override { return {}; }
  std::string caveat(std::string_view) const override { return {}; }
  std::size_t parameter_count(std::size_t) const override { return 0; }
  void initialize(MutableRow) const override {}
  std::optional<NamedNumber> named_parameter(Row) const override { return std::nullopt; }
  const Lattice* lattice() const override { return nullptr; }
  std::shared_ptr<const AnyRule> on(const Lattice&) const override { return itself(); }
  std::optional<Growth> growth() const override { return std::nullopt; }
  bool has_open_width() const override { return false; }
  std::shared_ptr<const AnyRule> with_typical_distance(double) const override { return itself(); }
  Settings limit_settings() const override { return {}; }
  std::shared_ptr<const AnyRule> in_dimensions(double) const override { return itself(); }
  RuleLimit limit() const override { return {}; }
  double pull(const RuleBlock& block, MutableMatrixView pull, MutableRow gtheta) const override;
  bool has_winner() const override { return false; }
  double find_winners(const RuleBlock&, std::span<std::uint32_t>) const override { return 0; }
  void spread(double, MatrixView, MutableMatrixView) const override {}

 private:
  std::shared_ptr<const AnyRule> itself() const {
    const nb::gil_scoped_acquire lock;
    return std::make_shared<const PythonRule>(function_, name_, has_cost_);
  }

  nb::object function_;
  std::string name_;
  bool has_cost_;
};

struct OwnRule {
  std::shared_ptr<const PythonRule> rule;
};

}   // namespace protea::python
