#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

struct Shape {
  std::size_t count;
  std::size_t n;
};

void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.count << " rows of " << shape.n; }

class EveryKernelTable : public ::testing::TestWithParam<Shape> {
 protected:
  void SetUp() override {
    Random random(9, Purpose::generator);
    for (auto* values : {&x_, &w_, &weights_}) {
      for (double& value : *values) value = random.normal();
    }
  }
  const std::size_t count_ = GetParam().count;
  const std::size_t n_ = GetParam().n;
  std::vector<double> x_ = std::vector<double>(5 * n_);
  std::vector<double> w_ = std::vector<double>(count_ * n_);
  std::vector<double> weights_ = std::vector<double>(n_);
};

// All results of a table, one after the other.
std::vector<double> everything(const Kernels& k, const std::vector<double>& x, const std::vector<double>& w,
                               const std::vector<double>& weights, std::size_t count, std::size_t n) {
  std::vector<double> all(2 * count + 5 * count + count * n + 3 * n);
  double* out = all.data();
  k.squared_distances(x.data(), w.data(), count, n, out);
  k.weighted_squared_distances(x.data(), w.data(), weights.data(), count, n, out += count);
  k.products(x.data(), 5, w.data(), count, n, out += count, count);
  std::vector<double> products(out, out + 5 * count);
  k.add_outer_products(products.data(), 5, count, x.data(), n, out += 5 * count);
  k.add_scaled_difference(0.3, x.data(), weights.data(), n, out += count * n);
  k.add_scaled(0.3, x.data(), n, out += n);
  k.sliding_sums(x.data(), weights.data(), n, out + n);
  return all;
}

TEST_P(EveryKernelTable, GivesTheSameBitsOnEveryInstructionSet) {
  const std::vector<double> plain = everything(baseline_kernels, x_, w_, weights_, count_, n_);
  for (const Kernels* table : available_kernels()) {
    const std::vector<double> other = everything(*table, x_, w_, weights_, count_, n_);
    EXPECT_EQ(std::memcmp(other.data(), plain.data(), plain.size() * sizeof(double)), 0) << table->name;
  }
}

TEST_P(EveryKernelTable, AgreesWithSumsInExtendedPrecision) {
  const std::vector<double> all = everything(kernels(), x_, w_, weights_, count_, n_);
  for (std::size_t k = 0; k < count_; ++k) {
    long double squared = 0;
    long double weighted = 0;
    long double product = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const long double difference = static_cast<long double>(x_[i]) - w_[k * n_ + i];
      squared += difference * difference;
      weighted += weights_[i] * difference * difference;
      product += static_cast<long double>(x_[i]) * w_[k * n_ + i];
    }
    EXPECT_NEAR(all[k], static_cast<double>(squared), 1e-13 * static_cast<double>(n_));
    EXPECT_NEAR(all[count_ + k], static_cast<double>(weighted), 1e-13 * static_cast<double>(n_));
    EXPECT_NEAR(all[2 * count_ + k], static_cast<double>(product), 1e-13 * static_cast<double>(n_));
    for (std::size_t i = 0; i < n_; ++i) {
      long double outer = 0;
      for (std::size_t s = 0; s < 5; ++s)
        outer += static_cast<long double>(all[2 * count_ + s * count_ + k]) * x_[s * n_ + i];
      EXPECT_NEAR(all[7 * count_ + k * n_ + i], static_cast<double>(outer), 1e-12 * static_cast<double>(n_));
    }
  }
}

// However many rows there are, and whichever way they are summed: eight lanes, joined in one order.
TEST(Products, AreLaneSumsToTheBitForEveryShape) {
  Random random(3, Purpose::generator);
  for (const std::size_t n : {1, 7, 47, 48, 50, 64, 128, 129, 300}) {
    for (const std::size_t rows_a : {1, 2, 7, 8, 9, 12, 64, 70, 131}) {
      for (const std::size_t rows_b : {1, 2, 11, 12, 13, 25, 40}) {
        std::vector<double> a(rows_a * n);
        std::vector<double> b(rows_b * n);
        for (auto* values : {&a, &b}) {
          for (double& value : *values) value = random.normal();
        }
        const std::size_t stride = rows_b + 3;
        for (const Kernels* table : available_kernels()) {
          std::vector<double> c(rows_a * stride, 7.0);
          table->products(a.data(), rows_a, b.data(), rows_b, n, c.data(), stride);
          for (std::size_t i = 0; i < rows_a; ++i) {
            for (std::size_t j = 0; j < stride; ++j) {
              const std::span<const double> left(a.data() + i * n, n);
              const double expected = j < rows_b ? lane_dot(left, {b.data() + j * n, n}) : 7.0;
              ASSERT_EQ(c[i * stride + j], expected) << table->name << ' ' << rows_a << ' ' << rows_b << ' ' << n;
            }
          }
        }
      }
    }
  }
}

