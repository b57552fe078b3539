// Adam [KingmaBa2015]: steps scaled by running first and second moments of the gradient.
#pragma once

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>

namespace PROTEA_EXPORT protea {

class Adam final : public DescribedOptimizer<Adam, Stepper>, public Rates {
 public:
  std::optional<double> metric_rate = {};   // in place of that of Rates
  double first_moment = 0.9;
  double second_moment = 0.999;
  double epsilon = 1e-8;

  static constexpr std::string_view name = "adam";
  static constexpr std::string_view summary = "Adam: gradient steps scaled by running moments.";
  static constexpr auto options() {
    const auto [first, of_metrics, own, fall, strength] = Rates::options();
    return std::tuple_cat(
        std::tuple{first,
                   option("metric_rate", &Adam::metric_rate,
                          "learning rate of relevances, matrices and tangents; none: a tenth of the size that their "
                          "numbers have, 0.1/√(m·n) for a matrix of m rows and 0.1/n for n relevances",
                          {.at_least = 0}),
                   own, fall, strength},
        std::tuple{
            option("first_moment", &Adam::first_moment, "decay of the running mean", {.at_least = 0, .below = 1}),
            option("second_moment", &Adam::second_moment, "decay of the running square", {.at_least = 0, .below = 1}),
            option("epsilon", &Adam::epsilon, "keeps the division finite", {.above = 0})});
  }

  double first_of(RateGroup group) const {
    return group == RateGroup::metric ? metric_rate.value_or(open_metric_rate_) : Rates::first_of(group);
  }
  bool steps_by_coordinate() const override { return true; }
  void start(const ParameterLayout& layout) override;
  std::vector<StateBuffer> state() override { return {{"mean", &mean_}, {"square", &square_}, {"steps", &steps_}}; }
  bool has_valid_state(std::size_t parameters) const override {
    return mean_.size() == parameters && square_.size() == parameters && steps_.size() == 1;
  }
  void step(MutableRow parameters, Gradient& gradient, double scale, double progress) override;

 private:
  std::vector<ParameterRun> runs_;
  double open_metric_rate_ = Rates::metric_rate;   // where none was given
  std::vector<double> mean_;
  std::vector<double> square_;
  std::vector<double> steps_;   // one number: the steps taken
};

}   // namespace protea
