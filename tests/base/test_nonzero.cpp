// The walk over entries that are not zero, beside a plain loop.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <protea/base/nonzero.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

using Visits = std::vector<std::pair<std::size_t, double>>;

TEST(Nonzero, VisitsWhatIsNotZeroInOrder) {
  Random random(3, Purpose::generator);
  for (std::size_t size = 0; size <= 40; ++size) {
    for (const double share : {0.0, 0.1, 0.5, 1.0}) {
      std::vector<double> values(size);
      Visits expected;
      for (std::size_t k = 0; k < size; ++k) {
        values[k] = random.uniform() < share ? random.normal() : (k % 2 == 0 ? 0.0 : -0.0);
        if (values[k] != 0) expected.emplace_back(k, values[k]);
      }
      Visits seen;
      for_each_nonzero(Row(values), [&](std::size_t k, double value) { seen.emplace_back(k, value); });
      EXPECT_EQ(seen, expected) << size;
    }
  }
}

// What is no number is no zero: it must not be lost on its way to whoever watches for it.
TEST(Nonzero, VisitsWhatIsNoNumber) {
  std::vector<double> values(11);
  values[2] = std::numeric_limits<double>::quiet_NaN();
  values[9] = -std::numeric_limits<double>::quiet_NaN();
  std::vector<std::size_t> seen;
  for_each_nonzero(Row(values), [&](std::size_t k, double value) {
    EXPECT_TRUE(std::isnan(value));
    seen.push_back(k);
  });
  EXPECT_EQ(seen, (std::vector<std::size_t>{2, 9}));
}

}   // namespace
}   // namespace protea