// Packed rows: several stretches of coordinates, blocks of rows and panels of columns, and what is left over of each.
TEST(Products, AreLaneSumsToTheBitForStretchesAndBlocks) {
  Random random(5, Purpose::generator);
  struct Sizes {
    std::size_t rows_a, rows_b, n;
  };
  for (const auto& [rows_a, rows_b, n] :
       {Sizes{8, 12, 400}, Sizes{9, 17, 401}, Sizes{13, 48, 800}, Sizes{96, 49, 801}, Sizes{97, 54, 403},
        Sizes{74, 53, 1207}, Sizes{193, 47, 100}, Sizes{10, 101, 2000}}) {
    std::vector<double> a(rows_a * n), b(rows_b * n);
    for (auto* const values : {&a, &b}) {
      for (double& value : *values) value = random.normal();
    }
    for (const Kernels* table : available_kernels()) {
      std::vector<double> c(rows_a * rows_b + 8, 7.0);
      table->products(a.data(), rows_a, b.data(), rows_b, n, c.data(), rows_b);
      for (std::size_t i = 0; i < rows_a; ++i) {
        for (std::size_t j = 0; j < rows_b; ++j) {
          ASSERT_EQ(c[i * rows_b + j], lane_dot({a.data() + i * n, n}, {b.data() + j * n, n}))
              << table->name << ", " << rows_a << " by " << rows_b << ", n = " << n << ", at " << i << ' ' << j;
        }
      }
      for (std::size_t i = 0; i < 8; ++i) ASSERT_EQ(c[rows_a * rows_b + i], 7) << table->name;
    }
  }
}

TEST_P(EveryKernelTable, ShiftsIntoSinglePrecision) {
  for (const Kernels* table : available_kernels()) {
    std::vector<float> y(n_);
    const double squares = table->shifted_floats(x_.data(), weights_.data(), w_.data(), n_, y.data());
    double expected = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      EXPECT_EQ(y[j], static_cast<float>((x_[j] - weights_[j]) * w_[j]));
      expected += static_cast<double>(y[j]) * static_cast<double>(y[j]);
    }
    EXPECT_NEAR(squares, expected, 1e-5 * expected);
    EXPECT_NEAR(table->float_squares(y.data(), n_), expected, 1e-5 * expected);
  }
}

// By the formula, one number after the other, to the bit.
TEST_P(EveryKernelTable, MultipliesAndStepsAsWrittenDown) {
  const AdamStep step{0.7, 0.9, 0.999, 0.19, 0.002, 0.01, 1e-8};
  for (const Kernels* table : available_kernels()) {
    std::vector<double> m(w_.begin(), w_.begin() + static_cast<std::ptrdiff_t>(n_));
    std::vector<double> v(n_, 0.3);
    std::vector<double> p = weights_;
    std::vector<double> product = weights_;
    table->adam_step(step, x_.data(), n_, m.data(), v.data(), p.data());
    table->multiply(3.7, n_, product.data());
    std::vector<double> quotient = weights_;
    table->divide(3.7, n_, quotient.data());
    std::vector<double> velocity(n_, 0.3);
    std::vector<double> moved = weights_;
    table->momentum_step(0.7, 0.9, 0.01, x_.data(), n_, velocity.data(), moved.data());
    for (std::size_t j = 0; j < n_; ++j) {
      const double g = 0.7 * x_[j];
      const double mean = 0.9 * w_[j] + (1 - 0.9) * g;
      const double square = 0.999 * 0.3 + (1 - 0.999) * g * g;
      EXPECT_EQ(m[j], mean) << table->name;
      EXPECT_EQ(v[j], square) << table->name;
      EXPECT_EQ(p[j], weights_[j] - 0.01 / 0.19 * mean / (std::sqrt(square * (1 / 0.002)) + 1e-8)) << table->name;
      EXPECT_EQ(product[j], weights_[j] * 3.7) << table->name;
      EXPECT_EQ(quotient[j], weights_[j] / 3.7) << table->name;
      EXPECT_EQ(velocity[j], 0.9 * 0.3 + g) << table->name;
      EXPECT_EQ(moved[j], weights_[j] - 0.01 * velocity[j]) << table->name;
    }
  }
}

