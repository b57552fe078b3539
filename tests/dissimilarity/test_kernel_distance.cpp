// The distance of each kernel: by hand, and its gradient against finite differences.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/dissimilarity/kernel_distance.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

const std::vector<double> x{2, 0, -1};
const std::vector<double> w{1, 1, 0.5};

KernelDistance kernel_of(KernelKind kind, double sigma = 1) {
  KernelDistance kernel;
  kernel.kind = kind;
  kernel.sigma = sigma;
  kernel.degree = 3;
  return kernel;
}

// ‖x − w‖² = 1 + 1 + 2.25 = 4.25; x·x = 5, w·w = 2.25, x·w = 1.5.
TEST(KernelDistance, IsWhatItsKernelSays) {
  EXPECT_DOUBLE_EQ(kernel_of(KernelKind::rbf, 2).value(x, w, {}), 2 - 2 * std::exp(-4.25 / 8));
  EXPECT_DOUBLE_EQ(kernel_of(KernelKind::polynomial).value(x, w, {}),
                   3.25 * 3.25 * 3.25 - 2 * 2.5 * 2.5 * 2.5 + 6 * 6 * 6);
  EXPECT_DOUBLE_EQ(kernel_of(KernelKind::linear).value(x, w, {}), 4.25);
}

TEST(KernelDistance, HasTheWidthRootNWhereItIsZero) {
  EXPECT_DOUBLE_EQ(kernel_of(KernelKind::rbf, 0).value(x, w, {}),
                   kernel_of(KernelKind::rbf, std::sqrt(3.0)).value(x, w, {}));
  KernelDistance learned = kernel_of(KernelKind::rbf, 0);
  learned.learn_sigma = true;
  std::vector<double> theta(1);
  Random random(1, Purpose::metric);
  learned.initialize(theta, 3, random);
  EXPECT_DOUBLE_EQ(theta[0], std::log(3.0) / 2);
  EXPECT_DOUBLE_EQ(learned.value(x, w, theta), kernel_of(KernelKind::rbf, 0).value(x, w, {}));
}

TEST(KernelDistance, HasTheGradientOfItsValues) {
  for (const auto& [kind, sigma] : {std::pair{KernelKind::rbf, 1.5},
                                    {KernelKind::rbf, 0.0},
                                    {KernelKind::polynomial, 1.0},
                                    {KernelKind::linear, 1.0}}) {
    const KernelDistance kernel = kernel_of(kind, sigma);
    std::vector<double> gradient(3);
    kernel.add_gradient(x, w, {}, 0.7, gradient, {});
    const auto expected = testing::finite_differences(w, [&](Row at) { return 0.7 * kernel.value(x, at, {}); });
    EXPECT_LT(testing::relative_difference(gradient, expected), 1e-7) << choice_name(kind) << " " << sigma;
  }
}

}   // namespace
}   // namespace protea
