// Batch gradient descent with waypoint averaging [PapariBunteBiehl2011, as in the GMLVQ toolbox]: the gradient of each
// group of parameters is normalised to length 1; steps grow until the average of the last configurations is as good as
// the step, then the average is taken and the step shrinks. Each group is judged separately.
#pragma once

#include <array>
#include <cstdint>

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>

namespace PROTEA_EXPORT protea {

class Waypoint final : public DescribedOptimizer<Waypoint, Minimizer> {
 public:
  double step = 1;
  double metric_step = 2;
  double parameter_step = 0.1;
  double growth = 1.1;
  double shrinkage = 1.5;
  std::int64_t memory = 5;

  static constexpr std::string_view name = "waypoint";
  static constexpr std::string_view summary = "Batch gradient descent with waypoint averaging and adaptive steps.";
  static constexpr auto options() {
    return std::tuple{
        option("step", &Waypoint::step, "first step length of the prototypes", {.above = 0}),
        option("metric_step", &Waypoint::metric_step, "first step length of relevances, matrices and tangents",
               {.above = 0}),
        option("parameter_step", &Waypoint::parameter_step,
               "first step length of a dissimilarity's own parameter, such as γ or p", {.above = 0}),
        option("growth", &Waypoint::growth, "factor on a step length after each step", {.at_least = 1}),
        option("shrinkage", &Waypoint::shrinkage, "divisor of a step length when the average wins", {.above = 1}),
        option("memory", &Waypoint::memory, "how many configurations are averaged", {.at_least = 2})};
  }

  void start(const ParameterLayout& layout) override;
  std::vector<StateBuffer> state() override { return {{"steps", &steps_}, {"history", &history_}}; }
  bool has_valid_state(std::size_t parameters) const override {
    return steps_.size() == rate_group_count && history_.size() % parameters == 0 &&
           history_.size() <= static_cast<std::size_t>(memory) * parameters;
  }
  Iteration iterate(Cost& cost, MutableRow parameters) override;

 private:
  std::array<double, rate_group_count> norms_of(Row gradient) const;
  void copy_group(std::size_t group, Row from, MutableRow to) const;

  std::vector<ParameterRun> runs_;
  std::vector<double> steps_;     // current step length of each group
  std::vector<double> history_;   // the last `memory` configurations, oldest first
};

}   // namespace protea
