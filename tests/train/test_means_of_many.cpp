// Means of many samples: fixed points of Lloyd's iteration, the same on any number of threads.
#include <protea/train/means_of_many.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

namespace protea {
namespace {

std::vector<std::uint32_t> all_of(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// Far from the origin, where single precision alone would see nothing.
Matrix cloud(std::size_t rows, std::size_t columns) {
  Random random(5, Purpose::generator);
  Matrix x(rows, columns);
  for (double& value : x.values()) value = 1e6 + random.normal();
  return x;
}

Matrix means_of(const Matrix& x, std::size_t count, Runtime& runtime, const MeansOptions& options, Row weights = {}) {
  Matrix w(count, x.columns());
  Random random(1, Purpose::prototypes);
  means_of_many(x.view(), all_of(x.rows()), weights, random, runtime, w.view(), options);
  return w;
}

std::size_t nearest_by_hand(const Matrix& x, std::size_t i, const Matrix& w) {
  std::vector<double> d(w.rows());
  for (std::size_t k = 0; k < w.rows(); ++k) {
    for (std::size_t j = 0; j < w.columns(); ++j) d[k] += (x(i, j) - w(k, j)) * (x(i, j) - w(k, j));
  }
  return static_cast<std::size_t>(std::ranges::min_element(d) - d.begin());
}

// Where nothing moves any more, every centre is the mean of the samples that are nearest to it, by weight.
TEST(MeansOfMany, AreTheMeansOfTheSamplesNearestToThem) {
  const Matrix x = cloud(3000, 3);
  std::vector<double> weights(x.rows());
  for (std::size_t i = 0; i < x.rows(); ++i) weights[i] = 1 + static_cast<double>(i % 3);
  for (const Row own : {Row{}, Row(weights)}) {
    Serial serial;
    const Matrix w = means_of(x, 20, serial, {.still = 0}, own);
    Matrix sums(w.rows(), 4);
    for (std::size_t i = 0; i < x.rows(); ++i) {
      const MutableRow sum = sums.row(nearest_by_hand(x, i, w));
      const double weight = own.empty() ? 1 : own[i];
      for (std::size_t j = 0; j < 3; ++j) sum[j] += weight * (x(i, j) - 1e6);
      sum[3] += weight;
    }
    for (std::size_t k = 0; k < w.rows(); ++k) {
      ASSERT_GT(sums(k, 3), 0);
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_NEAR(w(k, j) - 1e6, sums(k, j) / sums(k, 3), 1e-7);   // of 1e6 a few bits
    }
  }
}

// A part finds the groups, and all samples then say where their means are: (0, 0), (8, 0), (0, 8) and (8, 8), each with rows
// one to its left and right, in turn.
TEST(MeansOfMany, OfAPartLeaveLittleToDoForTheRest) {
  Matrix x(16'000, 2);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    x(i, 0) = 8.0 * static_cast<double>(i % 2) + (i / 4 % 2 == 0 ? -1 : 1);
    x(i, 1) = 8.0 * static_cast<double>(i / 2 % 2);
  }
  Serial serial;
  const Matrix w = means_of(x, 4, serial, {.part = 1000, .per_centre = 10});
  std::vector<std::pair<double, double>> found;
  for (std::size_t k = 0; k < 4; ++k) found.emplace_back(w(k, 0), w(k, 1));
  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<std::pair<double, double>>{{0, 0}, {0, 8}, {8, 0}, {8, 8}}));
}

TEST(MeansOfMany, HaveTheSameBitsOnAnyNumberOfThreads) {
  const Matrix x = cloud(40'000, 5);
  Serial serial;
  const MeansOptions options{.part = 9000, .most = 20};
  const Matrix expected = means_of(x, 12, serial, options);
  for (const std::size_t count : {2, 3, 5}) {
    Threads threads(count);
    const Matrix w = means_of(x, 12, threads, options);
    EXPECT_TRUE(std::ranges::equal(w.values(), expected.values())) << count;
  }
}

}   // namespace
}   // namespace protea
