// Batch means: every prototype moves to the mean of what pulls on it, in one step. Lloyd's iteration with the rule vq,
// batch maps and batch neural gas with theirs; exact for every Bregman divergence, whose mean is the place of
// least cost.
#pragma once

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>

namespace PROTEA_EXPORT protea {

class Means final : public DescribedOptimizer<Means, Averager> {
 public:
  bool seed_again = true;

  static constexpr std::string_view name = "means";
  static constexpr std::string_view summary =
      "Batch steps to the pull-weighted means of all samples; for quantizers, maps and gases.";
  static constexpr auto options() {
    return std::tuple{option("seed_again", &Means::seed_again,
                             "where each sample pulls on one prototype alone: a prototype without samples begins "
                             "again at the sample that is farthest from its own")};
  }

  void start(const ParameterLayout&) override { seeded_again_.assign(1, 0); }
  std::vector<StateBuffer> state() override { return {{"seeded_again", &seeded_again_}}; }
  bool has_valid_state(std::size_t) const override { return seeded_again_.size() == 1; }
  bool average(const Objective& objective, const PullMoments& moments, MutableRow parameters) override;
  std::size_t seeded_again() const override {
    return seeded_again_.empty() ? 0 : static_cast<std::size_t>(seeded_again_[0]);
  }

 private:
  std::vector<double> seeded_again_;   // how many, in a buffer that survives a stop
  std::vector<double> before_;
};

}   // namespace protea
