// Where a gas grows, and when it has grown enough, by hand.
#include <gtest/gtest.h>

#include <protea/runtime/serial.hpp>
#include <protea/train/growth.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

using Verdict = BetweenEpochs::Verdict;

// Three units at 0, 10 and 20, a fourth to come. Their errors are 18, 2 and 8, in the mean 28/6. The middle one comes
// second to both others, and they to it; the outer ones never come second to each other.
class Growing : public ::testing::Test {
 protected:
  Growing() { std::ranges::copy(std::vector<double>{-3, 3, 9, 11, 18, 22}, x_.values().begin()); }

  Verdict act(const Growth& growth, std::size_t epochs = 6, const std::vector<double>& weights = {}) {
    return GrowingUnits(space_, growth, x_.view(), weights, serial_).act(epochs, parameters_);
  }
  double units() const { return space_.rule_parameters(Row(parameters_))[0]; }

  Serial serial_;
  Matrix x_{6, 1};
  PrototypeSpace space_{dissimilarities().make("squared-euclidean", {}), 1, std::vector<Label>(4, no_label),
                        Scope::shared, 1};
  std::vector<double> parameters_{0, 10, 20, 1000, 3};
};

TEST_F(Growing, PutsAUnitBetweenTheWorstAndTheWorstOfItsNeighbours) {
  EXPECT_EQ(act({.every = 3}), Verdict::goes_on);
  EXPECT_EQ(parameters_, (std::vector<double>{0, 10, 20, 5, 4}));
  EXPECT_EQ(act({.every = 3}), Verdict::may_end) << "all units there may be";
  EXPECT_EQ(units(), 4);
}

// The errors are 18, 2 and 40.
TEST_F(Growing, CountsASampleAsOftenAsItWeighs) {
  EXPECT_EQ(act({.every = 3}, 6, {1, 1, 1, 1, 5, 5}), Verdict::goes_on);
  EXPECT_EQ(parameters_, (std::vector<double>{0, 10, 20, 15, 4}));
}

TEST_F(Growing, WaitsForItsEpochAndEndsWithTheErrorThatIsWanted) {
  EXPECT_EQ(act({.every = 3}, 7), Verdict::goes_on);
  EXPECT_EQ(units(), 3);
  EXPECT_EQ(act({.error = 28.01 / 6, .every = 3}), Verdict::is_reached);
  EXPECT_EQ(units(), 3);
  EXPECT_EQ(act({.error = 27.99 / 6, .every = 3}), Verdict::goes_on);
  EXPECT_EQ(units(), 4);
}

}   // namespace
}   // namespace protea
