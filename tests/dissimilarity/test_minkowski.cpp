#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/configure.hpp>

namespace protea {
namespace {

const std::vector<double> x{1, 5, -2};
const std::vector<double> w{2, 2, 0};

TEST(Minkowski, AddsPowersOfTheDifferencesAsByHand) {   // differences 1, 3, 2
  EXPECT_EQ(dissimilarities().make("minkowski", {{"p", "1"}})->value(x, w, {}), 6);
  EXPECT_NEAR(dissimilarities().make("minkowski", {{"p", "3"}})->value(x, w, {}), 36, 1e-13);
}

TEST(Minkowski, TakesTheLargestDifferenceForInfinitePowerAndRefusesToLearn) {
  const auto largest = dissimilarities().make("minkowski", {{"p", "inf"}});
  EXPECT_EQ(largest->value(x, w, {}), 3);
  std::vector<double> gw(3);
  largest->add_gradient(x, w, {}, 1, gw, {});
  std::sort(gw.begin(), gw.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  EXPECT_EQ(gw[0], 0);
  EXPECT_EQ(gw[1], 0);
  EXPECT_EQ(std::abs(gw[2]), 1);   // the largest difference alone has a slope
  EXPECT_THROW(configure("glvq", {{"dissimilarity", "minkowski"}, {"dissimilarity.p", "inf"}}), UsageError);
  EXPECT_NO_THROW(configure("knn", {{"dissimilarity", "minkowski"}, {"dissimilarity.p", "inf"}}));
  EXPECT_THROW(dissimilarities().make("minkowski", {{"p", "inf"}, {"learn_p", "true"}})->parameter_count(3),
               UsageError);
  EXPECT_THROW(dissimilarities().make("minkowski", {{"p", "-inf"}}), UsageError);
  EXPECT_THROW(dissimilarities().make("minkowski", {{"p", "nan"}}), UsageError);
}

}   // namespace
}   // namespace protea
