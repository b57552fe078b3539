// Places of units, how far they are from one another, and how strongly they learn together.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/error.hpp>
#include <protea/base/option.hpp>
#include <protea/base/random.hpp>
#include <protea/rule/cooperation.hpp>

namespace protea {
namespace {

Lattice grid(Topology topology, std::int64_t columns, std::int64_t rows) { return {topology, columns, rows}; }

Lattice some_free_lattice() {
  auto squared = std::make_shared<Matrix>(4, 4);
  Random random(3, Purpose::generator);
  for (double& each : squared->values()) each = 3 * random.uniform();
  for (std::size_t k = 0; k < 4; ++k) (*squared)(k, k) = 0;
  return {.topology = Topology::free, .squared = squared};
}

std::vector<Lattice> all_kinds() {
  return {grid(Topology::chain, 7, 1),   grid(Topology::rectangle, 4, 3), grid(Topology::hexagon, 4, 5),
          grid(Topology::hexagon, 3, 4), grid(Topology::torus, 5, 4),     some_free_lattice()};
}

// By hand: a rectangle of 4 columns, units 0 (0, 0) and 6 (2, 1); a hexagon, (0, 0) and (2 + ½, √3/2); a torus of
// 5 × 4, column 4 is next to column 0 and row 3 to row 0.
TEST(Lattice, MeasuresSquaredDistancesBetweenUnits) {
  EXPECT_EQ(grid(Topology::chain, 7, 1).squared_distance(1, 5), 16);
  EXPECT_EQ(grid(Topology::rectangle, 4, 3).squared_distance(0, 6), 4 + 1);
  EXPECT_NEAR(grid(Topology::hexagon, 4, 3).squared_distance(0, 6), 6.25 + 0.75, 1e-15);
  EXPECT_EQ(grid(Topology::torus, 5, 4).squared_distance(0, 4), 1);
  EXPECT_EQ(grid(Topology::torus, 5, 4).squared_distance(0, 19), 2);
  const Lattice free = some_free_lattice();
  EXPECT_EQ(free.squared_distance(1, 2), (*free.squared)(1, 2));
}

TEST(Lattice, KnowsNeighbours) {
  const auto count = [](const Lattice& lattice, std::size_t unit) {
    std::size_t neighbours = 0;
    for (std::size_t k = 0; k < lattice.size(); ++k) neighbours += k != unit && lattice.are_neighbours(unit, k);
    return neighbours;
  };
  EXPECT_EQ(count(grid(Topology::chain, 5, 1), 0), 1U);
  EXPECT_EQ(count(grid(Topology::chain, 5, 1), 2), 2U);
  EXPECT_EQ(count(grid(Topology::rectangle, 5, 5), 12), 8U);
  EXPECT_EQ(count(grid(Topology::rectangle, 5, 5), 0), 3U);
  EXPECT_EQ(count(grid(Topology::hexagon, 5, 5), 12), 6U);
  EXPECT_EQ(count(grid(Topology::hexagon, 5, 5), 7), 6U);   // in an odd row
  EXPECT_EQ(count(grid(Topology::torus, 5, 5), 0), 8U);
}

TEST(Lattice, ChoosesSidesBySizeAndShape) {
  const Lattice square = lattice_of_size(Topology::rectangle, 100, 1);
  EXPECT_EQ(square.columns, 10);
  EXPECT_EQ(square.rows, 10);
  const Lattice wide = lattice_of_size(Topology::rectangle, 200, 2);
  EXPECT_EQ(wide.columns, 20);
  EXPECT_EQ(wide.rows, 10);
  EXPECT_EQ(lattice_of_size(Topology::chain, 37.4, 3).columns, 37);
  for (const double units : {1.0, 2.0, 7.0, 53.0, 61.2, 1000.0}) {
    const Lattice any = lattice_of_size(Topology::hexagon, units, 1.7);
    EXPECT_NEAR(static_cast<double>(any.size()), units, 1 + 0.1 * units) << units;
  }
}

TEST(Lattice, RefusesWhatCannotBe) {
  EXPECT_THROW(demand_sound(grid(Topology::chain, 3, 2)), UsageError);
  EXPECT_THROW(demand_sound(grid(Topology::rectangle, 3, 0)), UsageError);
  Lattice free = some_free_lattice();
  EXPECT_NO_THROW(demand_sound(free));
  auto negative = std::make_shared<Matrix>(2, 2);
  (*negative)(0, 1) = -1;
  EXPECT_THROW(demand_sound({.topology = Topology::free, .squared = negative}), UsageError);
  EXPECT_THROW(demand_sound({.topology = Topology::free, .squared = std::make_shared<Matrix>(2, 3)}), UsageError);
  free.topology = Topology::rectangle;
  EXPECT_THROW(demand_sound(free), UsageError);
}

// h by its definition, pair by pair.
double h(const Lattice& lattice, Falloff falloff, double range, std::size_t winner, std::size_t unit) {
  const double squared = lattice.squared_distance(winner, unit);
  if (falloff == Falloff::bubble) return squared <= range * range ? 1 : 0;
  return std::exp(-squared / (2 * range * range));
}

TEST(Cooperation, IsAFunctionOfTheSquaredDistanceOnEveryLattice) {
  for (const Lattice& lattice : all_kinds()) {
    for (const Falloff falloff : {Falloff::gaussian, Falloff::bubble}) {
      const Cooperation cooperation(lattice, falloff, 1.3);
      std::vector<double> row(lattice.size());
      for (std::size_t winner = 0; winner < lattice.size(); ++winner) {
        cooperation.set_row(winner, 0.5, row);
        for (std::size_t k = 0; k < lattice.size(); ++k) {
          const double expected = h(lattice, falloff, 1.3, winner, k);
          ASSERT_NEAR(cooperation.between(winner, k), expected, 1e-14) << choice_name(lattice.topology);
          ASSERT_NEAR(row[k], 0.5 * expected, 1e-14) << choice_name(lattice.topology);
        }
      }
    }
  }
}

TEST(Cooperation, SmoothsAndSpreadsAsTheSumsOverAllPairsDo) {
  for (const Lattice& lattice : all_kinds()) {
    for (const Falloff falloff : {Falloff::gaussian, Falloff::bubble}) {
      const std::size_t units = lattice.size();
      const Cooperation cooperation(lattice, falloff, 1.3);
      Random random(7, Purpose::generator);
      Matrix by_winner(units, 3);
      for (double& each : by_winner.values()) each = random.normal();
      std::vector<double> d(units);
      for (double& each : d) each = random.uniform();
      std::vector<double> smoothed(units);
      std::vector<double> spare;
      cooperation.smooth(d, smoothed, spare);
      Matrix spread(units, 3);
      for (double& each : spread.values()) each = 1;   // it is added to
      cooperation.spread(by_winner.view(), 0.5, spread.view());
      for (std::size_t k = 0; k < units; ++k) {
        double sum = 0;
        for (std::size_t l = 0; l < units; ++l) sum += h(lattice, falloff, 1.3, k, l) * d[l];
        ASSERT_NEAR(smoothed[k], sum, 1e-13) << choice_name(lattice.topology);
        for (std::size_t j = 0; j < 3; ++j) {
          double expected = 1;
          for (std::size_t w = 0; w < units; ++w) expected += 0.5 * h(lattice, falloff, 1.3, w, k) * by_winner(w, j);
          ASSERT_NEAR(spread(k, j), expected, 1e-13) << choice_name(lattice.topology);
        }
      }
    }
  }
}

// The matrix of a free lattice may be as large as the data squared: the neighbourhood of a thread does not keep it.
TEST(Cooperation, OfAThreadKeepsNoLatticeAlive) {
  const Lattice free = some_free_lattice();
  const auto before = free.squared.use_count();
  const Cooperation& own = Cooperation::of_this_thread(free, Falloff::gaussian, 1);
  EXPECT_EQ(own.between(1, 2), std::exp(-(*free.squared)(1, 2) / 2));
  EXPECT_EQ(free.squared.use_count(), before);
}

}   // namespace
}   // namespace protea