TEST_P(EveryKernelTable, SlidesAndScalesAsWrittenDown) {
  const std::vector<double> all = everything(kernels(), x_, w_, weights_, count_, n_);
  const double* const scaled = all.data() + 7 * count_ + count_ * n_ + n_;
  for (std::size_t j = 0; j < n_; ++j) {
    EXPECT_EQ(scaled[j], 0.3 * x_[j]);
    double sum = 0;
    for (std::size_t c = 0; c < n_; ++c) sum += weights_[c] * x_[n_ - 1 - c + j];
    EXPECT_EQ(scaled[n_ + j], sum);
  }
}

// Each element is scaled, then adds its terms in row order, to the bit.
TEST_P(EveryKernelTable, ScalesAndAddsOuterProductsAsWrittenDown) {
  std::vector<double> a(5 * count_);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = w_[i % w_.size()] - 0.1 * static_cast<double>(i);
  for (const Kernels* table : available_kernels()) {
    std::vector<double> c = w_;
    table->scale_add_outer_products(0.7, a.data(), 5, count_, x_.data(), n_, c.data());
    for (std::size_t r = 0; r < count_; ++r) {
      for (std::size_t j = 0; j < n_; ++j) {
        double expected = 0.7 * w_[r * n_ + j];
        for (std::size_t s = 0; s < 5; ++s) expected += a[s * count_ + r] * x_[s * n_ + j];
        ASSERT_EQ(c[r * n_ + j], expected) << table->name;
      }
    }
  }
}

TEST(Kernels, KeepNumbersWithinButForWhatIsBeyondAllMeasure) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> low{-1, -1, -1, 5, -1, 0, 0, -3e10, -1, -2, 0, 0, 1, -1, -1};
  const std::vector<double> high{2, 2, 2, 5, 2, 0, 0, 1, 2, -1, 9, 1, 4, 2, 2};
  const std::vector<double> y{0.5, -7, 1e6,          4,   3.1e10,  1.1e10,   -0.9e10, -1e19, infinite,
                              0,   9,  std::nan(""), 0.5, -3.1e10, -infinite};
  const std::vector<double> expected{0.5, -1,           2, 5,       3.1e10,   1.1e10, 0, -3e10, infinite, -1,
                                     9,   std::nan(""), 1, -3.1e10, -infinite};
  for (const Kernels* table : available_kernels()) {
    std::vector<double> found = y;
    table->keep_within(low.data(), high.data(), y.size(), found.data());
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (std::isnan(expected[i])) EXPECT_TRUE(std::isnan(found[i])) << table->name;
      else EXPECT_EQ(found[i], expected[i]) << table->name << ", at " << i;
    }
  }
}

