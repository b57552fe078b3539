// Sums over shards against the plain sum over all samples, for value, gradient and moments.
#include <gtest/gtest.h>

#include <protea/model/relations.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/train/kernel_objective.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::RandomProblem;
using testing::relative_difference;

// Below, at and beside the borders of shards (64 samples each, 16 at most) and of blocks (64 samples).
const std::vector<std::size_t> counts{1, 2, 63, 64, 65, 127, 128, 129, 191, 200, 1000, 1023, 1024, 1025, 1500, 2051};

// Sample i has loss 2^(i mod 40), and adds 1 to number i and to moment i: nothing can be lost or taken twice unseen.
class Indicator final : public Objective {
 public:
  explicit Indicator(std::size_t count)
      : count_(count), layout_{{.name = "units", .size = count, .touch = Touch::by_unit}} {}
  const ParameterLayout& layout() const override { return layout_; }
  std::size_t sample_count() const override { return count_; }
  bool has_cost() const override { return true; }
  std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<Workspace>(); }
  double accumulate(std::span<const std::uint32_t> samples, Row, double, Wanted wanted, Workspace&) const override {
    double loss = 0;
    for (const std::uint32_t i : samples) {
      loss += static_cast<double>(std::uint64_t{1} << (i % 40));
      if (wanted.gradient) {
        wanted.gradient->touch(i);
        wanted.gradient->values()[i] += 1;
      }
      if (wanted.moments) {
        wanted.moments->pulls[i] += 1;
        wanted.moments->samples(i, 0) += i;
      }
    }
    return loss;
  }
  PullMoments make_moments() const override { return {count_, 1}; }

 private:
  std::size_t count_;
  ParameterLayout layout_;
};

TEST(Accumulator, TakesEverySampleOnce) {
  for (const std::size_t threads : {1, 3}) {
    const auto runtime = make_runtime(threads);
    for (const std::size_t count : counts) {
      const Indicator objective(count);
      const auto samples = testing::all_of(count);
      const std::vector<double> p(count);
      Accumulator accumulator(objective, *runtime);
      double expected = 0;
      for (const std::uint32_t i : samples) expected += static_cast<double>(std::uint64_t{1} << (i % 40));
      for (int repeat = 1; repeat <= 2; ++repeat) {   // the second sum adds to the first
        EXPECT_EQ(accumulator.value(samples, p, 0), expected) << count;
        EXPECT_EQ(accumulator.accumulate(samples, p, 0), expected) << count;
        EXPECT_EQ(accumulator.gradient().touched().size(), count);
        for (const double value : accumulator.gradient().values()) ASSERT_EQ(value, repeat) << count;
      }
      PullMoments moments = objective.make_moments();
      for (int repeat = 1; repeat <= 2; ++repeat) {
        EXPECT_EQ(accumulator.sum_moments(samples, p, 0, moments), expected) << count;
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(moments.pulls[i], repeat) << count;
          ASSERT_EQ(moments.samples(i, 0), repeat * static_cast<double>(i)) << count;
        }
      }
    }
  }
}

// All three sums of some samples, taken `block` at a time and added by the plainest of loops.
struct PlainSum {
  double value = 0;
  std::vector<double> gradient;
  PullMoments moments;

  PlainSum(const Objective& objective, std::span<const std::uint32_t> samples, Row p, std::size_t block)
      : gradient(p.size()), moments(objective.make_moments()) {
    const auto workspace = objective.make_workspace();
    for (std::size_t first = 0; first < samples.size(); first += block) {
      const auto part = samples.subspan(first, std::min(block, samples.size() - first));
      Gradient of_part(objective.layout());
      value += objective.accumulate(part, p, 0.5, of_part, *workspace);
      for (std::size_t i = 0; i < p.size(); ++i) gradient[i] += std::as_const(of_part).values()[i];
      PullMoments moments_of_part = objective.make_moments();
      objective.accumulate(part, p, 0.5, moments_of_part, *workspace);
      for (std::size_t k = 0; k < moments.pulls.size(); ++k) moments.pulls[k] += moments_of_part.pulls[k];
      for (std::size_t i = 0; i < moments.samples.values().size(); ++i)
        moments.samples.values()[i] += moments_of_part.samples.values()[i];
    }
    objective.finish_moments(0.5, moments);
  }
};

