// Gradient descent with momentum: v ← μ·v + g, p ← p − rate·v.
#pragma once

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>

namespace PROTEA_EXPORT protea {

class Momentum final : public DescribedOptimizer<Momentum, Stepper>, public Rates {
 public:
  double momentum = 0.9;
  Chart chart = Chart::natural;

  static constexpr std::string_view name = "momentum";
  static constexpr std::string_view summary = "Gradient descent with momentum.";
  static constexpr auto options() {
    return std::tuple_cat(
        Rates::options(),
        std::tuple{option("momentum", &Momentum::momentum, "share of the last step kept", {.at_least = 0, .below = 1}),
                   option("chart", &Momentum::chart, chart_help)});
  }

  bool steps_linearly() const override { return true; }
  Chart steps_in() const override { return chart; }
  void start(const ParameterLayout& layout) override;
  std::vector<StateBuffer> state() override { return {{"velocity", &velocity_}}; }
  bool has_valid_state(std::size_t parameters) const override { return velocity_.size() == parameters; }
  void step(MutableRow parameters, Gradient& gradient, double scale, double progress) override;

 private:
  std::vector<ParameterRun> runs_;
  std::vector<double> velocity_;
};

}   // namespace protea
