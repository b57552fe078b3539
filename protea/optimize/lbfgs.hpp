// Limited-memory BFGS with a line search for the strong Wolfe conditions [NocedalWright2006, algorithms 7.4, 3.5, 3.6],
// in the free coordinates of the manifolds.
#pragma once

#include <cstdint>
#include <optional>

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>

namespace PROTEA_EXPORT protea {

class Lbfgs final : public DescribedOptimizer<Lbfgs, Minimizer> {
 public:
  std::int64_t memory = 0;
  double decrease = 1e-4;
  double curvature = 0.9;
  std::int64_t line_evaluations = 20;
  double gradient_tolerance = 1e-8;

  static constexpr std::string_view name = "l-bfgs";
  static constexpr std::string_view summary =
      "Limited-memory BFGS on the whole cost; needs a rule with a cost function.";
  static constexpr auto options() {
    return std::tuple{
        option("memory", &Lbfgs::memory,
               "pairs of steps and gradient changes remembered; 0: 10, from a million parameters on as many as 160 MB "
               "hold, and 1 at least",
               {.at_least = 0}),
        option("decrease", &Lbfgs::decrease, "sufficient decrease (first Wolfe constant)", {.above = 0, .below = 0.5}),
        option("curvature", &Lbfgs::curvature, "curvature (second Wolfe constant)", {.above = 0, .below = 1}),
        option("line_evaluations", &Lbfgs::line_evaluations, "cost evaluations of one line search at most",
               {.at_least = 2}),
        option("gradient_tolerance", &Lbfgs::gradient_tolerance, "stop when no gradient entry is larger, per sample",
               {.at_least = 0})};
  }

  void start(const ParameterLayout& layout) override;
  std::vector<StateBuffer> state() override {
    return {{"position", &position_},
            {"gradient", &gradient_},
            {"cost", &cost_},
            {"steps", &steps_},
            {"changes", &changes_}};
  }
  bool has_valid_state(std::size_t parameters) const override {
    const std::size_t size = position_.empty() ? 0 : parameters;
    return position_.size() == size && gradient_.size() == size && cost_.size() == (size == 0 ? 0 : 1) &&
           steps_.size() == changes_.size() && steps_.size() % parameters == 0 &&
           steps_.size() <= pairs_for(size) * size;
  }
  Iteration iterate(Cost& cost, MutableRow parameters) override;
  // Pairs remembered at most, for so many parameters.
  std::size_t pairs_for(std::size_t parameters) const;

 private:
  struct Point {
    double cost = 0;
    MutableRow gradient = {};   // is the cost's, until it is asked again
  };
  std::vector<double> direction() const;
  // `parameters` are overwritten, here and in `search_line`: a matrix of thousands of features has no room for copies.
  Point evaluate(Cost& cost, const std::vector<double>& along, double step, MutableRow parameters) const;
  std::optional<Point> search_line(Cost& cost, const std::vector<double>& along, double slope, double first_step,
                                   MutableRow parameters) const;
  void return_to_position(const ParameterLayout& layout, MutableRow parameters) const;
  void remember(std::vector<double>& kept, const std::vector<double>& next) const;

  std::vector<double> position_;   // free coordinates; empty before the first iteration
  std::vector<double> gradient_;
  std::vector<double> cost_;      // one number
  std::vector<double> steps_;     // the last `memory` steps, oldest first
  std::vector<double> changes_;   // the gradient changes that belong to them
};

}   // namespace protea
