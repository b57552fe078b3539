// The quick search finds what comparing all finds, to the bit.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/random.hpp>
#include <protea/model/nearest_search.hpp>

namespace protea {
namespace {

struct Cloud {
  Matrix x;
  Matrix w;
};

Cloud cloud(std::size_t rows, std::size_t prototypes, std::size_t n, double offset, double spread) {
  Random random(5, Purpose::generator, static_cast<std::uint32_t>(prototypes), static_cast<std::uint32_t>(n));
  Cloud result{Matrix(rows, n), Matrix(prototypes, n)};
  for (Matrix* const each : {&result.x, &result.w}) {
    for (double& value : each->values()) value = offset + spread * random.normal();
  }
  return result;
}

void expect_as_by_comparing_all(const Cloud& data) {
  NearestSearch search;
  std::vector<std::uint32_t> winners(data.x.rows());
  std::vector<double> distances(data.x.rows());
  search.find(data.w.view(), data.x.view(), winners, distances);
  std::vector<double> d(data.w.rows());
  for (std::size_t i = 0; i < data.x.rows(); ++i) {
    kernels().squared_distances(data.x.row(i).data(), data.w.values().data(), d.size(), data.x.columns(), d.data());
    const std::size_t nearest = kernels().smallest(d.data(), d.size());
    ASSERT_EQ(winners[i], nearest) << i;
    ASSERT_EQ(distances[i], d[nearest]) << i;
  }
}

TEST(NearestSearch, FindsTheNearestToTheBit) {
  for (const std::size_t prototypes : {1, 15, 16, 17, 100, 333}) {
    for (const std::size_t n : {1, 2, 7, 64, 65}) expect_as_by_comparing_all(cloud(70, prototypes, n, 0, 1));
  }
}

// Far from the origin, single precision tells nothing apart: the direct formula must.
TEST(NearestSearch, IsNotMisledByAnOffset) {
  for (const double offset : {1e3, 1e6, 1e9}) expect_as_by_comparing_all(cloud(70, 100, 5, offset, 1));
}

TEST(NearestSearch, TakesLargeAndSmallNumbers) {
  for (const double spread : {1e-30, 1e-12, 1e12, 1e20, 1e100})
    expect_as_by_comparing_all(cloud(70, 100, 5, 0, spread));
}

TEST(NearestSearch, GivesTiesToTheFirst) {
  Cloud data = cloud(40, 60, 3, 0, 1);
  for (std::size_t k = 1; k < 60; k += 2) std::copy_n(data.w.row(k - 1).begin(), 3, data.w.row(k).begin());
  for (std::size_t i = 0; i < 20; ++i) std::copy_n(data.w.row(2 * i + 1).begin(), 3, data.x.row(i).begin());
  expect_as_by_comparing_all(data);
}

TEST(NearestSearch, SeesPrototypesThatMovedOnceItForgets) {
  Cloud data = cloud(10, 40, 3, 0, 1);
  NearestSearch search;
  std::vector<std::uint32_t> winners(10);
  std::vector<double> distances(10);
  search.find(data.w.view(), data.x.view(), winners, distances);
  for (double& value : data.w.values()) value += 100;
  std::copy_n(data.x.row(0).begin(), 3, data.w.row(33).begin());
  search.forget();
  search.find(data.w.view(), data.x.view(), winners, distances);
  for (const std::uint32_t winner : winners) EXPECT_EQ(winner, 33U);
}

}   // namespace
}   // namespace protea