// Many rows are packed, by stretches of 128, for tiles of up to 8 rows and 24 columns; what is over goes another way. For few rows
// of the result others pass by stretches, 32 of them or more.
TEST(Kernels, ScaleAndAddManyOuterProductsAsWrittenDown) {
  Random random(12, Purpose::generator);
  struct Sizes {
    std::size_t rows, height, n;
  };
  for (const auto& [rows, height, n] :
       {Sizes{15, 40, 100},  Sizes{16, 31, 100},  Sizes{16, 32, 95},   Sizes{16, 32, 96},  Sizes{64, 37, 101},
        Sizes{128, 45, 119}, Sizes{129, 40, 120}, Sizes{300, 43, 103}, Sizes{16, 10, 50},  Sizes{17, 10, 50},
        Sizes{33, 15, 1100}, Sizes{64, 8, 1100},  Sizes{100, 1, 1024}, Sizes{700, 11, 60}, Sizes{1100, 12, 30},
        Sizes{40, 2, 2000},  Sizes{40, 7, 23},    Sizes{65, 13, 47},   Sizes{20, 3, 0},    Sizes{17, 2, 40'000}}) {
    std::vector<double> a(rows * height), b(rows * n), c(height * n + 8);
    for (auto* const each : {&a, &b, &c}) {
      for (double& value : *each) value = random.normal();
    }
    for (const double scale : {1.0, 0.7}) {
      std::vector<double> expected = c;
      for (std::size_t r = 0; r < height; ++r) {
        for (std::size_t j = 0; j < n; ++j) {
          double& sum = expected[r * n + j];
          sum *= scale;
          for (std::size_t s = 0; s < rows; ++s) sum += a[s * height + r] * b[s * n + j];
        }
      }
      for (const Kernels* table : available_kernels()) {
        std::vector<double> found = c;
        table->scale_add_outer_products(scale, a.data(), rows, height, b.data(), n, found.data());
        EXPECT_EQ(std::memcmp(found.data(), expected.data(), c.size() * sizeof(double)), 0)
            << table->name << ", " << rows << " rows, " << height << " by " << n;
      }
    }
  }
}

TEST_P(EveryKernelTable, LeavesWhatFollowsAnOuterProductAlone) {
  const std::vector<double> a(5 * count_, 1.0);
  for (const Kernels* table : available_kernels()) {
    std::vector<double> c(count_ * n_ + 8, 7.0);
    table->add_outer_products(a.data(), 5, count_, x_.data(), n_, c.data());
    EXPECT_TRUE(std::all_of(c.begin() + static_cast<std::ptrdiff_t>(count_ * n_), c.end(), [](double v) {
      return v == 7;
    })) << table->name;
    EXPECT_TRUE(
        std::none_of(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(count_ * n_), [](double v) { return v == 7; }));
  }
}

TEST_P(EveryKernelTable, FindsTheFirstOfTheSmallest) {
  Random random(4, Purpose::generator);
  for (const Kernels* table : available_kernels()) {
    for (const std::size_t size : {1, 2, 7, 8, 9, 15, 16, 17, 40, 100}) {
      for (int repeat = 0; repeat < 50; ++repeat) {
        std::vector<double> d(size);
        for (double& value : d) value = static_cast<double>(random.below(5));   // many ties
        EXPECT_EQ(table->smallest(d.data(), size),
                  static_cast<std::size_t>(std::min_element(d.begin(), d.end()) - d.begin()));
      }
    }
  }
}

// Panels of 16 columns: b_jk of column k stands at place (k / 16)·16n + 16j + k mod 16. A start is added to.
TEST_P(EveryKernelTable, SumsPanelsInSinglePrecisionToItsAccuracy) {
  const std::size_t panels = (count_ + 15) / 16;
  std::vector<float> b(panels * 16 * n_, 0.0F);
  std::vector<float> start(panels * 16);
  for (std::size_t k = 0; k < start.size(); ++k) start[k] = static_cast<float>(k);
  for (std::size_t k = 0; k < count_; ++k) {
    for (std::size_t j = 0; j < n_; ++j) b[k / 16 * 16 * n_ + 16 * j + k % 16] = static_cast<float>(w_[k * n_ + j]);
  }
  const std::vector<float> x(x_.begin(), x_.end());
  std::vector<double> exact(5 * count_);
  baseline_kernels.products(x_.data(), 5, w_.data(), count_, n_, exact.data(), count_);
  for (const Kernels* table : available_kernels()) {
    std::vector<float> found(5 * panels * 16);
    table->float_panel_sums(x.data(), 4, n_, b.data(), panels, start.data(), found.data(), panels * 16);
    table->float_panel_sums(x.data() + 4 * n_, 1, n_, b.data(), panels, start.data(), found.data() + 4 * panels * 16,
                            panels * 16);
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t k = 0; k < count_; ++k)
        EXPECT_NEAR(found[i * panels * 16 + k], exact[i * count_ + k] + static_cast<double>(k),
                    1e-5 * static_cast<double>(n_ + count_))
            << table->name;
    }
  }
}

