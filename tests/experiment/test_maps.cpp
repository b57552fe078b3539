// The chain of divergences against an independent limit, and vector quantization from bad starts.
#include <gtest/gtest.h>

#include <protea/experiment/bad_starts.hpp>
#include <protea/experiment/divergence_chain.hpp>
#include <protea/runtime/serial.hpp>

#include <experiment/chain_limits.hpp>

namespace protea {
namespace {

TEST(BadStarts, LeaveKMeansBehindNeuralGas) {
  Serial serial;
  const BadStarts result = bad_starts({.seed = 11, .trials = 10}, serial);
  ASSERT_EQ(result.runs.size(), 3U);
  EXPECT_GE(result.wins(2, 1), 9U);
  // The gas comes as near to the data as the centres of the clusters do, fitted to the samples it may come a
  // little nearer.
  for (const double error : result.runs[2].errors) EXPECT_NEAR(error, result.reference, 0.1 * result.reference);
}

TEST(DivergenceChain, UnfoldsAndComesNearTheLimit) {
  const ChainCase euclid{"eta", 2};
  const std::vector<double> limit = chain_limit(euclid, 300);
  EXPECT_TRUE(std::ranges::is_sorted(limit));
  const std::vector<double> online = learn_chain(euclid, 60'000, 1);
  EXPECT_TRUE(std::ranges::is_sorted(online));
  double sum = 0;
  for (std::size_t k = 0; k < limit.size(); ++k) sum += std::abs(online[k] - limit[k]);
  EXPECT_LT(sum / 100, 0.06);   // the on-line chain has seen 60 000 samples of ten million
}

// With steps in ln w, which vanish where w³ does, the ends of the chain stay away by more than 0.02 after ten times as many samples.
TEST(DivergenceChain, ReachesItsEndsWhereTheCurvatureVanishesThere) {
  const ChainCase cubic{"eta", 3};
  const std::vector<double> limit = chain_limit(cubic, 300);
  const std::vector<double> online = learn_chain(cubic, 60'000, 1);
  EXPECT_NEAR(online.front(), limit.front(), 0.01);
  EXPECT_NEAR(online.back(), limit.back(), 0.01);
}

// The table comes from another calculation: exact borders, closed integrals, Newton's method.
TEST(DivergenceChain, HasTheLimitOfAnIndependentCalculation) {
  std::size_t tried = 0;
  for (const chain::ChainLimit& row : chain::chain_limits) {
    const bool is_tried = row.parameter == 2 && (row.divergence == "beta" || row.divergence == "gamma");
    if (!is_tried) continue;   // the others take longer
    ++tried;
    const std::vector<double> limit = chain_limit({row.divergence, row.parameter}, 1000);
    for (std::size_t i = 0; i < row.share.size(); ++i)
      EXPECT_NEAR(limit[static_cast<std::size_t>(chain::SHOWN_UNITS[i]) - 1], row.share[i], 2e-4)
          << row.divergence << " " << chain::SHOWN_UNITS[i];
  }
  EXPECT_EQ(tried, 2U);
}

}   // namespace
}   // namespace protea
