// The bias–variance experiment against what least squares must give.
#include <protea/experiment/polynomials.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/error.hpp>

namespace protea {
namespace {

TEST(FitPolynomial, RecoversAPolynomialAndTheLineThroughACube) {
  std::vector<double> x;
  std::vector<double> cube;
  double x2 = 0;
  double x4 = 0;
  for (int i = 0; i <= 10; ++i) {
    x.push_back(-1 + 0.2 * i);
    cube.push_back(std::pow(x.back(), 3));
    x2 += x.back() * x.back();
    x4 += std::pow(x.back(), 4);
  }
  const std::vector<double> exact = fit_polynomial(x, cube, 5);
  for (std::size_t j = 0; j < exact.size(); ++j) EXPECT_NEAR(exact[j], j == 3 ? 1 : 0, 1e-12);
  const std::vector<double> line = fit_polynomial(x, cube, 1);
  EXPECT_NEAR(line[0], 0, 1e-14);
  EXPECT_NEAR(line[1], x4 / x2, 1e-13);   // the normal equations of an odd function
  EXPECT_THROW(fit_polynomial(x, cube, 11), UsageError);
}

TEST(Polynomials, ErrorIsBiasPlusVarianceAndBothAreWhatTheoryGives) {
  const PolynomialStudy study = study_polynomials({});
  for (const PolynomialPoint& point : study.points) {
    SCOPED_TRACE(point.degree);
    EXPECT_NEAR(point.error, point.bias + point.variance, 1e-12);
    EXPECT_NEAR(point.variance / point.exact_variance, 1, 0.08);   // 2000 data sets
    EXPECT_NEAR(point.bias, point.exact_bias, 4 * point.exact_variance / 2000 + 0.02 * point.exact_bias + 2e-4);
    if (point.degree < 3) continue;
    EXPECT_NEAR(point.exact_bias, 0, 1e-20);
    // The expectation of the squared residuals is ρ²(1 − (K+1)/P).
    EXPECT_NEAR(point.training_error, 0.01 * (1 - (static_cast<double>(point.degree) + 1) / 11), 2e-4);
  }
}

TEST(Polynomials, ShowTheDilemmaOfFigure62) {
  const PolynomialStudy study = study_polynomials({.data_sets = 500});
  for (std::size_t k = 1; k < study.points.size(); ++k) {
    EXPECT_LT(study.points[k].training_error, study.points[k - 1].training_error) << "training error falls with K";
    EXPECT_GT(study.points[k].variance, study.points[k - 1].variance) << "variance grows with K";
  }
  for (const PolynomialPoint& point : study.points) {
    if (point.degree == 3) continue;
    EXPECT_GT(point.error, study.points[3].error) << "the matched degree is best";
  }
  EXPECT_GT(study.points[7].variance_outside, 10 * study.points[3].variance_outside) << "degree 7 extrapolates wildly";
  ASSERT_EQ(study.fits.size(), 9u);
  EXPECT_EQ(study.fits[5].set, "B");
  EXPECT_EQ(study.fits[5].coefficients.size(), 8u);
}

}   // namespace
}   // namespace protea