// Tiles take several panels and several rows: whatever their number, none is left out.
TEST(PanelSums, AreThereForEveryRowAndPanel) {
  Random random(12, Purpose::generator);
  for (const std::size_t n : {5, 130}) {
    std::vector<float> x(13 * n), b(9 * 16 * n), start(9 * 16);
    for (std::vector<float>* values : {&x, &b, &start}) {
      for (float& value : *values) value = static_cast<float>(random.below(9)) - 4;   // their sums are exact
    }
    for (const std::size_t rows : {1, 2, 6, 8, 13}) {
      for (std::size_t panels = 1; panels <= 9; ++panels) {
        std::vector<float> expected(rows * panels * 16);
        for (std::size_t i = 0; i < rows; ++i) {
          for (std::size_t k = 0; k < panels * 16; ++k) {
            float& sum = expected[i * panels * 16 + k] = start[k];
            for (std::size_t j = 0; j < n; ++j) sum += x[i * n + j] * b[k / 16 * 16 * n + 16 * j + k % 16];
          }
        }
        for (const Kernels* table : available_kernels()) {
          std::vector<float> found(expected.size());
          table->float_panel_sums(x.data(), rows, n, b.data(), panels, start.data(), found.data(), panels * 16);
          EXPECT_EQ(found, expected) << table->name << ' ' << rows << " rows, " << panels << " panels";
        }
      }
    }
  }
}

// A prototype has moved: its column, and the sums of some rows with it.
TEST_P(EveryKernelTable, RenewsAColumnOfAPanelAndItsSums) {
  const std::vector<double> shift(x_.begin(), x_.begin() + static_cast<std::ptrdiff_t>(n_));
  const std::vector<float> rows(x_.begin(), x_.end());
  for (const Kernels* table : available_kernels()) {
    std::vector<float> y(n_);
    std::vector<float> panel(16 * n_, 7.0F);
    const double squared = table->panel_column(w_.data(), shift.data(), n_, y.data(), panel.data() + 3);
    double expected = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      const double difference = w_[j] - shift[j];
      expected += difference * difference;
      EXPECT_EQ(y[j], static_cast<float>(-2 * difference)) << table->name;
      for (std::size_t k = 0; k < 16; ++k) EXPECT_EQ(panel[16 * j + k], k == 3 ? y[j] : 7.0F) << table->name;
    }
    EXPECT_NEAR(squared, expected, 1e-12 * (1 + expected)) << table->name;
    std::vector<float> sums(5 * 16, 7.0F);
    table->float_products(rows.data(), 5, n_, y.data(), 0.5F, sums.data() + 3, 16);
    for (std::size_t i = 0; i < 5; ++i) {
      double sum = 0.5;
      for (std::size_t j = 0; j < n_; ++j) sum += static_cast<double>(rows[i * n_ + j]) * static_cast<double>(y[j]);
      EXPECT_NEAR(sums[16 * i + 3], sum, 1e-5 * static_cast<double>(n_)) << table->name;
      EXPECT_EQ(sums[16 * i + 4], 7.0F) << table->name;
    }
  }
}

TEST_P(EveryKernelTable, FindsAllThatAreNearTheSmallest) {
  Random random(9, Purpose::generator);
  for (const std::size_t size : {16, 32, 160}) {
    std::vector<float> v(size);
    for (float& value : v) value = static_cast<float>(random.below(20));   // many ties
    for (const float slack : {0.0F, 1.5F, 100.0F}) {
      std::vector<std::uint32_t> expected;
      const float smallest = *std::min_element(v.begin(), v.end());
      for (std::uint32_t k = 0; k < size; ++k) {
        if (v[k] <= smallest + slack) expected.push_back(k);
      }
      for (const Kernels* table : available_kernels()) {
        std::vector<std::uint32_t> places(size);
        places.resize(table->near_smallest(v.data(), size, slack, places.data()));
        EXPECT_EQ(places, expected) << table->name << " " << size;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryKernelTable,
                         ::testing::Values(Shape{1, 1}, Shape{3, 7}, Shape{4, 8}, Shape{5, 9}, Shape{9, 16},
                                           Shape{10, 23}, Shape{17, 64}, Shape{2, 100}, Shape{20, 300}, Shape{90, 40}));

}   // namespace
}   // namespace protea