void expect_plain_sums(const Objective& objective, std::span<const std::uint32_t> samples, Row p) {
  const auto runtime = make_runtime(2);
  Accumulator accumulator(objective, *runtime);
  const double value = accumulator.value(samples, p, 0.5);
  EXPECT_EQ(accumulator.accumulate(samples, p, 0.5), value);
  PullMoments moments = objective.make_moments();
  EXPECT_EQ(accumulator.sum_moments(samples, p, 0.5, moments), value);
  for (const std::size_t block : {std::size_t{1}, std::size_t{7}, std::size_t{64}, samples.size()}) {
    const PlainSum plain(objective, samples, p, block);
    EXPECT_NEAR(value, plain.value, 1e-12 * (1 + std::abs(plain.value)));
    EXPECT_LE(relative_difference(accumulator.gradient().values(), plain.gradient), 1e-12);
    EXPECT_LE(relative_difference(moments.pulls, plain.moments.pulls), 1e-12);
    EXPECT_LE(relative_difference(moments.samples.values(), plain.moments.samples.values()), 1e-12);
  }
}

TEST(Accumulator, SumsAnObjectiveOverPrototypesAsThePlainSumDoes) {
  struct Parts {
    std::string rule, dissimilarity;
    Settings options;
  };
  // A penalty is paid once for all samples, not by each shard or not at all.
  for (const auto& [rule_name, dissimilarity, options] : std::vector<Parts>{{"glvq", "matrix", {}},
                                                                            {"glvq", "matrix", {{"log_det", "0.3"}}},
                                                                            {"lvq1", "matrix", {{"log_det", "0.3"}}},
                                                                            {"vq", "squared-euclidean", {}},
                                                                            {"som", "squared-euclidean", {}},
                                                                            {"rslvq", "relevance", {}}}) {
    const auto rule = rules().make(rule_name, {});
    for (const std::size_t count : counts) {
      SCOPED_TRACE(rule_name + " over " + std::to_string(count));
      const RandomProblem problem(count, 4, {0, 0, 1, 1, 2}, 5);
      const PrototypeSpace space(dissimilarities().make(dissimilarity, options), 4, problem.prototype_labels,
                                 Scope::per_class, rule->parameter_count(5));
      const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
      std::vector<std::uint32_t> samples = testing::all_of(count);
      Random(3, Purpose::generator).shuffle(std::span(samples));   // rows that are gathered
      expect_plain_sums(objective, samples, problem.parameters(space, *rule, 3));
    }
  }
}

// A penalty beside the shards, where threads share the work, and behind them, where one does it all.
TEST(Accumulator, AddsAPenaltyToTheSameBitsForAnyNumberOfThreads) {
  const auto rule = rules().make("glvq", {});
  const RandomProblem problem(2051, 8, {0, 0, 1, 1, 2}, 5);
  const PrototypeSpace space(dissimilarities().make("matrix", {{"log_det", "0.3"}}), 8, problem.prototype_labels,
                             Scope::per_class, rule->parameter_count(5));
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  const std::vector<double> p = problem.parameters(space, *rule, 3);
  const auto samples = testing::all_of(2051);
  std::vector<double> losses, gradients;
  for (const std::size_t threads : {1, 2, 3, 5, 8}) {
    const auto runtime = make_runtime(threads);
    Accumulator accumulator(objective, *runtime);
    for (int repeat = 0; repeat < 2; ++repeat) {   // nothing is left of the sum before
      const double loss = accumulator.accumulate(samples, p, 0.5);
      const Row gradient = std::as_const(accumulator.gradient()).values();
      if (losses.empty()) gradients.assign(gradient.begin(), gradient.end());
      losses.push_back(loss);
      losses.push_back(accumulator.value(samples, p, 0.5));
      EXPECT_TRUE(std::ranges::equal(gradient, gradients)) << threads;
      accumulator.gradient().clear();
    }
  }
  for (const double loss : losses) EXPECT_EQ(loss, losses.front());
}

TEST(Accumulator, SumsAnObjectiveOverCombinationsAsThePlainSumDoes) {
  Serial serial;
  for (const std::size_t count : {65, 131, 200}) {
    const RandomProblem problem(count, 4, {0, 0, 1, 1, 2}, 5);
    const Matrix d = dissimilarities_among(problem.x.view(), *dissimilarities().make("squared-euclidean", {}), serial);
    const KernelObjective objective(problem.prototype_labels, rules().make("glvq", {}), {d.view(), problem.y});
    Matrix alpha(5, count);
    for (std::size_t k = 0; k < 5; ++k) alpha(k, k) = alpha(k, count - 1 - k) = 0.5;
    expect_plain_sums(objective, testing::all_of(count), objective.start_from(std::as_const(alpha).view()));
  }
}

}   // namespace
}   // namespace protea
