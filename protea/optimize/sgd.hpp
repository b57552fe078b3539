// Stochastic gradient descent: p ← p − rate·g. Batch size 1 is the papers' on-line learning.
#pragma once

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>

namespace PROTEA_EXPORT protea {

class Sgd final : public DescribedOptimizer<Sgd, Stepper>, public Rates {
 public:
  Chart chart = Chart::natural;

  static constexpr std::string_view name = "sgd";
  static constexpr std::string_view summary =
      "Stochastic gradient descent; with batch size 1, the papers' on-line learning.";
  static constexpr auto options() {
    return std::tuple_cat(Rates::options(), std::tuple{option("chart", &Sgd::chart, chart_help)});
  }

  void start(const ParameterLayout& layout) override { runs_ = runs_of(layout); }
  std::vector<StateBuffer> state() override { return {}; }
  bool has_valid_state(std::size_t) const override { return true; }
  bool changes_only_touched() const override { return true; }
  bool steps_linearly() const override { return true; }
  Chart steps_in() const override { return chart; }
  bool steps_as_told() const override { return rate == 1 && schedule == Schedule::constant; }
  std::optional<double> plain_rate(RateGroup group, double progress) const override { return at(group, progress); }
  void step(MutableRow parameters, Gradient& gradient, double scale, double progress) override;

 private:
  std::vector<ParameterRun> runs_;
};

}   // namespace protea
